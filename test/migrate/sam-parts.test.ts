import { sam } from "./written-stacks";

/** A name, a part of an application, the statements that are written for it, and what the report says. */
type Row = readonly [name: string, part: string, body: string, ...report: string[]];

describe("An event of AWS SAM becomes a part of the stack:", () => {
  test.each<Row>([
    [
      "a REST route with all settings",
      "{ Type: Api, Properties: { Path: /a, Method: ANY, Auth: { Authorizer: AWS_IAM, ApiKeyRequired: true, AuthorizationScopes: [a], Odd: 1 } } }",
      'new RestV1Api(stack, "Api", { cors: false, routes: { "ANY /a": { function: hello, authorizer: "iam", authorizationScopes: ["a"], cdk: { method: { apiKeyRequired: true } } } } });',
      "`Auth.Odd` of a route was not translated.",
    ],
    [
      "a REST route of an unknown API",
      "{ Type: Api, Properties: { Path: /a, Method: get, RequestModel: { Model: M }, RestApiId: gone } }",
      "",
      "Route of `Hello`: its API was not translated.",
      "Event `E` of `Hello`: `RequestModel` was not translated.",
    ],
    [
      "an HTTP route without a path",
      "{ Type: HttpApi }",
      'new Api(stack, "HttpApi", { cors: false, routes: { $default: hello } });',
    ],
    [
      "an HTTP route with all settings",
      "{ Type: HttpApi, Properties: { Path: /a/, Method: x-amazon-apigateway-any-method, PayloadFormatVersion: '1.0', TimeoutInMillis: 5, Auth: { Authorizer: NONE } } }",
      'new Api(stack, "HttpApi", { cors: false, routes: { "ANY /a": { function: hello, authorizer: "none", payloadFormatVersion: "1.0" } } });',
      "Event `E` of `Hello`: `TimeoutInMillis` has no counterpart, and was left out.",
    ],
    [
      "a queue",
      "{ Type: SQS, Properties: { Queue: 'arn:aws:sqs:eu-west-1:123456789012:jobs', BatchSize: 5, Enabled: false, MaximumBatchingWindowInSeconds: 3, ScalingConfig: { MaximumConcurrency: 4 }, FunctionResponseTypes: [ReportBatchItemFailures] } }",
      'new Queue(stack, "Jobs", { cdk: { queue: new DataAwsSqsQueue(stack, "ExistingJobs", { name: "jobs" }) }, consumer: { function: hello, partialBatchResponses: true, maxBatchingWindow: "3 seconds", cdk: { eventSource: { batchSize: 5, enabled: false } }, maxConcurrency: 4 } });',
    ],
    [
      "a stream of Kinesis",
      "{ Type: Kinesis, Properties: { Stream: 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks', StartingPosition: LATEST, MaximumRetryAttempts: 2, MaximumRecordAgeInSeconds: 60, BisectBatchOnFunctionError: true, ParallelizationFactor: 2, TumblingWindowInSeconds: 5, DestinationConfig: { OnFailure: { Destination: d } } } }",
      'new KinesisStream(stack, "Clicks", { cdk: { stream: new DataAwsKinesisStream(stack, "ExistingClicks", { name: "clicks" }) }, consumers: { HelloE: { function: hello, cdk: { eventSource: { startingPosition: "LATEST" } }, retryAttempts: 2, maxAge: "60 seconds", bisectOnError: true, parallelization: 2, onFailure: "d" } } });',
      "Event `E` of `Hello`: `TumblingWindowInSeconds` was not translated.",
    ],
    [
      "a bucket that is missing",
      "{ Type: S3, Properties: { Bucket: !Ref Gone, Events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'], Filter: { S3Key: { Rules: [{ Name: prefix, Value: a }] } } } }",
      "",
      "Event `E` of `Hello`: the bucket was not found from its ARN.",
    ],
    [
      "a topic",
      "{ Type: SNS, Properties: { Topic: 'arn:aws:sns:eu-west-1:123456789012:news', FilterPolicyScope: MessageBody, FilterPolicy: { a: [1] }, SqsSubscription: true } }",
      'new Topic(stack, "News", { cdk: { topic: new DataAwsSnsTopic(stack, "ExistingNews", { name: "news" }) }, subscribers: { HelloE: { function: hello, cdk: { subscription: { filterPolicy: { a: [1] }, filterPolicyScope: "MessageBody" } } } } });',
      "Event `E` of `Hello`: `SqsSubscription` was not translated.",
    ],
    [
      "a schedule",
      "{ Type: Schedule, Properties: { Schedule: rate(1 day), Name: n, Description: d, Enabled: false, Input: '{}', RetryPolicy: { MaximumRetryAttempts: 1 } } }",
      'new Cron(stack, "HelloE", { schedule: "rate(1 day)", enabled: false, cdk: { rule: { ruleName: "n", description: "d" } }, job: { function: hello, cdk: { target: { input: "{}" } } } });',
      "Event `E` of `Hello`: `RetryPolicy` was not translated.",
    ],
    [
      "a schedule of EventBridge Scheduler",
      "{ Type: ScheduleV2, Properties: { ScheduleExpression: rate(1 day), Name: n, State: DISABLED, ScheduleExpressionTimezone: Europe/Berlin, FlexibleTimeWindow: { Mode: 'OFF' } } }",
      'new Cron(stack, "HelloE", { schedule: "rate(1 day)", timezone: "Europe/Berlin", enabled: false, cdk: { schedule: { name: "n" } }, job: hello });',
    ],
    [
      "a pattern on a bus by name",
      "{ Type: EventBridgeRule, Properties: { EventBusName: shop-bus, Pattern: { source: [a] }, Input: x, RuleName: r, State: DISABLED, InputPath: $.a } }",
      'new EventBus(stack, "ShopBus", { cdk: { eventBus: new DataAwsCloudwatchEventBus(stack, "ExistingShopBus", { name: "shop-bus" }) }, rules: { HelloE: { pattern: { source: ["a"] }, cdk: { rule: { ruleName: "r", enabled: false } }, targets: { hello: { function: hello, cdk: { target: { input: "x", inputPath: "$.a" } } } } } } });',
    ],
    [
      "a whole pattern of CloudWatch",
      "{ Type: CloudWatchEvent, Properties: { Pattern: { source: [a], region: [b] } } }",
      'new EventBus(stack, "DefaultBus", { cdk: { eventBus: { name: "default" } }, rules: { HelloE: { cdk: { rule: { eventPattern: { source: ["a"], region: ["b"] } } }, targets: { hello } } } });',
    ],
    [
      "a rule of IoT",
      "{ Type: IoTRule, Properties: { Sql: SELECT, AwsIotSqlVersion: '2016-03-23' } }",
      'new Trigger(stack, "HelloE", { type: "iot", sql: "SELECT", cdk: { topicRule: { sqlVersion: "2016-03-23" } }, function: hello });',
    ],
    [
      "a log group",
      "{ Type: CloudWatchLogs, Properties: { LogGroupName: /x, FilterPattern: E } }",
      'new Trigger(stack, "HelloE", { type: "log_group", logGroup: new DataAwsCloudwatchLogGroup(stack, "HelloEGroup", { name: "/x" }), filterPattern: "E", function: hello });',
    ],
    [
      "a skill without an id",
      "{ Type: AlexaSkill }",
      "",
      "Event `E` of `Hello`: a trigger needs the id of the skill, since others could call the function.",
    ],
    [
      "a user pool that is missing",
      "{ Type: Cognito, Properties: { UserPool: !Ref Users, Trigger: PreSignUp } }",
      "",
      "Event `E` of `Hello`: pass the function as `triggers.preSignUp` of a `Userbase`.",
    ],
    [
      "Kafka",
      "{ Type: MSK, Properties: { Stream: a } }",
      "",
      "Function `Hello`: the event `MSK` was not translated.",
    ],
  ])("%s", async (_, part, expected, ...said) => {
    const { body, report } = await sam(
      `  Hello: { Type: "AWS::Serverless::Function", Properties: { Handler: a.b, Events: { E: ${part} } } }`,
    );
    expect([
      body.replace(/^(const hello = )?new Function\(stack, "hello", \{ handler: "a\.b" \}\); ?/i, ""),
      report,
    ]).toEqual([expected, said]);
  });
});

