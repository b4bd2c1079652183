import { ownValue } from "./own-value";

/**
 * The names of a prop in other libraries, above all AWS CDK and SST, here, and in the Terraform provider.
 *
 * A message suggests the first of them that the object takes.
 */
const foreignNames = {
  access: ["publicAccessBlock"],
  accountRecovery: ["accountRecoverySetting"],
  advancedSecurityMode: ["threatProtection"],
  appFunction: ["handler"],
  authorization: ["authorizer"],
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
  auth: ["authorizers"],
  authFlows: ["explicitAuthFlows", "flows"],
  authorizationType: ["authorizer"],
  autoVerify: ["autoVerifiedAttributes"],
  batchWindow: ["maxBatchingWindow", "maximumBatchingWindowInSeconds"],
  billing: ["billingMode"],
  billingMode: ["billingMode"],
  blockPublicAccess: ["publicAccessBlock"],
  bucket: ["name"],
  bucketName: ["name", "bucket"],
  build: ["buildCommand"],
  buildCmd: ["buildCommand"],
  bundling: ["bundle"],
  cdkBus: ["eventBus"],
  cfnIdentityPool: ["identityPool"],
  CodeUri: ["handler"],
  concurrency: ["reservedConcurrentExecutions"],
  customAttributes: ["schema"],
  defaultCorsPreflightOptions: ["cors"],
  defaultRootObject: ["indexPage"],
  definitionBody: ["body"],
  definitionUri: ["body"],
  delay: ["delaySeconds"],
  delaySeconds: ["delaySeconds"],
  deliveryDelay: ["delaySeconds"],
  destinations: ["onFailure"],
  deviceTracking: ["deviceConfiguration"],
  disableExecuteApiEndpoint: ["disableExecuteApiEndpoint"],
  displayName: ["displayName"],
  dlq: ["deadLetterQueue"],
  domain: ["customDomain", "domainName"],
  emailSettings: ["emailConfiguration"],
  encryptionMasterKey: ["kmsMasterKeyId"],
  endpointTypes: ["endpointConfiguration"],
  encryption: ["serverSideEncryptionConfiguration", "serverSideEncryption", "kmsMasterKeyId"],
  env: ["environment"],
  ephemeralStorage: ["diskSize"],
  ephemeralStorageSize: ["diskSize"],
  eventBusName: ["name"],
  eventPattern: ["pattern"],
  expression: ["schedule"],
  facebook: ["social"],
  fifo: ["fifoQueue", "fifoTopic"],
  fileSystem: ["filesystem"],
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
  http: ["routes"],
  iamRoleStatements: ["permissions"],
  keySchema: ["primaryIndex"],
  kmsKey: ["environmentEncryption", "kmsMasterKeyId", "kmsKeyId"],
  lambdaTriggers: ["triggers"],
  layer: ["layers"],
  link: ["bind"],
  localSecondaryIndexes: ["localIndexes"],
  logFormat: ["format"],
  masterKey: ["kmsMasterKeyId"],
  maxBatchingWindow: ["maximumBatchingWindowInSeconds"],
  maxMessageSizeBytes: ["maxMessageSize"],
  maxReceives: ["maxReceiveCount"],
  maximumEventAge: ["maxEventAge"],
  memory: ["memorySize"],
  memoryLimit: ["memorySize"],
  minified: ["minify"],
  minLength: ["minimumLength"],
  mfaSecondFactor: ["mfa"],
  mode: ["streamMode"],
  multifactor: ["mfa"],
  name: ["functionName"],
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
  provisionedThroughput: ["readCapacity"],
  python: ["bundle"],
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
  serverAccessLogsBucket: ["logging"],
  service: ["name"],
  securityGroupIds: ["securityGroups"],
  selfSignUpEnabled: ["adminCreateUserConfig"],
  shards: ["shardCount"],
  signInAliases: ["aliasAttributes", "login"],
  signInCaseSensitive: ["usernameConfiguration"],
  sort: ["sortKey"],
  sortKey: ["primaryIndex"],
  sources: ["path"],
  standardAttributes: ["schema"],
  storage: ["diskSize"],
  task: ["job"],
  streamName: ["name"],
  tableName: ["name"],
  subnetIds: ["vpcSubnets"],
  targetsConfig: ["targets"],
  timeToLiveAttribute: ["ttl"],
  ttl: ["timeToLiveAttribute"],
  topicName: ["name"],
  transferAcceleration: ["accelerationStatus"],
  twitter: ["microblog"],
  userAttributes: ["schema"],
  userPoolClientName: ["name"],
  userPoolName: ["name"],
  userVerification: ["verificationMessageTemplate"],
  versioned: ["versioning"],
  versioning: ["versioning"],
  visibilityTimeout: ["visibilityTimeoutSeconds"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names of this library that the Terraform provider does not have. */
const ownNames: readonly string[] = [
  "authorizer",
  "authorizers",
  "backend",
  "bind",
  "buildCommand",
  "bundle",
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
  "maxEventAge",
  "microblog",
  "minify",
  "partitionKey",
  "pattern",
  "permissions",
  "primaryIndex",
  "retail",
  "schedule",
  "search",
  "securityGroups",
  "social",
  "sortKey",
  "triggers",
  "url",
  "vpc",
  "vpcSubnets",
] satisfies readonly (typeof foreignNames)[keyof typeof foreignNames][number][];

const handlerAdvice =
  'Write the file without its extension, a dot and the exported function: handler: "functions/notes.get".';
const loopAdvice =
  "Create one construct for each, with an id of its own: for (const name of names) new Queue(stack, name, { ... }).";
const orderAdvice =
  "References set the order. Where there is none: one.node.addDependency(other), after both are created.";
const websiteAdvice = "Files that browsers load belong to a StaticSite, which has indexPage and errorPage.";
const stageAdvice =
  "Set the stage with --stage, or on the App. For the name in the URL of a RestV1Api, use cdk: { restApi: { deployOptions: { stageName } } }; for more stages of an HTTP API, cdk: { httpStages: [...] }.";

/** The replacement of a prop of another library that has no name here. */
const advice: Readonly<Record<string, string>> = {
  apiGatewayStage: stageAdvice,
  assets: "Write fileOptions of the site: which files get which headers.",
  authorizationModes:
    "Write it on the provider's resource: cdk: { graphqlApi: { authenticationType, additionalAuthenticationProvider } }.",
  archive:
    "Create a CloudwatchEventArchive of the provider, with eventBusArn of this construct as its eventSourceArn.",
  autogenPolicy: "Leave it out: a function has only the access that bind and permissions name.",
  autoPublishAlias: 'Call addAlias("live") of the function.',
  callback: handlerAdvice,
  code: handlerAdvice,
  condition: 'Create the construct in an if: if (app.stage === "prod") { ... }.',
  contributorInsights:
    "Create a DynamodbContributorInsights of the provider, with tableName of this construct.",
  count: loopAdvice,
  deploymentPreference:
    "Create an alias with addAlias, and a CodedeployDeploymentGroup of the provider for it.",
  dependsOn: orderAdvice,
  disableLogs: 'Leave it out: each function has a log group. Keep the logs briefly: logRetention: "one_day".',
  entry: handlerAdvice,
  enforceHttps: "Leave it out: the policy of the construct refuses requests without TLS.",
  enforceSSL: "Leave it out: the policy of the construct refuses requests without TLS.",
  forEach: loopAdvice,
  frameworkVersion: "Leave it out: package.json has the version of serverform.",
  image: "Leave it out: a function is deployed as a zip. Large files go into layers.",
  inlineCode: handlerAdvice,
  intelligentTieringConfigurations:
    "Create an S3BucketIntelligentTieringConfiguration of the provider, with bucketName of this construct as its bucket.",
  insightsVersion: "Name the layer of Lambda Insights in layers, by its ARN.",
  isDefault: "Leave it out: name the construct in bind of the functions that use it.",
  keepWarm:
    "Write currentVersionOptions: { provisionedConcurrentExecutions: 1 }, and use currentVersion of the function.",
  lifecycleRules:
    "Create an S3BucketLifecycleConfiguration of the provider, with the bucketName of this construct as its bucket.",
  manageIamRole: "Leave it out: each function has a role, unless role names one.",
  methods: 'The method is part of the key of the route: "GET /notes". Write a key for each method.',
  objectOwnership:
    "Create an S3BucketOwnershipControls of the provider, with bucketName of this construct as its bucket.",
  opts: orderAdvice,
  proxy: 'List a route for all paths: routes: { "ANY /{proxy+}": "functions/app.handler" }.',
  plugins:
    'Leave it out: the command line takes no plugins. Those of esbuild are in bundle: { esbuildConfig: { plugins: "plugins.js" } }.',
  provider:
    "The provider belongs to the App: provider: { profile: ... }. For another region, create a stack: new Stack(app, id, { provider: { region } }).",
  provisionedConcurrency:
    "Write currentVersionOptions: { provisionedConcurrentExecutions: 2 }, and use currentVersion of the function.",
  runtime:
    'It belongs to functions; for all of them, call app.setDefaultFunctionProps({ runtime: "nodejs22.x" }).',
  schedule:
    'Create a Cron: new Cron(stack, id, { schedule: "rate(1 hour)", job: "functions/work.handler" }).',
  slimHandler: "Leave it out: what does not fit into a package goes into layers.",
  stageName: stageAdvice,
  throttle: "Write it in defaults: { throttle: { rate: 100, burst: 50 } }, for all routes.",
  apiKeyRequired:
    "REST APIs have keys. Write it in each route that needs one: cdk: { method: { apiKeyRequired: true } }.",
  cognito: "Write the resources of Amazon Cognito in cdk: { userPool: { ... }, userPoolClient: { ... } }.",
  deployOptions: "Write it in cdk: { restApi: { deployOptions: { ... } } }.",
  snsTopic: "Write the provider's resource in cdk: { topic: { ... } }.",
  sqsQueue: "Write the provider's resource in cdk: { queue: { ... } }.",
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
  resourceGroupName: "Leave it out: a function belongs to the stack in which it is created.",
  websiteErrorDocument: websiteAdvice,
  websiteIndexDocument: websiteAdvice,
  allowPublicSubnet:
    "Leave it out: a function in a public subnet has no access to the internet, and AWS does not refuse it.",
  scaling: "Set capacity on the provider's resource below cdk.",
  tags: "For tags on everything, write provider: { defaultTags: { ... } } on the App or Stack; for one resource, tags below cdk.",
};

/** Words that other tools put before or after a name: the service, the unit, the kind of the value. */
const addedWords =
  /^(?:lambda|aws|enable)(?=[A-Z])|(?:In)?(?:Seconds|Minutes|Days|MB|Mb|Bytes)$|(?:Enabled|Arn|Configuration|Config|Settings|Options|s)$/;

/** The spellings of a name as in TypeScript: CloudFormation begins with a capital, Terraform and Python join words with `_`. */
function spellingsOf(name: string): readonly string[] {
  const joined = name.replace(/[_-]+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const camel = joined.charAt(0).toLowerCase() + joined.slice(1);
  const bare = camel.replace(addedWords, "");
  const short = bare.charAt(0).toLowerCase() + bare.slice(1);
  return [...new Set(short.length < 3 ? [name, camel] : [name, camel, short])];
}

/** The names here or in the provider for a name of another library, the likeliest first, with its own spellings. */
export function namesHere(name: string): readonly string[] {
  const spellings = spellingsOf(name);
  const known = spellings.flatMap((each) => ownValue<readonly string[]>(foreignNames, each) ?? []);
  return [...new Set([...known, ...spellings])];
}

/**
 * A sentence on a prop of another library; an empty string if there is nothing to say.
 *
 * @param below - the place of the key in the provider's resource, if that is known
 */
export function adviceForProp(key: string, allowed: readonly string[], below?: string): string {
  const names = namesHere(key);
  const isHere = names.some((name) => allowed.includes(name));
  const text = spellingsOf(key)
    .map((each) => ownValue(advice, each))
    .find((each) => each !== undefined);
  if (text !== undefined && !(key !== "env" && isHere)) return `\n${text}`;
  if (isHere) return "";
  if (below !== undefined) return `\n${below}`;
  if (!allowed.includes("cdk") || !Object.hasOwn(foreignNames, key)) return "";
  const ofProvider = names.filter((name) => name !== key && !ownNames.includes(name));
  if (ofProvider.length === 0) return "";
  return `\nSet it on the provider's resource below cdk, where it is called ${ofProvider.join(" or ")}.`;
}
