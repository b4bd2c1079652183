import { appName } from "../../lib/migrate/write/project-files";
import { service } from "./written-stacks";

/** A name, a part of an application, the statements that are written for it, and what the report says. */
type Row = readonly [name: string, part: string, body: string, ...report: string[]];

describe("An event of the Serverless Framework becomes a part of the stack:", () => {
  test.each<Row>([
    [
      "a schedule with one rate",
      "{ schedule: rate(1 day) }",
      'new Cron(stack, "HelloSchedule", { schedule: "rate(1 day)", job: hello });',
    ],
    [
      "a schedule with two rates and an input",
      "{ schedule: { rate: ['cron(0 1 * * ? *)', rate(2 hours)], enabled: false, name: nightly, description: d, input: { a: 1 } } }",
      'new Cron(stack, "HelloSchedule", { schedule: "cron(0 1 * * ? *)", enabled: false, cdk: { rule: { ruleName: "nightly", description: "d" } }, job: { function: hello, cdk: { target: { input: JSON.stringify({ a: 1 }) } } } }); new Cron(stack, "HelloSchedule2", { schedule: "rate(2 hours)", enabled: false, cdk: { rule: { ruleName: "nightly", description: "d" } }, job: { function: hello, cdk: { target: { input: JSON.stringify({ a: 1 }) } } } });',
    ],
    [
      "a schedule of EventBridge Scheduler",
      "{ schedule: { rate: rate(1 hour), method: scheduler, timezone: Europe/Berlin, name: n, inputPath: $.a } }",
      'new Cron(stack, "HelloSchedule", { schedule: "rate(1 hour)", timezone: "Europe/Berlin", cdk: { schedule: { name: "n" } }, job: hello });',
      "Event of `hello`: `inputPath` was not translated.",
    ],
    [
      "a queue",
      "{ sqs: { arn: 'arn:aws:sqs:eu-west-1:123456789012:jobs', batchSize: 5, maximumBatchingWindow: 10, functionResponseType: ReportBatchItemFailures, maximumConcurrency: 4, enabled: false } }",
      'new Queue(stack, "Jobs", { cdk: { queue: new DataAwsSqsQueue(stack, "ExistingJobs", { name: "jobs" }) }, consumer: { function: hello, partialBatchResponses: true, maxBatchingWindow: "10 seconds", maxConcurrency: 4, cdk: { eventSource: { batchSize: 5, enabled: false } } } });',
    ],
    [
      "a stream of Kinesis",
      "{ stream: { arn: 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks', startingPosition: LATEST, maximumRetryAttempts: 3, maximumRecordAgeInSeconds: 60, bisectBatchOnFunctionError: true, parallelizationFactor: 2, batchWindow: 1, filterPatterns: [{ data: { a: [1] } }] } }",
      'new KinesisStream(stack, "Clicks", { cdk: { stream: new DataAwsKinesisStream(stack, "ExistingClicks", { name: "clicks" }) }, consumers: { HelloConsumer: { function: hello, filters: [{ data: { a: [1] } }], maxBatchingWindow: "1 seconds", cdk: { eventSource: { startingPosition: "LATEST" } }, retryAttempts: 3, maxAge: "60 seconds", bisectOnError: true, parallelization: 2 } } });',
    ],
    [
      "a stream of DynamoDB",
      "{ stream: { type: dynamodb, arn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/notes/stream/x', startingPosition: TRIM_HORIZON, tumblingWindowInSeconds: 3 } }",
      'new Table(stack, "Notes", { cdk: { table: new DataAwsDynamodbTable(stack, "ExistingNotes", { name: "notes" }) }, consumers: { HelloConsumer: hello } });',
      "Event of `hello`: `tumblingWindowInSeconds` was not translated.",
    ],
    [
      "a topic by name",
      "{ sns: news }",
      'new Topic(stack, "News", { cdk: { topic: { name: "news" } }, subscribers: { hello } });',
    ],
    [
      "a topic by ARN",
      "{ sns: { arn: 'arn:aws:sns:eu-west-1:123456789012:news', filterPolicy: { kind: [a] }, filterPolicyScope: MessageBody } }",
      'new Topic(stack, "News", { cdk: { topic: new DataAwsSnsTopic(stack, "ExistingNews", { name: "news" }) }, subscribers: { hello: { function: hello, cdk: { subscription: { filterPolicy: { kind: ["a"] }, filterPolicyScope: "MessageBody" } } } } });',
    ],
    [
      "a topic with a display name",
      "{ sns: { topicName: news, displayName: News } }",
      'new Topic(stack, "News", { cdk: { topic: { name: "news" } }, subscribers: { hello } });',
      "Event of `hello`: `displayName` has no counterpart, and was left out.",
    ],
    [
      "a bucket by name",
      "{ s3: shop-uploads }",
      'new Bucket(stack, "ShopUploads", { name: "shop-uploads", notifications: { HelloUpload: { function: hello, events: ["object_created"] } } });',
    ],
    [
      "a bucket that exists",
      "{ s3: { bucket: shop-uploads, event: 's3:ObjectRemoved:Delete', existing: true, rules: [{ prefix: a/ }, { suffix: .csv }] } }",
      'new Bucket(stack, "ShopUploads", { cdk: { bucket: new DataAwsS3Bucket(stack, "ExistingShopUploads", { bucket: "shop-uploads" }) }, notifications: { HelloUpload: { function: hello, events: ["object_removed_delete"], filters: [{ prefix: "a/" }, { suffix: ".csv" }] } } });',
    ],
    [
      "a bucket whose name is invalid",
      "{ s3: Bad_Name }",
      'new Bucket(stack, "Bucket", { notifications: { HelloUpload: { function: hello, events: ["object_created"] } } });',
      'Event of `hello`: "Bad_Name" is not the name of a bucket: write one.',
    ],
    [
      "a pattern on the default bus",
      "{ eventBridge: { pattern: { source: [shop], detail-type: [Placed], detail: { a: [1] } }, input: { b: 2 }, name: placed, enabled: false } }",
      'new EventBus(stack, "DefaultBus", { cdk: { eventBus: { name: "default" } }, rules: { HelloRule: { pattern: { source: ["shop"], detailType: ["Placed"], detail: { a: [1] } }, cdk: { rule: { ruleName: "placed", enabled: false } }, targets: { hello: { function: hello, cdk: { target: { input: JSON.stringify({ b: 2 }) } } } } } } });',
    ],
    [
      "a whole pattern on a bus by name",
      "{ eventBridge: { eventBus: shop-bus, pattern: { source: [shop], account: ['1'] } } }",
      'new EventBus(stack, "ShopBus", { cdk: { eventBus: { name: "shop-bus" } }, rules: { HelloRule: { cdk: { rule: { eventPattern: { source: ["shop"], account: ["1"] } } }, targets: { hello } } } });',
    ],
    [
      "a schedule on a bus by ARN",
      "{ eventBridge: { eventBus: 'arn:aws:events:eu-west-1:123456789012:event-bus/orders', schedule: rate(5 minutes) } }",
      'new EventBus(stack, "Orders", { cdk: { eventBus: new DataAwsCloudwatchEventBus(stack, "ExistingOrders", { name: "orders" }) }, rules: { HelloRule: { cdk: { rule: { schedule: "rate(5 minutes)" } }, targets: { hello } } } });',
    ],
    [
      "a pattern of CloudWatch",
      "{ cloudwatchEvent: { event: { source: [aws.ec2] }, description: d, input: text } }",
      'new EventBus(stack, "DefaultBus", { cdk: { eventBus: { name: "default" } }, rules: { HelloRule: { pattern: { source: ["aws.ec2"] }, cdk: { rule: { description: "d" } }, targets: { hello: { function: hello, cdk: { target: { input: "text" } } } } } } });',
    ],
    [
      "a rule of IoT",
      "{ iot: { sql: SELECT * FROM 'a', name: n, description: d, sqlVersion: '2016-03-23', enabled: false } }",
      'new Trigger(stack, "HelloIot", { type: "iot", sql: "SELECT * FROM \'a\'", enabled: false, cdk: { topicRule: { name: "n", description: "d", sqlVersion: "2016-03-23" } }, function: hello });',
    ],
    [
      "a skill of Alexa",
      "{ alexaSkill: amzn1.ask.skill.1 }",
      'new Trigger(stack, "HelloSkill", { type: "alexa_skill", skillId: "amzn1.ask.skill.1", function: hello });',
    ],
    [
      "a skill without an id",
      "alexaSkill",
      "",
      "Event of `hello`: a trigger needs the id of the skill, since others could call the function.",
    ],
    [
      "a skill of a smart home",
      "{ alexaSmartHome: { appId: amzn1.ask.skill.1, enabled: true } }",
      'new Trigger(stack, "HelloSkill", { type: "smart_home_skill", skillId: "amzn1.ask.skill.1", function: hello });',
    ],
    [
      "a log group",
      "{ cloudwatchLog: { logGroup: /other, filter: ERROR } }",
      'new Trigger(stack, "HelloLog", { type: "log_group", logGroup: new DataAwsCloudwatchLogGroup(stack, "HelloLogGroup", { name: "/other" }), filterPattern: "ERROR", function: hello });',
    ],
    [
      "a load balancer",
      "{ alb: { listenerArn: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/a/b/c', priority: 1, conditions: { path: /a, host: [b.org], method: GET, ip: [10.0.0.0/8] } } }",
      'new Trigger(stack, "HelloAlb", { type: "load_balancer", listener: "arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/a/b/c", priority: 1, conditions: { paths: ["/a"], hosts: ["b.org"], methods: ["GET"], sourceIps: ["10.0.0.0/8"] }, function: hello });',
    ],
    [
      "a REST route with all settings",
      "{ http: { path: a, method: any, cors: true, private: true, operationId: op, authorizer: aws_iam, request: { parameters: { paths: { id: true }, headers: { x: { required: true } } }, schemas: {} } } }",
      'new RestV1Api(stack, "Api", { routes: { "ANY /a": { function: hello, authorizer: "iam", cdk: { method: { apiKeyRequired: true, operationName: "op", requestParameters: { "method.request.path.id": true, "method.request.header.x": true } } } } } });',
      "ANY /a: `request.schemas` was not translated: use `addModel` and `addRequestValidator`.",
    ],
    [
      "REST routes with a function and a user pool as authorizers",
      "{ http: { path: a, method: get, authorizer: { name: guard, type: request, resultTtlInSeconds: 0, identitySource: 'method.request.header.A, context.b', identityValidationExpression: x } } }, { http: { path: b, method: get, authorizer: { arn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc', scopes: [a/b], name: pool } } }",
      'new RestV1Api(stack, "Api", { cors: false, authorizers: { guard: { type: "fn_request", function: stack, identitySources: ["method.request.header.A", "context.b"] }, pool: { type: "user_pools", userPoolIds: ["eu-west-1_abc"] } }, routes: { "GET /a": { function: hello, authorizer: "guard" }, "GET /b": { function: hello, authorizer: "pool", authorizationScopes: ["a/b"] } } });',
      "`guard` is referred to, but was not translated: write its value.",
    ],
    [
      "a REST route whose authorizer is in another stack",
      "{ http: { path: a, method: get, authorizer: { arn: 'arn:aws:lambda:eu-west-1:123456789012:function:x', name: far } } }",
      'new RestV1Api(stack, "Api", { cors: false, routes: { "GET /a": { function: hello, authorizer: "far" } } });',
      "The authorizer `far` is a function of another stack: declare it in `authorizers`.",
    ],
    [
      "routes of an HTTP API",
      "{ httpApi: '*' }, { httpApi: 'GET /b' }",
      'new Api(stack, "HttpApi", { cors: false, routes: { $default: hello, "GET /b": hello } });',
    ],
    [
      "a route of an HTTP API with an authorizer",
      "{ httpApi: { path: /a, method: '*', authorizer: { name: users, scopes: [a] } } }",
      'new Api(stack, "HttpApi", { cors: false, routes: { "ANY /a": { function: hello, authorizer: "users", authorizationScopes: ["a"] } } });',
    ],
    [
      "routes of a WebSocket API",
      "{ websocket: $connect }, { websocket: { route: say, authorizer: { name: guard, identitySource: [route.request.querystring.t] } } }",
      'new WebSocketApi(stack, "WebSocketApi", { authorizer: { type: "fn", function: stack, identitySource: ["route.request.querystring.t"] }, routes: { $connect: hello, say: hello } });',
      "`guard` is referred to, but was not translated: write its value.",
    ],
    [
      "a WebSocket route with IAM and a response",
      "{ websocket: { route: say, authorizer: aws_iam, routeResponseSelectionExpression: $default } }",
      'new WebSocketApi(stack, "WebSocketApi", { authorizer: "iam", routes: { say: hello } });',
      "say: responses of routes were not translated: send with `PostToConnection`.",
    ],
    [
      "a user pool without resources",
      "{ cognitoUserPool: { pool: users, trigger: PreSignUp } }",
      "",
      "Function `hello`: the event `cognitoUserPool` was not translated.",
    ],
    [
      "CloudFront",
      "{ cloudFront: { eventType: viewer-request, origin: s3://a } }",
      "",
      "Function `hello`: the event `cloudFront` was not translated.",
    ],
    ["ActiveMQ", "{ activemq: {} }", "", "Function `hello`: the event `activemq` was not translated."],
    [
      "a REST route as one text",
      "{ http: 'GET /a/{id}/' }",
      'new RestV1Api(stack, "Api", { cors: false, routes: { "GET /a/{id}": hello } });',
    ],
  ])("%s", async (_, part, expected, ...said) => {
    const { body, report } = await service(`functions: { hello: { handler: a.b, events: [${part}] } }`);
    expect([
      body.replace(/^(const hello = )?new Function\(stack, "hello", \{ handler: "a\.b" \}\); ?/i, ""),
      report,
    ]).toEqual([expected, said]);
  });
});

