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
  amazon: ["retail"],
  apiName: ["name"],
  apple: ["device"],
  attribute: ["fields"],
  AttributeDefinitions: ["fields"],
  attributes: ["fields"],
  authFlows: ["explicitAuthFlows", "flows"],
  authorizationType: ["authorizer"],
  autoVerify: ["autoVerifiedAttributes"],
  batchWindow: ["maxBatchingWindow", "maximumBatchingWindowInSeconds"],
  billing: ["billingMode"],
  billingMode: ["billingMode"],
  blockPublicAccess: ["publicAccessBlock"],
  bucket: ["name"],
  bucketName: ["name", "bucket"],
  buildCmd: ["buildCommand"],
  cdkBus: ["eventBus"],
  cfnIdentityPool: ["identityPool"],
  CodeUri: ["handler"],
  concurrency: ["reservedConcurrentExecutions"],
  defaultCorsPreflightOptions: ["cors"],
  delaySeconds: ["delaySeconds"],
  deliveryDelay: ["delaySeconds"],
  disableExecuteApiEndpoint: ["disableExecuteApiEndpoint"],
  displayName: ["displayName"],
  dlq: ["deadLetterQueue"],
  domain: ["customDomain", "domainName"],
  emailSettings: ["emailConfiguration"],
  encryptionMasterKey: ["kmsMasterKeyId"],
  encryption: ["serverSideEncryptionConfiguration", "serverSideEncryption", "kmsMasterKeyId"],
  env: ["environment"],
  ephemeralStorage: ["diskSize"],
  ephemeralStorageSize: ["diskSize"],
  eventBusName: ["name"],
  eventPattern: ["pattern"],
  facebook: ["social"],
  fifo: ["fifoQueue", "fifoTopic"],
  filename: ["handler"],
  functionUrl: ["url"],
  vpcConfig: ["vpc"],
  rate: ["schedule"],
  forceDestroy: ["forceDestroy"],
  function: ["job"],
  functionProps: ["function"],
  globalSecondaryIndexes: ["globalIndexes"],
  google: ["search"],
  handlers: ["handler"],
  hashKey: ["partitionKey", "primaryIndex"],
  home: ["backend"],
  iamRoleStatements: ["permissions"],
  keySchema: ["primaryIndex"],
  lambdaTriggers: ["triggers"],
  layer: ["layers"],
  link: ["bind"],
  localSecondaryIndexes: ["localIndexes"],
  logFormat: ["format"],
  masterKey: ["kmsMasterKeyId"],
  maxBatchingWindow: ["maximumBatchingWindowInSeconds"],
  maxMessageSizeBytes: ["maxMessageSize"],
  maxReceives: ["maxReceiveCount"],
  memory: ["memorySize"],
  memoryLimit: ["memorySize"],
  minLength: ["minimumLength"],
  mode: ["streamMode"],
  oAuth: ["allowedOauthFlows"],
  oidc: ["enterprise"],
  onError: ["deadLetterQueue"],
  openId: ["enterprise"],
  package: ["copyFiles"],
  partition: ["partitionKey"],
  partitionKey: ["primaryIndex"],
  pointInTimeRecovery: ["pointInTimeRecovery"],
  pointInTimeRecoveryEnabled: ["pointInTimeRecovery"],
  Policies: ["permissions"],
  policies: ["permissions"],
  protect: ["isProtected"],
  queueName: ["name"],
  rangeKey: ["sortKey", "primaryIndex"],
  receiveMessageWaitTime: ["receiveWaitTimeSeconds"],
  removal: ["defaultRemovalPolicy"],
  replicationRegions: ["replica"],
  requireDigits: ["requireNumbers"],
  reservedConcurrency: ["reservedConcurrentExecutions"],
  restApiName: ["name"],
  retention: ["retentionInDays"],
  retentionPeriod: ["messageRetentionSeconds", "retentionPeriod"],
  ruleName: ["name"],
  schema: ["schemas"],
  selfSignUpEnabled: ["adminCreateUserConfig"],
  shards: ["shardCount"],
  signInAliases: ["aliasAttributes", "login"],
  sort: ["sortKey"],
  sortKey: ["primaryIndex"],
  standardAttributes: ["schema"],
  storage: ["diskSize"],
  streamName: ["name"],
  tableName: ["name"],
  targetsConfig: ["targets"],
  timeToLiveAttribute: ["ttl"],
  topicName: ["name"],
  twitter: ["microblog"],
  userPoolClientName: ["name"],
  userPoolName: ["name"],
  versioned: ["versioning"],
  versioning: ["versioning"],
  visibilityTimeout: ["visibilityTimeoutSeconds"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names of this library that the Terraform provider does not have. */
const ownNames: readonly string[] = [
  "authorizer",
  "backend",
  "bind",
  "buildCommand",
  "copyFiles",
  "customDomain",
  "defaultRemovalPolicy",
  "device",
  "diskSize",
  "domainName",
  "enterprise",
  "fields",
  "globalIndexes",
  "handler",
  "isProtected",
  "job",
  "localIndexes",
  "login",
  "microblog",
  "partitionKey",
  "pattern",
  "permissions",
  "primaryIndex",
  "retail",
  "schedule",
  "search",
  "social",
  "sortKey",
  "triggers",
  "url",
  "vpc",
] satisfies readonly (typeof foreignNames)[keyof typeof foreignNames][number][];

const handlerAdvice =
  'Write the file without its extension, a dot and the exported function: handler: "functions/notes.get".';
const loopAdvice =
  "Create one construct for each, with an id of its own: for (const name of names) new Queue(stack, name, { ... }).";
const orderAdvice =
  "References set the order. Where there is none: one.node.addDependency(other), after both are created.";
const stageAdvice =
  "Set the stage with --stage, or on the App. For the name in the URL of a RestV1Api, use cdk: { restApi: { deployOptions: { stageName } } }; for more stages of an HTTP API, cdk: { httpStages: [...] }.";

/** The replacement of a prop of another library that has no name here. */
const advice: Readonly<Record<string, string>> = {
  code: handlerAdvice,
  count: loopAdvice,
  depends_on: orderAdvice,
  dependsOn: orderAdvice,
  entry: handlerAdvice,
  for_each: loopAdvice,
  forEach: loopAdvice,
  lifecycle:
    "Set it on the provider's resource below cdk, for example cdk: { queue: { lifecycle: { ... } } }.",
  lifecycleRules:
    "Create an S3BucketLifecycleConfiguration of the provider, with the bucketName of this construct as its bucket.",
  provider:
    "The provider belongs to the App: provider: { profile: ... }. For another region, create a stack: new Stack(app, id, { provider: { region } }).",
  provisionedConcurrency:
    "Write currentVersionOptions: { provisionedConcurrentExecutions: 2 }, and use currentVersion of the function.",
  stageName: stageAdvice,
  batchSize: "Set it on the provider's resource: cdk: { eventSource: { batchSize: 10 } }.",
  throttle: "Write it in defaults: { throttle: { rate: 100, burst: 50 } }, for all routes.",
  apiKeyRequired:
    "REST APIs have keys. Write it in each route that needs one: cdk: { method: { apiKeyRequired: true } }.",
  cognito: "Write the resources of Amazon Cognito in cdk: { userPool: { ... }, userPoolClient: { ... } }.",
  deployOptions: "Write it in cdk: { restApi: { deployOptions: { ... } } }.",
  snsTopic: "Write the provider's resource in cdk: { topic: { ... } }.",
  sqsQueue: "Write the provider's resource in cdk: { queue: { ... } }.",
  StageName: stageAdvice,
  transform: "Write properties of the provider's resources below cdk.",
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
  const ofProvider = names.filter((name) => !ownNames.includes(name));
  if (ofProvider.length === 0) return "";
  return `\nSet it on the provider's resource below cdk, where it is called ${ofProvider.join(" or ")}.`;
}
