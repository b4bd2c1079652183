import { ownValue } from "../../facts/errors/own-value";

/** A change of one prop. `at` is its path: `routes.*.type`, where `*` is any key. */
export type PropRule = { readonly at: string } & (
  | { readonly rename: string }
  /** Members of an object of this `type` that move into a nested object: `schema` becomes `schemagen.schema`. */
  | { readonly group: string; readonly keys: readonly string[]; readonly ofType: string }
  | { readonly values: Readonly<Record<string, string>> }
  /** An object whose members move up one level. Default members are added, by key. */
  | { readonly spread: Readonly<Record<string, string>> }
  /** A prop that moves to the props of the construct. */
  | { readonly lift: true }
  /** An object that becomes the value of one of its members. */
  | { readonly member: string }
  /** A prop that the user must write. */
  | { readonly todo: string }
);

/** Keys of an underlying object: those of AWS CDK, and the provider's. */
const provider = (key: string, keys: Readonly<Record<string, string>>): readonly PropRule[] =>
  Object.entries(keys).map(([from, to]) => ({ at: `cdk.${key}.${from}`, rename: to }));

const authorizer = (at: string): PropRule => ({
  at,
  values: { lambda: "fn", lambda_request: "fn_request", lambda_token: "fn_token" },
});

const pothos: PropRule = {
  at: "routes.*",
  group: "schemagen",
  keys: ["schema", "output", "commands", "internalPackages"],
  ofType: "pothos",
};

const apiRules: readonly PropRule[] = [
  authorizer("authorizers.*.type"),
  pothos,
  { at: "routes.*.authorizationType", values: { AWS_IAM: "iam", NONE: "none" } },
  { at: "routes.*.authorizationType", rename: "authorizer" },
  { at: "routes.*.pothos", rename: "schemagen" },
  { at: "routes.*.type", values: { aws: "cloud", pothos: "graphql" } },
  ...provider("httpApi", { apiName: "name" }),
];

export const federation = {
  amazon: "retail",
  apple: "device",
  auth0: "enterprise",
  facebook: "social",
  google: "search",
  twitter: "microblog",
};

const userbase: readonly PropRule[] = [
  ...Object.entries(federation).map(
    ([from, to]): PropRule => ({ at: `identityPoolFederation.${from}`, rename: to }),
  ),
  ...provider("userPool", {
    userPoolName: "name",
    "passwordPolicy.minLength": "minimumLength",
    "passwordPolicy.requireDigits": "requireNumbers",
    "passwordPolicy.tempPasswordValidity": "temporaryPasswordValidityDays",
  }),
  ...provider("userPoolClient", {
    userPoolClientName: "name",
    "oAuth.flows": "allowedOauthFlows",
    "oAuth.scopes": "allowedOauthScopes",
  }),
  { at: "cdk.userPoolClient.supportedIdentityProviders.*", member: "name" },
  {
    at: "cdk.userPoolClient.oAuth",
    spread: {
      flows: 'allowedOauthFlows: ["code", "implicit"]',
      scopes: 'allowedOauthScopes: ["phone", "email", "openid", "profile", "aws.cognito.signin.user.admin"]',
      isEnabled: "allowedOauthFlowsUserPoolClient: true",
    },
  },
];

const rules: Readonly<Record<string, readonly PropRule[]>> = {
  Api: apiRules,
  GraphQLApi: [...apiRules, { at: "pothos", rename: "schemagen" }],
  RestV1Api: [authorizer("authorizers.*.type"), ...provider("restApi", { restApiName: "name" })],
  WebSocketApi: [authorizer("authorizer.type"), ...provider("webSocketApi", { apiName: "name" })],
  Userbase: userbase,
  Queue: provider("queue", {
    deliveryDelay: "delaySeconds",
    fifo: "fifoQueue",
    queueName: "name",
    receiveMessageWaitTime: "receiveWaitTimeSeconds",
    retentionPeriod: "messageRetentionSeconds",
    visibilityTimeout: "visibilityTimeoutSeconds",
  }),
  Topic: provider("topic", { fifo: "fifoTopic", topicName: "name" }),
  Table: provider("table", { tableName: "name" }),
  KinesisStream: provider("stream", { streamName: "name" }),
  EventBus: [
    ...provider("eventBus", { eventBusName: "name" }),
    { at: "rules.*.cdk.rule.ruleName", rename: "name" },
  ],
  Cron: [{ at: "cdk.rule.ruleName", rename: "name" }],
  Bucket: provider("bucket", { bucketName: "bucket" }),
  NextjsSite: [{ at: "defaults.function.permissions", lift: true }],
};