describe("A function of the Serverless Framework keeps", () => {
  test.each<Row>([
    [
      "settings of the function",
      "timeout: 9, memorySize: 256, description: d, name: own, runtime: nodejs22.x, architecture: arm64, tracing: Active, reservedConcurrency: 3, ephemeralStorageSize: 1024",
      'new Function(stack, "hello", { handler: "a.b", functionName: "own", description: "d", runtime: "nodejs22.x", timeout: 9, memorySize: 256, architecture: "arm_64", diskSize: 1024, reservedConcurrentExecutions: 3, tracing: "active" });',
    ],
    [
      "a runtime that AWS blocks",
      "runtime: nodejs14.x, environment: { A: 1, B: true, C: null }, tags: { team: a }, logRetentionInDays: 14",
      'new Function(stack, "hello", { handler: "a.b", runtime: "nodejs22.x", logRetention: "two_weeks", cdk: { function: { tags: { team: "a" } } }, environment: { A: "1", B: "true", C: "" } });',
      "`nodejs14.x` became `nodejs22.x`: AWS creates no functions with it any more.",
    ],
    [
      "logs for three years",
      "logRetentionInDays: 1096",
      'new Function(stack, "hello", { handler: "a.b", logRetention: "three_years" });',
    ],
    ["an open URL", "url: true", 'new Function(stack, "hello", { handler: "a.b", url: true });'],
    [
      "a URL with IAM and streaming",
      "url: { authorizer: aws_iam, cors: true, invokeMode: RESPONSE_STREAM }",
      'new Function(stack, "hello", { handler: "a.b", url: { authorizer: "iam", streaming: true, cors: true } });',
    ],
    [
      "a URL with CORS",
      "url: { cors: { allowedOrigins: ['https://a.org'], allowedMethods: [GET], allowedHeaders: [x], maxAge: 60, allowCredentials: true, exposedResponseHeaders: [y] } }",
      'new Function(stack, "hello", { handler: "a.b", url: { cors: { allowOrigins: ["https://a.org"], allowHeaders: ["x"], allowMethods: ["GET"], allowCredentials: true, exposeHeaders: ["y"], maxAge: "60 seconds" } } });',
    ],
    [
      "concurrency, layers and a key",
      "provisionedConcurrency: 2, layers: ['arn:aws:lambda:eu-west-1:123456789012:layer:tools:3'], kmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/x', disableLogs: true",
      'new Function(stack, "hello", { handler: "a.b", environmentEncryption: "arn:aws:kms:eu-west-1:123456789012:key/x", layers: ["arn:aws:lambda:eu-west-1:123456789012:layer:tools:3"], currentVersionOptions: { provisionedConcurrentExecutions: 2 } });',
      "Function `hello`: `disableLogs` has no counterpart, and was left out.",
    ],
    [
      "a VPC",
      "vpc: { securityGroupIds: [sg-1], subnetIds: [subnet-1, subnet-2] }",
      'new Function(stack, "hello", { handler: "a.b", vpc: new DataAwsSubnet(stack, "FunctionSubnet", { id: "subnet-1" }).vpcId, vpcSubnets: ["subnet-1", "subnet-2"], securityGroups: ["sg-1"] });',
    ],
    [
      "destinations and retries",
      "onError: 'arn:aws:sns:eu-west-1:123456789012:failed', maximumRetryAttempts: 1, maximumEventAge: 60, destinations: { onSuccess: other, onFailure: 'arn:aws:sqs:eu-west-1:123456789012:failed' }",
      'new Function(stack, "hello", { handler: "a.b", retryAttempts: 1, maxEventAge: "60 seconds", onSuccess: stack, onFailure: "arn:aws:sqs:eu-west-1:123456789012:failed" });',
      "Function `hello`: `onError` was not translated.",
      "`other` is referred to, but was not translated: write its value.",
    ],
    [
      "its own statements and an existing role",
      "iamRoleStatements: [{ Effect: Allow, Action: ['s3:GetObject'], Resource: '*' }], role: arn:aws:iam::123456789012:role/jobs",
      'new Function(stack, "hello", { handler: "a.b", role: new DataAwsIamRole(stack, "HelloExistingRole", { name: "jobs" }), permissions: [{ actions: ["s3:GetObject"], resources: ["*"] }] });',
    ],
    [
      "parts without a counterpart",
      "image: repo, condition: A, dependsOn: B, awsKmsKeyArn: x, fileSystemConfig: { arn: a, localMountPath: /mnt/a }",
      'new Function(stack, "hello", { handler: "a.b" });',
      "Function `hello`: `image` was not translated.",
      "Function `hello`: `condition` was not translated.",
      "Function `hello`: `awsKmsKeyArn` was not translated.",
      "Function `hello`: `fileSystemConfig` was not translated.",
    ],
  ])("%s", async (_, part, expected, ...said) => {
    const { body, report } = await service(`functions: { hello: { handler: a.b, ${part} } }`);
    expect([body, report]).toEqual([expected, said]);
  });
});