describe("A function of AWS SAM keeps", () => {
  test.each<Row>([
    [
      "settings of the function",
      "Runtime: python3.9, Timeout: 7, MemorySize: 64, Description: d, FunctionName: n, Tracing: Active, ReservedConcurrentExecutions: 0, EphemeralStorage: { Size: 2048 }, Architectures: [x86_64], Tags: { a: b }",
      'new Function(stack, "Hello", { handler: "a.b", functionName: "n", description: "d", runtime: "python3.9", timeout: 7, memorySize: 64, architecture: "x86_64", tracing: "active", diskSize: 2048, reservedConcurrentExecutions: 0, cdk: { function: { tags: { a: "b" } } } });',
      "The file of the handler `a.b` is missing: build it first, or write its path.",
    ],
    [
      "a URL with CORS",
      "FunctionUrlConfig: { AuthType: NONE, InvokeMode: RESPONSE_STREAM, Cors: { AllowOrigins: ['*'], AllowMethods: ['*'], AllowHeaders: [x], MaxAge: 5, AllowCredentials: true, ExposeHeaders: [y] } }",
      'new Function(stack, "Hello", { handler: "a.b", url: { streaming: true, cors: { allowOrigins: ["*"], allowHeaders: ["x"], allowMethods: ["ANY"], allowCredentials: true, exposeHeaders: ["y"], maxAge: "5 seconds" } } });',
    ],
    [
      "a dead letter topic",
      "DeadLetterQueue: { Type: SNS, TargetArn: !Ref News } } }\n  News: { Type: 'AWS::SNS::Topic', Properties: { TopicName: n",
      'const news = new Topic(stack, "News", { cdk: { topic: { name: "n" } } }); new Function(stack, "Hello", { handler: "a.b", deadLetterTopic: news });',
    ],
    [
      "a dead letter queue",
      "DeadLetterQueue: { Type: SQS, TargetArn: !GetAtt Jobs.Arn } } }\n  Jobs: { Type: 'AWS::SQS::Queue', Properties: { QueueName: n",
      'const jobs = new Queue(stack, "Jobs", { cdk: { queue: { name: "n" } } }); new Function(stack, "Hello", { handler: "a.b", deadLetterQueue: jobs });',
    ],
    [
      "retries, an alias and concurrency",
      "EventInvokeConfig: { MaximumRetryAttempts: 1, MaximumEventAgeInSeconds: 60, DestinationConfig: { OnFailure: { Type: SQS, Destination: d } } }, AutoPublishAlias: live, ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 2 }",
      'new Function(stack, "Hello", { handler: "a.b", currentVersionOptions: { provisionedConcurrentExecutions: 2 }, retryAttempts: 1, maxEventAge: "60 seconds", onFailure: "d" });',
      "`AutoPublishAlias`: use `currentVersionOptions`, or `addAlias` of the function.",
    ],
    [
      "a VPC, layers, logs and SnapStart",
      "VpcConfig: { SecurityGroupIds: [sg-1], SubnetIds: [subnet-1] }, Layers: ['arn:aws:lambda:eu-west-1:123456789012:layer:tools:3'], KmsKeyArn: k, LoggingConfig: { LogFormat: JSON }, SnapStart: { ApplyOn: PublishedVersions }",
      'new Function(stack, "Hello", { handler: "a.b", logging: { format: "json" }, environmentEncryption: "k", layers: ["arn:aws:lambda:eu-west-1:123456789012:layer:tools:3"], vpc: new DataAwsSubnet(stack, "FunctionSubnet", { id: "subnet-1" }).vpcId, vpcSubnets: ["subnet-1"], securityGroups: ["sg-1"], snapStart: true });',
    ],
    [
      "an existing role",
      "Role: 'arn:aws:iam::123456789012:role/jobs', PermissionsBoundary: p, PackageType: Zip, CodeSigningConfigArn: c",
      'new Function(stack, "Hello", { handler: "a.b", role: new DataAwsIamRole(stack, "HelloExistingRole", { name: "jobs" }) });',
      "`Hello`: `PermissionsBoundary` was not translated.",
      "`Hello`: `CodeSigningConfigArn` was not translated.",
    ],
    [
      "one managed policy",
      "Policies: AmazonS3ReadOnlyAccess",
      'const hello = new Function(stack, "Hello", { handler: "a.b" }); new IamRolePolicyAttachment(stack, "HelloPolicy1", { role: hello.role.name, policyArn: "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess" });',
    ],
    [
      "policy templates",
      "Policies: [AWSLambdaBasicExecutionRole, 'arn:aws:iam::aws:policy/Own', { S3ReadPolicy: { BucketName: files } }, { KMSDecryptPolicy: { KeyId: k } }, { SSMParameterWithSlashPrefixReadPolicy: { ParameterName: /a } }, { PollyFullAccessPolicy: {} }, { LambdaInvokePolicy: { FunctionName: f } }, { DynamoDBStreamReadPolicy: { TableName: t } }, { VPCAccessPolicy: {} }, { SQSPollerPolicy: {} }]",
      'const hello = new Function(stack, "Hello", { handler: "a.b", permissions: [ { actions: [ "s3:GetObject", "s3:ListBucket", "s3:GetBucketLocation", "s3:GetObjectVersion", "s3:GetLifecycleConfiguration" ], resources: [`arn:${stack.partition}:s3:::files`, `arn:${stack.partition}:s3:::files/*`] }, { actions: ["kms:Decrypt"], resources: [`arn:${stack.partition}:kms:${stack.region}:${stack.account}:key/k`] }, { actions: ["ssm:GetParameters", "ssm:GetParameter", "ssm:GetParametersByPath"], resources: [`arn:${stack.partition}:ssm:${stack.region}:${stack.account}:parameter/a`] }, { actions: ["polly:*"], resources: ["*"] }, { actions: ["lambda:InvokeFunction"], resources: [`arn:${stack.partition}:lambda:${stack.region}:${stack.account}:function:f*`] }, { actions: [ "dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams" ], resources: [`arn:${stack.partition}:dynamodb:${stack.region}:${stack.account}:table/t/stream/*`] } ] }); new IamRolePolicyAttachment(stack, "HelloPolicy1", { role: hello.role.name, policyArn: "arn:aws:iam::aws:policy/Own" });',
      "The policy template `SQSPollerPolicy` was not translated.",
    ],
    [
      "statements",
      "Policies: [{ Version: '2012-10-17', Statement: [{ Sid: a, Effect: Deny, Action: ['s3:*'], NotResource: 'arn:aws:s3:::a', Condition: { StringEquals: { b: c } } }] }]",
      'new Function(stack, "Hello", { handler: "a.b", permissions: [ { sid: "a", effect: "Deny", actions: ["s3:*"], notResources: ["arn:aws:s3:::a"], conditions: { StringEquals: { b: "c" } } } ] });',
    ],
    [
      "code in the template",
      "InlineCode: 'exports.handler = 1', Runtime: nodejs22.x",
      'new Function(stack, "Hello", { handler: "inline/Hello/a.b", runtime: "nodejs22.x" });',
      "The file of the handler `inline/Hello/a.b` is missing: build it first, or write its path.",
    ],
    [
      "a canary, which is left out",
      "DeploymentPreference: { Type: Canary10Percent5Minutes }, FunctionUrlConfig: { AuthType: AWS_IAM }, SnapStart: { ApplyOn: None }",
      'new Function(stack, "Hello", { handler: "a.b", url: { authorizer: "iam", cors: false } });',
      "`Hello`: `DeploymentPreference` has no counterpart, and was left out.",
    ],
    [
      "texts of its environment",
      "Environment: { Variables: { A: 1, B: !Ref 'AWS::StackName', C: !Ref Hello } }, ImageConfig: { Command: [a] }",
      'const hello = new Function(stack, "Hello", { handler: "a.b", environment: { A: "1", B: `${stack.stage}-${stack.app.name}` } }); hello.addEnvironment("C", hello.functionName);',
    ],
  ])("%s", async (_, part, expected, ...said) => {
    const { body, report } = await sam(
      `  Hello: { Type: "AWS::Serverless::Function", Properties: { Handler: a.b, ${part} } }`,
    );
    expect([body, report]).toEqual([expected, said]);
  });
});
