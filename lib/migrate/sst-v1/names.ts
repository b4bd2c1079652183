/** The packages of SST's constructs: of version 1, and of version 2, which has the same ones. */
export const constructPackages: ReadonlySet<string> = new Set([
  "@serverless-stack/resources",
  "sst/constructs",
  "sst/constructs/deprecated",
]);

/** Names of SST that are others here. */
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

/** Names of SST without a counterpart, and what to do. */
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

/** Properties of constructs that have other names here. */
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
