/**
 * The names of a prop in other libraries, above all AWS CDK and SST, here, and in the Terraform provider.
 *
 * A message suggests the first of them that the object takes.
 */
export const foreignNames = {
  access: ["publicAccessBlock"],
  accessLogs: ["accessLog"],
  allowedHeaders: ["allowHeaders"],
  allowedMethods: ["allowMethods"],
  allowedOrigins: ["allowOrigins"],
  apiName: ["name"],
  authorizationType: ["authorizer"],
  authFlows: ["explicitAuthFlows", "flows"],
  autoVerify: ["autoVerifiedAttributes"],
  batchWindow: ["maxBatchingWindow", "maximumBatchingWindowInSeconds"],
  maxBatchingWindow: ["maximumBatchingWindowInSeconds"],
  billing: ["billingMode"],
  blockPublicAccess: ["publicAccessBlock"],
  bucketName: ["name", "bucket"],
  bucket: ["name"],
  cdkBus: ["eventBus"],
  cfnIdentityPool: ["identityPool"],
  code: ["handler"],
  concurrency: ["reservedConcurrentExecutions"],
  deliveryDelay: ["delaySeconds"],
  domain: ["customDomain"],
  emailSettings: ["emailConfiguration"],
  encryptionMasterKey: ["kmsMasterKeyId"],
  entry: ["handler"],
  env: ["environment"],
  eventBusName: ["name"],
  fifo: ["fifoQueue", "fifoTopic"],
  functionProps: ["function"],
  globalSecondaryIndexes: ["globalIndexes"],
  handlers: ["handler"],
  hashKey: ["partitionKey", "primaryIndex"],
  keySchema: ["primaryIndex"],
  lambdaTriggers: ["triggers"],
  layer: ["layers"],
  link: ["bind"],
  localSecondaryIndexes: ["localIndexes"],
  logFormat: ["format"],
  masterKey: ["kmsMasterKeyId"],
  maxMessageSizeBytes: ["maxMessageSize"],
  maxReceives: ["maxReceiveCount"],
  memory: ["memorySize"],
  memoryLimit: ["memorySize"],
  minLength: ["minimumLength"],
  mode: ["streamMode"],
  onError: ["deadLetterQueue"],
  oAuth: ["allowedOauthFlows"],
  partition: ["partitionKey"],
  pointInTimeRecoveryEnabled: ["pointInTimeRecovery"],
  queueName: ["name"],
  rangeKey: ["sortKey", "primaryIndex"],
  receiveMessageWaitTime: ["receiveWaitTimeSeconds"],
  replicationRegions: ["replica"],
  requireDigits: ["requireNumbers"],
  restApiName: ["name"],
  retention: ["retentionInDays"],
  retentionPeriod: ["messageRetentionSeconds", "retentionPeriod"],
  ruleName: ["name"],
  schema: ["schemas"],
  selfSignUpEnabled: ["adminCreateUserConfig"],
  shards: ["shardCount"],
  signInAliases: ["aliasAttributes", "login"],
  sort: ["sortKey"],
  standardAttributes: ["schema"],
  storage: ["diskSize"],
  streamName: ["name"],
  tableName: ["name"],
  targetsConfig: ["targets"],
  timeToLiveAttribute: ["ttl"],
  topicName: ["name"],
  userPoolClientName: ["name"],
  userPoolName: ["name"],
  versioned: ["versioning"],
  visibilityTimeout: ["visibilityTimeoutSeconds"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The replacement of a prop of another library that has no name here. */
const advice: Readonly<Record<string, string>> = {
  batchSize: "Set it on the provider's resource: cdk: { eventSource: { batchSize: 10 } }.",
  throttle: "Write it in defaults: { throttle: { rate: 100, burst: 50 } }, for all routes.",
  access: "Set cdk.publicAccessBlock, and allow reading with addToResourcePolicy.",
  defaultFunctionProps:
    "Write it in defaults: { function: { ... } }; for all stacks, call app.setDefaultFunctionProps.",
  events:
    "Events belong to what sends them: routes of an Api, consumer of a Queue, subscribers of a Topic, job of a Cron.",
  link: "Bind functions to it: bind in defaults: { function: { bind: [...] } }, or in the function itself.",
  public: "Set cdk.publicAccessBlock, and allow reading with addToResourcePolicy.",
  retention: "The retention of logs is a prop of its own beside this one: logRetention.",
  defaultAuthorizationType:
    'Write it in defaults: { authorizer: "iam" }, "none" or the key of an authorizer.',
  autoDeleteObjects: 'Files go with the stack after app.setDefaultRemovalPolicy("destroy").',
  env: "For variables of a function write environment; the region and the account belong to the App.",
  publicReadAccess: "Set cdk.publicAccessBlock, and allow reading with addToResourcePolicy.",
  removalPolicy:
    "Call app.setDefaultRemovalPolicy, or set lifecycle: { preventDestroy: true } on the resource below cdk.",
  scaling: "Set capacity on the provider's resource below cdk.",
  tags: "For tags on everything, write provider: { defaultTags: { ... } } on the App or Stack; for one resource, tags below cdk.",
};

/** A sentence on a prop of another library; an empty string if there is nothing to say. */
export function adviceOn(key: string, allowed: readonly string[]): string {
  const names: readonly string[] = Object.hasOwn(foreignNames, key)
    ? foreignNames[key as keyof typeof foreignNames]
    : [];
  const text = Object.hasOwn(advice, key) ? advice[key] : undefined;
  if (text !== undefined && !(key !== "env" && names.some((name) => allowed.includes(name))))
    return `\n${text}`;
  if (names.length === 0 || !allowed.includes("cdk") || names.some((name) => allowed.includes(name)))
    return "";
  return `\nSet it on the provider's resource below cdk, where it is called ${names.join(" or ")}.`;
}