export const rulesOf = (className: string): readonly PropRule[] => ownValue(rules, className) ?? [];

/** Methods whose argument is the value of a prop, with the prop and the position of the argument. */
export const propMethods: Readonly<Record<string, { readonly prop: string; readonly argument: number }>> = {
  addAuthorizers: { prop: "authorizers", argument: 1 },
  addRoutes: { prop: "routes", argument: 1 },
  addRules: { prop: "rules", argument: 1 },
};

export const methodRules = (prop: string): readonly PropRule[] =>
  apiRules
    .filter(({ at }) => at.startsWith(`${prop}.`))
    .map((rule) => ({ ...rule, at: rule.at.slice(prop.length + 1) }));

/** The packages of SST's constructs: of version 1, and of version 2, which has the same ones. */
export const constructPackages: ReadonlySet<string> = new Set([
  "@serverless-stack/resources",
  "sst/constructs",
  "sst/constructs/deprecated",
]);

/** Names of SST that differ here. */
export const renamedExports: Readonly<Record<string, string>> = {
  ApiGatewayV1Api: "RestV1Api",
  ApiGatewayV1ApiProps: "RestV1ApiProps",
  ApiGatewayV1ApiRouteProps: "RestV1ApiRouteProps",
  ApiGatewayV1ApiFunctionRouteProps: "RestV1ApiFunctionRouteProps",
  ApiGatewayV1ApiAuthorizer: "RestV1ApiAuthorizer",
  ApiLambdaAuthorizer: "ApiFunctionAuthorizer",
  Cognito: "Userbase",
  CognitoProps: "UserbaseProps",
  FunctionDefinition: "FunctionReference",
  FunctionInlineDefinition: "FunctionReference",
  RemixSite: "Site",
  RemixSiteProps: "SiteProps",
  SvelteKitSite: "Site",
  AstroSite: "Site",
  SolidStartSite: "Site",
};

/** Names of SST without a counterpart, with advice. */
export const missingExports: Readonly<Record<string, string>> = {
  DebugApp: "`app.debugStack` sets the stack of `serverform start`.",
  DebugStack: "`app.debugStack` sets the stack of `serverform start`.",
  Metadata: "Each construct has `getConstructMetadata`.",
  Parameter: "Use `Config.Parameter`.",
  Secret: "Use `Config.Secret`.",
  toCdkDuration: "Provider resources take numbers.",
  toCdkSize: "Provider resources take numbers.",
  attachPermissionsToRole: "Use `permissions` of the function, or `IamRolePolicy` of the provider.",
  attachPermissionsToPolicy: "Use `permissions` of the function, or `IamRolePolicy` of the provider.",
};

/** Properties of constructs with other names here. */
export const renamedProperties: Readonly<Record<string, string>> = {
  cognitoIdentityPoolId: "userbaseIdentityPoolId",
};

/**
 * Properties of the objects below `cdk`: those of AWS CDK, and the provider's. After `../`, the property is one of `cdk` itself.
 */
export const cdkProperties: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bucket: { bucketArn: "arn", bucketName: "bucket" },
  cfnIdentityPool: { ref: "id" },
  cluster: { clusterArn: "arn" },
  distribution: { distributionId: "id", distributionDomainName: "domainName" },
  eventBus: { eventBusArn: "arn", eventBusName: "name" },
  graphqlApi: { apiId: "id", apiKey: "../apiKey?.key" },
  httpApi: { apiId: "id", httpApiId: "id" },
  authRole: { roleArn: "arn", roleName: "name" },
  unauthRole: { roleArn: "arn", roleName: "name" },
  queue: { queueArn: "arn", queueName: "name", queueUrl: "url" },
  restApi: { restApiId: "id", restApiRootResourceId: "rootResourceId" },
  rule: { ruleArn: "arn", ruleName: "name" },
  stream: { streamArn: "arn", streamName: "name" },
  table: { tableArn: "arn", tableName: "name", tableStreamArn: "streamArn" },
  topic: { topicArn: "arn", topicName: "name" },
  userPool: { userPoolArn: "arn", userPoolId: "id" },
  userPoolClient: { userPoolClientId: "id" },
  webSocketApi: { apiId: "id" },
};