describe("A service of the Serverless Framework keeps", () => {
  test.each<Row>([
    [
      "defaults of the provider",
      "provider: { name: aws, runtime: python3.12, region: eu-central-1, stage: prod, memorySize: 128, environment: { A: '${self:provider.stage}' }, iamRoleStatements: [{ Effect: Allow, Action: 'dynamodb:*', Resource: '*' }], logRetentionInDays: 3, versionFunctions: false }\nfunctions: { hello: { handler: a.b } }",
      'stack.addDefaultFunctionEnv({ A: stack.stage }); stack.addDefaultFunctionPermissions([{ actions: ["dynamodb:*"], resources: ["*"] }]); new Function(stack, "hello", { handler: "a.b" });',
      "The file of the handler `a.b` is missing: build it first, or write its path.",
    ],
    [
      "statements and a VPC of all functions",
      "provider: { name: aws, iam: { role: { statements: [{ Effect: Deny, NotAction: 's3:*', Resource: ['*'], Condition: { Bool: { a: 'true' } } }], managedPolicies: [arn:aws:iam::aws:policy/ReadOnlyAccess] } }, vpc: { securityGroupIds: [sg-1], subnetIds: [subnet-1] }, tracing: { lambda: true, apiGateway: true } }\nfunctions: { hello: { handler: a.b } }",
      'stack.setDefaultFunctionProps({ vpc: new DataAwsSubnet(stack, "FunctionSubnet", { id: "subnet-1" }).vpcId }); stack.addDefaultFunctionPermissions([ { effect: "Deny", notActions: ["s3:*"], resources: ["*"], conditions: { Bool: { a: "true" } } } ]); new Function(stack, "hello", { handler: "a.b" });',
      "`iam.role.managedPolicies` was not translated.",
    ],
    [
      "authorizers of an HTTP API",
      "provider: { name: aws, httpApi: { name: n, payload: '1.0', cors: true, authorizers: { users: { type: jwt, identitySource: $request.header.Authorization, issuerUrl: 'https://i.org', audience: [a] }, guard: { type: request, functionName: hello, enableSimpleResponses: true, resultTtlInSeconds: 60 } } } }\nfunctions: { hello: { handler: a.b, events: [{ httpApi: { path: /a, method: get, authorizer: { name: users } } }] } }",
      'const hello = new Function(stack, "hello", { handler: "a.b" }); new Api(stack, "HttpApi", { cors: true, defaults: { payloadFormatVersion: "1.0" }, cdk: { httpApi: { name: "n" } }, authorizers: { users: { type: "jwt", jwt: { issuer: "https://i.org", audience: ["a"] } }, guard: { type: "fn", function: hello, responseTypes: ["simple"], resultsCacheTtl: "60 seconds" } }, routes: { "GET /a": { function: hello, authorizer: "users" } } });',
    ],
    [
      "CORS of an HTTP API",
      "provider: { name: aws, httpApi: { cors: { allowedOrigins: ['https://a.org'], allowedHeaders: [x], allowedMethods: [GET], allowCredentials: true, exposedResponseHeaders: [y], maxAge: 5 } } }\nfunctions: { hello: { handler: a.b, events: [{ httpApi: 'GET /a' }] } }",
      'const hello = new Function(stack, "hello", { handler: "a.b" }); new Api(stack, "HttpApi", { cors: { allowOrigins: ["https://a.org"], allowHeaders: ["x"], allowMethods: ["GET"], allowCredentials: true, exposeHeaders: ["y"], maxAge: "5 seconds" }, routes: { "GET /a": hello } });',
    ],
    [
      "settings and keys of a REST API",
      "provider: { name: aws, endpointType: regional, apiName: n, apiGateway: { binaryMediaTypes: ['*/*'], minimumCompressionSize: 1024, apiKeys: [a, { value: v, name: b }], usagePlan: { quota: { limit: 5, period: DAY }, throttle: { burstLimit: 1, rateLimit: 2 } } } }\nfunctions: { hello: { handler: a.b, events: [{ http: { path: a, method: get, private: true } }] } }",
      'const hello = new Function(stack, "hello", { handler: "a.b" }); const api = new RestV1Api(stack, "Api", { cors: false, cdk: { restApi: { name: "n", binaryMediaTypes: ["*/*"], minimumCompressionSize: "1024", endpointConfiguration: { types: ["REGIONAL"] } } }, routes: { "GET /a": { function: hello, cdk: { method: { apiKeyRequired: true } } } } }); const apiUsagePlan = new ApiGatewayUsagePlan(stack, "ApiUsagePlan", { name: stack.app.logicalPrefixedName("ApiUsagePlan"), apiStages: [{ apiId: api.restApiId, stage: api.cdk.restApi.deploymentStage.stageName }], throttleSettings: { burstLimit: 1, rateLimit: 2 }, quotaSettings: { limit: 5, period: "DAY" } }); const apiKey1 = new ApiGatewayApiKey(stack, "ApiKey1", { name: "a" }); new ApiGatewayUsagePlanKey(stack, "ApiUsagePlanKey1", { keyId: apiKey1.id, keyType: "API_KEY", usagePlanId: apiUsagePlan.id }); const apiKey2 = new ApiGatewayApiKey(stack, "ApiKey2", { value: "v", name: "b" }); new ApiGatewayUsagePlanKey(stack, "ApiUsagePlanKey2", { keyId: apiKey2.id, keyType: "API_KEY", usagePlanId: apiUsagePlan.id });',
    ],
    [
      "several usage plans",
      "provider: { name: aws, apiKeys: [{ gold: [a] }], usagePlan: [{ gold: { quota: { limit: 5 } } }] }\nfunctions: { hello: { handler: a.b, events: [{ http: { path: a, method: get } }] } }",
      'const hello = new Function(stack, "hello", { handler: "a.b" }); new RestV1Api(stack, "Api", { cors: false, routes: { "GET /a": hello } });',
      "Several usage plans were not translated: use `addUsagePlan` of `api.cdk.restApi`.",
    ],
    [
      "variables",
      "provider: { name: aws }\nfunctions: { hello: { handler: a.b, environment: { A: '${env:A}', B: \"${env:B, 'x'}\", C: '${ssm:/a/b}', D: '${opt:stage}', E: '${aws:accountId}-${aws:region}', F: '${param:p}', G: '${cf:s.O}', H: '${s3:b/k}' } } }\nparams: { default: { p: 5 } }",
      'new Function(stack, "hello", { handler: "a.b", environment: { A: process.env.A ?? "", B: process.env.B ?? "x", C: new DataAwsSsmParameter(stack, "Parameter3", { name: "/a/b" }).value, D: stack.stage, E: `${stack.account}-${stack.region}`, F: "TODO-param-p", G: "TODO-cf-s.O", H: "TODO-s3-b-k" } });',
      "The variable `${param:p}` has no value that the migration knows: write it.",
      "The variable `${cf:s.O}` has no value that the migration knows: write it.",
      "The variable `${s3:b/k}` has no value that the migration knows: write it.",
    ],
    [
      "sources that are its own resources",
      "provider: { name: aws }\nfunctions: { hello: { handler: a.b, events: [{ stream: !GetAtt Notes.StreamArn }, { sqs: !GetAtt Jobs.Arn }, { sns: !Ref News }, { s3: !Ref Files }] } }\nresources: { Resources: { Notes: { Type: 'AWS::DynamoDB::Table', Properties: { AttributeDefinitions: [{ AttributeName: id, AttributeType: S }], KeySchema: [{ AttributeName: id, KeyType: HASH }], StreamSpecification: { StreamViewType: NEW_IMAGE } } }, Jobs: { Type: 'AWS::SQS::Queue' }, News: { Type: 'AWS::SNS::Topic' }, Files: { Type: 'AWS::S3::Bucket' } } }",
      'const hello = new Function(stack, "hello", { handler: "a.b" }); new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" }, stream: "new_image", consumers: { HelloConsumer: hello } }); new Queue(stack, "Jobs", { consumer: hello }); new Topic(stack, "News", { subscribers: { hello } }); new Bucket(stack, "Files", { notifications: { HelloUpload: { function: hello, events: ["object_created"] } } });',
    ],
    [
      "a name from a variable",
      "service: { name: '${self:custom.name}' }\ncustom: { name: orders }\nprovider: { name: aws, runtime: nodejs22.x, environment: { A: '${self:custom.name}' } }\nfunctions: { hello: { handler: a.b } }",
      'stack.addDefaultFunctionEnv({ A: "orders" }); new Function(stack, "hello", { handler: "a.b" });',
    ],
    [
      "what bundling replaces",
      "package: { individually: true }\nplugins: [serverless-offline, serverless-webpack]\nprovider: { name: aws }\nfunctions: { hello: { handler: a.b } }",
      'new Function(stack, "hello", { handler: "a.b" });',
      "`package` is not needed: each handler is bundled with what it imports.",
      "The plugin `serverless-offline` is replaced by `serverform local`.",
      "The plugin `serverless-webpack` is not needed: handlers are bundled with esbuild.",
    ],
    [
      "parts without a counterpart",
      "package: { artifact: build/all.jar }\nlayers: { tools: { path: tools } }\nprovider: { name: aws, logs: { httpApi: true }, odd: 1 }\nfunctions: { hello: { handler: a.b } }\nresources: { Odd: 1, Outputs: { A: { Value: b, Description: d } } }",
      'new Function(stack, "hello", { handler: "a.b" }); stack.addOutputs({ A: { value: "b", description: "d" } });',
      "The package `build/all.jar` was not translated: use `bundle: false` and `srcPath`, or let the library bundle the code.",
      "Layers of the service were not translated: name their folders in `layers` of the functions.",
      "`provider`: `odd` was not translated.",
      "`resources.Odd` was not translated.",
      "`package` is not needed: each handler is bundled with what it imports.",
      "Access logs of APIs are on by default; `accessLog` has their format.",
    ],
  ])("%s", async (_, part, expected, ...said) => {
    const { body, report } = await service(part);
    expect([body, report]).toEqual([expected, said]);
  });
});

test.each([
  ["my_shop.api", "my-shop-api"],
  ["2048", "app-2048"],
  ["日本", "app"],
  ["Bäckerei", "B-ckerei"],
])("The name %j becomes that of an app, %s", (name, expected) => {
  expect(appName(name)).toBe(expected);
});

describe("Data sources within one stack have different ids", () => {
  const idsIn = (body: string): readonly string[] =>
    [...body.matchAll(/new DataAws(\w+)\( ?stack, "([^"]+)"/g)].map(([, kind, id]) => `${kind} ${id}`);

  test("of the VPCs of functions", async () => {
    const vpc = (subnet: string) => `vpc: { subnetIds: [${subnet}], securityGroupIds: [sg-1] }`;
    const { stack } = await service(
      `functions:\n  one:\n    handler: a.b\n    ${vpc("subnet-1")}\n  two:\n    handler: a.b\n    ${vpc("subnet-2")}\n`,
    );
    expect(idsIn(stack)).toEqual(["Subnet FunctionSubnet", "Subnet FunctionSubnet2"]);
  });

  test("of parameters in one line, and of one that is used several times", async () => {
    const { stack } = await service(
      [
        "custom:",
        "  key: ${ssm:/shop/key}",
        "functions:",
        "  one:",
        "    handler: a.b",
        '    environment: { KEY: "${self:custom.key}", PAIR: "${ssm:/one}-${ssm:/two}" }',
        "  two:",
        "    handler: a.b",
        '    environment: { KEY: "${self:custom.key}" }',
      ].join("\n"),
    );
    const ids = idsIn(stack);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });

  test("of a resource that the service declares", async () => {
    const { stack } = await service(
      [
        "functions:",
        "  one:",
        "    handler: a.b",
        "    vpc: { subnetIds: [subnet-1], securityGroupIds: [sg-1] }",
        "resources: { Resources: { FunctionSubnet: { Type: 'AWS::SNS::Topic' } } }",
      ].join("\n"),
    );
    expect(stack).toContain('new Topic(stack, "FunctionSubnet")');
    expect(idsIn(stack)).toEqual(["Subnet FunctionSubnet2"]);
  });
});
