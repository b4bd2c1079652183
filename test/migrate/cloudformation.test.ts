import { sam } from "./written-stacks";

/** A name, a part of an application, the statements that are written for it, and what the report says. */
type Row = readonly [name: string, part: string, body: string, ...report: string[]];

describe("A resource of CloudFormation becomes a construct, or the class of the provider:", () => {
  test.each<Row>([
    [
      "a bucket with versions and blocked access",
      "Files: { Type: 'AWS::S3::Bucket', Properties: { BucketName: files, VersioningConfiguration: { Status: Enabled }, BucketEncryption: { ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: AES256 } }] }, PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true } } }",
      'const files = new Bucket(stack, "Files", { name: "files", cdk: { publicAccessBlock: { blockPublicAcls: true, blockPublicPolicy: true, ignorePublicAcls: true, restrictPublicBuckets: true } } }); new S3BucketVersioningA(stack, "FilesVersioning", { bucket: files.bucketName, versioningConfiguration: { status: "Enabled" } });',
    ],
    [
      "a bucket with rules, CORS and a website",
      "Files: { Type: 'AWS::S3::Bucket', DeletionPolicy: Retain, Properties: { CorsConfiguration: { CorsRules: [{ AllowedOrigins: ['*'], AllowedMethods: [GET], AllowedHeaders: [x], ExposedHeaders: [y], MaxAge: 5 }] }, LifecycleConfiguration: { Rules: [{ Id: old, Status: Enabled, ExpirationInDays: 3, Prefix: a/, NoncurrentVersionExpirationInDays: 4, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }] }, WebsiteConfiguration: { IndexDocument: i.html, ErrorDocument: e.html }, AccessControl: PublicRead, Tags: [{ Key: a, Value: b }] } }",
      'const files = new Bucket(stack, "Files", { cors: [ { allowedMethods: ["GET"], allowedOrigins: ["*"], allowedHeaders: ["x"], exposedHeaders: ["y"], maxAge: "5 seconds" } ], cdk: { bucket: { tags: { a: "b" } } } }); new S3BucketLifecycleConfiguration(stack, "FilesLifecycle", { bucket: files.bucketName, rule: [ { id: "old", status: "Enabled", filter: [{ prefix: "a/" }], expiration: [{ days: 3 }], noncurrentVersionExpiration: [{ noncurrentDays: 4 }], abortIncompleteMultipartUpload: [{ daysAfterInitiation: 2 }] } ] }); new S3BucketWebsiteConfiguration(stack, "FilesWebsite", { bucket: files.bucketName, indexDocument: { suffix: "i.html" }, errorDocument: { key: "e.html" } });',
      "`Files`: `AccessControl: PublicRead` was not translated. New buckets have no ACLs: use a policy.",
      '`Files` has `DeletionPolicy: Retain`: call `app.setDefaultRemovalPolicy("retain")` to keep what the app removes.',
    ],
    [
      "notifications of a bucket",
      "Files: { Type: 'AWS::S3::Bucket', Properties: { NotificationConfiguration: { TopicConfigurations: [{ Event: 's3:ObjectCreated:*', Topic: !Ref News }], QueueConfigurations: [{ Event: 's3:ObjectRemoved:*', Queue: !GetAtt Jobs.Arn, Filter: { S3Key: { Rules: [{ Name: suffix, Value: .csv }] } } }], EventBridgeConfiguration: { EventBridgeEnabled: true } } } }\nNews: { Type: 'AWS::SNS::Topic' }\nJobs: { Type: 'AWS::SQS::Queue' }",
      'const news = new Topic(stack, "News"); const jobs = new Queue(stack, "Jobs"); new Bucket(stack, "Files", { eventBridge: true, notifications: { News: { type: "topic", topic: news, events: ["object_created"] }, Jobs: { type: "queue", queue: jobs, events: ["object_removed"], filters: [{ suffix: ".csv" }] } } });',
    ],
    [
      "a table with all settings",
      "Notes: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: notes, AttributeDefinitions: [{ AttributeName: id, AttributeType: S }, { AttributeName: at, AttributeType: N }, { AttributeName: raw, AttributeType: B }], KeySchema: [{ AttributeName: id, KeyType: HASH }, { AttributeName: at, KeyType: RANGE }], ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 2 }, TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true }, SSESpecification: { SSEEnabled: true }, DeletionProtectionEnabled: true, GlobalSecondaryIndexes: [{ IndexName: byAt, KeySchema: [{ AttributeName: at, KeyType: HASH }], Projection: { ProjectionType: KEYS_ONLY } }], LocalSecondaryIndexes: [{ IndexName: byRaw, KeySchema: [{ AttributeName: id, KeyType: HASH }, { AttributeName: raw, KeyType: RANGE }], Projection: { ProjectionType: INCLUDE, NonKeyAttributes: [a] } }] } }",
      'new Table(stack, "Notes", { fields: { id: "string", at: "number", raw: "binary" }, primaryIndex: { partitionKey: "id", sortKey: "at" }, globalIndexes: { byAt: { partitionKey: "at", projection: "keys_only" } }, localIndexes: { byRaw: { sortKey: "raw", projection: ["a"] } }, timeToLiveAttribute: "ttl", deletionProtection: true, cdk: { table: { name: "notes", billingMode: "PROVISIONED", readCapacity: 1, writeCapacity: 2, pointInTimeRecovery: { enabled: true }, serverSideEncryption: { enabled: true } } } });',
    ],
    [
      "a simple table",
      "Simple: { Type: 'AWS::Serverless::SimpleTable', Properties: { TableName: s, PrimaryKey: { Name: key, Type: Number }, Tags: { a: b }, SSESpecification: { SSEEnabled: true } } }",
      'new Table(stack, "Simple", { fields: { key: "number" }, primaryIndex: { partitionKey: "key" }, cdk: { table: { name: "s", serverSideEncryption: { enabled: true }, tags: { a: "b" } } } });',
    ],
    [
      "a FIFO queue with a dead letter queue",
      "Jobs: { Type: 'AWS::SQS::Queue', Properties: { QueueName: jobs.fifo, FifoQueue: true, ContentBasedDeduplication: true, VisibilityTimeout: 30, DelaySeconds: 1, MessageRetentionPeriod: 60, ReceiveMessageWaitTimeSeconds: 20, RedrivePolicy: { deadLetterTargetArn: !GetAtt Failed.Arn, maxReceiveCount: 3 }, KmsMasterKeyId: alias/aws/sqs } }\nFailed: { Type: 'AWS::SQS::Queue' }",
      'const failed = new Queue(stack, "Failed"); new Queue(stack, "Jobs", { deadLetter: { queue: failed }, cdk: { queue: { name: "jobs.fifo", fifoQueue: true, contentBasedDeduplication: true, visibilityTimeoutSeconds: 30, messageRetentionSeconds: 60, delaySeconds: 1, receiveWaitTimeSeconds: 20, kmsMasterKeyId: "alias/aws/sqs" } } });',
    ],
    [
      "a topic with subscriptions",
      "News: { Type: 'AWS::SNS::Topic', Properties: { TopicName: news, DisplayName: News, FifoTopic: true, Subscription: [{ Protocol: sqs, Endpoint: !GetAtt Jobs.Arn }, { Protocol: https, Endpoint: 'https://a.org' }] } }\nJobs: { Type: 'AWS::SQS::Queue' }",
      'const news = new Topic(stack, "News", { cdk: { topic: { name: "news", displayName: "News", fifoTopic: true } } }); const jobs = new Queue(stack, "Jobs"); new SnsTopicSubscription(stack, "NewsSubscription", { topicArn: news.topicArn, protocol: "sqs", endpoint: jobs.queueArn }); new SnsTopicSubscription(stack, "NewsSubscription2", { topicArn: news.topicArn, protocol: "https", endpoint: "https://a.org" });',
    ],
    [
      "a stream",
      "Clicks: { Type: 'AWS::Kinesis::Stream', Properties: { Name: c, ShardCount: 2, RetentionPeriodHours: 48, StreamModeDetails: { StreamMode: ON_DEMAND }, StreamEncryption: { EncryptionType: KMS, KeyId: k } } }",
      'new KinesisStream(stack, "Clicks", { cdk: { stream: { name: "c", shardCount: 2, retentionPeriod: 48, streamModeDetails: { streamMode: "ON_DEMAND" }, encryptionType: "KMS", kmsKeyId: "k" } } });',
    ],
    [
      "a rule with targets on a bus",
      "Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: b } }\nRule: { Type: 'AWS::Events::Rule', Properties: { EventBusName: !Ref Bus, Name: r, Description: d, State: DISABLED, EventPattern: { source: [a] }, Targets: [{ Arn: !GetAtt Jobs.Arn, Id: j }, { Arn: !GetAtt Hello.Arn, Id: h, Input: x }] } }\nJobs: { Type: 'AWS::SQS::Queue' }\nHello: { Type: 'AWS::Serverless::Function', Properties: { Handler: a.b } }",
      'const bus = new EventBus(stack, "Bus", { cdk: { eventBus: { name: "b" } } }); const rule = new CloudwatchEventRule(stack, "Rule", { name: "r", description: "d", eventBusName: bus.eventBusName, eventPattern: JSON.stringify({ source: ["a"] }), state: "DISABLED" }); const jobs = new Queue(stack, "Jobs"); new CloudwatchEventTarget(stack, "RuleTargetj", { rule: rule.name, eventBusName: bus.eventBusName, targetId: "j", arn: jobs.queueArn }); const hello = new Function(stack, "Hello", { handler: "a.b" }); new CloudwatchEventTarget(stack, "RuleTargeth", { rule: rule.name, eventBusName: bus.eventBusName, targetId: "h", arn: hello.functionArn, input: "x" });',
    ],
    [
      "a schedule",
      "Nightly: { Type: 'AWS::Events::Rule', Properties: { ScheduleExpression: rate(1 day), Targets: [{ Arn: !GetAtt Hello.Arn, Id: h }] } }\nHello: { Type: 'AWS::Serverless::Function', Properties: { Handler: a.b } }",
      'const nightly = new CloudwatchEventRule(stack, "Nightly", { scheduleExpression: "rate(1 day)" }); const hello = new Function(stack, "Hello", { handler: "a.b" }); new CloudwatchEventTarget(stack, "NightlyTargeth", { rule: nightly.name, targetId: "h", arn: hello.functionArn });',
    ],
    [
      "a generated secret",
      "Key: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: key, Description: d, GenerateSecretString: { PasswordLength: 20, ExcludePunctuation: true, SecretStringTemplate: '{}', GenerateStringKey: p } } }",
      'const key = new SecretsmanagerSecret(stack, "Key", { name: "key", description: "d" }); new SecretsmanagerSecretVersion(stack, "KeyValue", { secretId: key.arn, secretString: JSON.stringify({ p: new DataAwsSecretsmanagerRandomPassword(stack, "KeyPassword", {"passwordLength":20,"excludePunctuation":true}).randomPassword }), lifecycle: { ignoreChanges: ["secret_string"] } });',
      "`Key`: the value of the secret is in Terraform's state, so protect the state.",
    ],
    [
      "a secret with a value",
      "Key: { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: s, KmsKeyId: k, Tags: [{ Key: a, Value: b }] } }",
      'const key = new SecretsmanagerSecret(stack, "Key", { kmsKeyId: "k", tags: { a: "b" } }); new SecretsmanagerSecretVersion(stack, "KeyValue", { secretId: key.arn, secretString: "s" });',
      "`Key`: the value of the secret is in Terraform's state, so protect the state.",
    ],
    [
      "a role and its policies",
      "Own: { Type: 'AWS::IAM::Role', Properties: { RoleName: own, AssumeRolePolicyDocument: { Version: '2012-10-17', Statement: [{ Effect: Allow, Principal: { Service: lambda.amazonaws.com }, Action: 'sts:AssumeRole' }] }, ManagedPolicyArns: ['arn:aws:iam::aws:policy/A'], Policies: [{ PolicyName: p, PolicyDocument: { Statement: [{ Effect: Allow, Action: 's3:*', Resource: '*' }] } }], Path: /x/, MaxSessionDuration: 3600 } }\nMore: { Type: 'AWS::IAM::Policy', Properties: { PolicyName: m, Roles: [!Ref Own], PolicyDocument: { Statement: [{ Effect: Allow, Action: 'sqs:*', Resource: '*' }] } } }",
      'const own = new IamRole(stack, "Own", { name: "own", path: "/x/", maxSessionDuration: 3600, assumeRolePolicy: JSON.stringify({ Version: "2012-10-17", Statement: [ { Effect: "Allow", Principal: { Service: "lambda.amazonaws.com" }, Action: "sts:AssumeRole" } ] }) }); new IamRolePolicyAttachment(stack, "OwnPolicy1", { role: own.name, policyArn: "arn:aws:iam::aws:policy/A" }); new IamRolePolicy(stack, "OwnInline1", { name: "p", role: own.name, policy: JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "s3:*", Resource: "*" }] }) }); new IamRolePolicy(stack, "More", { name: "m", role: own.name, policy: JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "sqs:*", Resource: "*" }] }) });',
    ],
    [
      "the policy of a bucket",
      "Files: { Type: 'AWS::S3::Bucket' }\nOpen: { Type: 'AWS::S3::BucketPolicy', Properties: { Bucket: !Ref Files, PolicyDocument: { Statement: [{ Effect: Allow, Principal: '*', Action: 's3:GetObject', Resource: !Sub '${Files.Arn}/*' }] } } }",
      'const files = new Bucket(stack, "Files"); files.addToResourcePolicy({ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: `${files.bucketArn}/*` });',
    ],
    [
      "the policy of a queue",
      "Jobs: { Type: 'AWS::SQS::Queue' }\nFeed: { Type: 'AWS::SQS::QueuePolicy', Properties: { Queues: [!Ref Jobs], PolicyDocument: { Statement: [{ Effect: Allow, Principal: { Service: events.amazonaws.com }, Action: 'sqs:SendMessage', Resource: !GetAtt Jobs.Arn, Condition: { ArnEquals: { 'aws:SourceArn': a } } }] } } }",
      'const jobs = new Queue(stack, "Jobs"); jobs.addToResourcePolicy({ Effect: "Allow", Principal: { Service: "events.amazonaws.com" }, Action: "sqs:SendMessage", Resource: jobs.queueArn, Condition: { ArnEquals: { "aws:SourceArn": "a" } } });',
    ],
    [
      "an HTTP API with all settings",
      "Shop: { Type: 'AWS::Serverless::HttpApi', Properties: { Name: n, Description: d, StageName: live, StageVariables: { a: b }, Tags: { a: b }, DisableExecuteApiEndpoint: true, DefaultRouteSettings: { ThrottlingBurstLimit: 5, ThrottlingRateLimit: 6 }, CorsConfiguration: true, Domain: { DomainName: a.org }, Auth: { DefaultAuthorizer: guard, Authorizers: { guard: { FunctionArn: !GetAtt Hello.Arn, EnableSimpleResponses: true, Identity: { Headers: [x] } }, users: { IdentitySource: $request.header.A, JwtConfiguration: { Issuer: 'https://i.org', Audience: [a] } } } } } }\nHello: { Type: 'AWS::Serverless::Function', Properties: { Handler: a.b } }",
      'const hello = new Function(stack, "Hello", { handler: "a.b" }); new Api(stack, "Shop", { cors: true, authorizers: { guard: { type: "fn", function: hello, responseTypes: ["simple"], identitySource: ["$request.header.x"] }, users: { type: "jwt", identitySource: ["$request.header.A"], jwt: { issuer: "https://i.org", audience: ["a"] } } }, defaults: { authorizer: "guard", throttle: { burst: 5, rate: 6 } }, stageVariables: { a: "b" }, cdk: { httpApi: { name: "n", description: "d", disableExecuteApiEndpoint: true, tags: { a: "b" } } } });',
      "`Shop`: `Domain` was not translated.",
      "`Shop`: the stage is `$default`, so that URLs have no stage in their path.",
    ],
    [
      "a REST API with all settings",
      "Shop: { Type: 'AWS::Serverless::Api', Properties: { StageName: live, Name: n, EndpointConfiguration: { Type: REGIONAL }, BinaryMediaTypes: [image~1png], MinimumCompressionSize: 5, TracingEnabled: true, Cors: \"'*'\", ApiKeySourceType: HEADER, Variables: { a: b }, CanarySetting: { PercentTraffic: 5 }, MethodSettings: [{ HttpMethod: '*' }], Auth: { DefaultAuthorizer: guard, Odd: 1, Authorizers: { guard: { FunctionPayloadType: REQUEST, FunctionArn: !GetAtt Hello.Arn, Identity: { Headers: [a], QueryStrings: [b], Context: [c], StageVariables: [d], ReauthorizeEvery: 0 } }, token: { FunctionArn: !GetAtt Hello.Arn, Identity: { Header: X, ValidationExpression: v, ReauthorizeEvery: 0 } }, pool: { UserPoolArn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_a' }, far: { FunctionArn: f } } } } }\nHello: { Type: 'AWS::Serverless::Function', Properties: { Handler: a.b } }",
      'const hello = new Function(stack, "Hello", { handler: "a.b" }); new RestV1Api(stack, "Shop", { authorizers: { guard: { type: "fn_request", function: hello, identitySources: [ "method.request.header.a", "method.request.querystring.b", "context.c", "stageVariables.d" ] }, token: { type: "fn_token", function: hello, identitySource: "method.request.header.X", validationRegex: "v" }, pool: { type: "user_pools", userPoolIds: ["eu-west-1_a"] }, far: { type: "fn_token", resultsCacheTtl: "300 seconds" } }, defaults: { authorizer: "guard" }, stageVariables: { a: "b" }, cdk: { restApi: { name: "n", binaryMediaTypes: ["image/png"], minimumCompressionSize: 5, apiKeySource: "HEADER", endpointConfiguration: { types: ["REGIONAL"] }, deployOptions: { stageName: "live", tracingEnabled: true } } } });',
      "The authorizer `far` is not a function of the template: declare it in `authorizers`.",
      "`Shop`: `Auth.Odd` was not translated.",
      "`Shop`: `CanarySetting` was not translated.",
      "`Shop`: `MethodSettings` has its place in `cdk.restApi.deployOptions`.",
    ],
    [
      "a bucket with settings that are left",
      "Files: { Type: 'AWS::S3::Bucket', Properties: { LifecycleConfiguration: { Rules: [{ Id: cold, Status: Disabled, Transitions: [{ StorageClass: GLACIER, TransitionInDays: 30 }], NoncurrentVersionExpiration: { NoncurrentDays: 5, NewerNoncurrentVersions: 2 }, ExpiredObjectDeleteMarker: true, TagFilters: [{ Key: a, Value: b }] }] }, BucketEncryption: { ServerSideEncryptionConfiguration: [{ BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: k } }] }, OwnershipControls: { Rules: [{ ObjectOwnership: BucketOwnerPreferred }] }, LoggingConfiguration: { DestinationBucketName: logs, LogFilePrefix: a }, ObjectLockEnabled: true, AccelerateConfiguration: { AccelerationStatus: Enabled } } }",
      'const files = new Bucket(stack, "Files"); new S3BucketOwnershipControls(stack, "FilesOwnership", { bucket: files.bucketName, rule: { objectOwnership: "BucketOwnerPreferred" } });',
      "`Files`: `LifecycleConfiguration` was not translated.",
      "`Files`: `BucketEncryption` was not translated.",
      "`Files` (AWS::S3::Bucket): `LoggingConfiguration` was not translated.",
      "`Files` (AWS::S3::Bucket): `ObjectLockEnabled` was not translated.",
      "`Files` (AWS::S3::Bucket): `AccelerateConfiguration` was not translated.",
    ],
    [
      "a state machine",
      "Flow: { Type: 'AWS::StepFunctions::StateMachine', Properties: { StateMachineName: f, StateMachineType: EXPRESS, RoleArn: r, DefinitionString: '{\"StartAt\":\"A\"}', LoggingConfiguration: { Level: ALL, IncludeExecutionData: true }, TracingConfiguration: { Enabled: true }, Tags: [{ Key: a, Value: b }] } }",
      'new SfnStateMachine(stack, "Flow", { name: "f", type: "EXPRESS", roleArn: "r", definition: "{\\"StartAt\\":\\"A\\"}", loggingConfiguration: { level: "ALL", includeExecutionData: true }, tracingConfiguration: { enabled: true }, tags: { a: "b" } });',
    ],
    [
      "a user pool",
      "Users: { Type: 'AWS::Cognito::UserPool', Properties: { UserPoolName: u, AutoVerifiedAttributes: [email], LambdaConfig: { PreSignUp: !GetAtt Hello.Arn } } }\nHello: { Type: 'AWS::Serverless::Function', Properties: { Handler: a.b } }",
      'const hello = new Function(stack, "Hello", { handler: "a.b" }); new CognitoUserPool(stack, "Users", { name: "u", autoVerifiedAttributes: ["email"], lambdaConfig: { preSignUp: hello.functionArn } });',
    ],
    [
      "a group of records",
      "Records: { Type: 'AWS::Route53::RecordSetGroup', Properties: { HostedZoneId: Z1, RecordSets: [{ Name: a.org, Type: A, TTL: 60, ResourceRecords: [1.2.3.4] }, { Name: b.org, Type: CNAME, TTL: '5', ResourceRecords: [a.org] }] } }",
      'new Route53Record(stack, "Records1", { zoneId: "Z1", name: "a.org", type: "A", ttl: 60, records: ["1.2.3.4"] }); new Route53Record(stack, "Records2", { zoneId: "Z1", name: "b.org", type: "CNAME", ttl: 5, records: ["a.org"] });',
    ],
  ])("%s", async (_, part, expected, ...said) => {
    const { body, report } = await sam(`  ${part.replaceAll("\n", "\n  ")}`);
    expect([body, report]).toEqual([expected, said]);
  });
});

describe("A template of CloudFormation keeps", () => {
  test.each<readonly [name: string, head: string, resources: string, body: string, ...report: string[]]>([
    [
      "parameters",
      "Parameters: { Stage: { Type: String, Default: dev }, Size: { Type: Number, Default: 5 }, Nets: { Type: CommaDelimitedList, Default: 'a,b' }, Secret: { Type: String, NoEcho: true }, Image: { Type: 'AWS::SSM::Parameter::Value<String>', Default: /a/b } }\n",
      "  T: { Type: 'AWS::SNS::Topic', Properties: { TopicName: !Join ['-', [a, !Ref Size, !Select [1, !Ref Nets], !Ref Secret, !Ref Image]], DisplayName: !Sub ['${A}-${Stage}-${!B}', { A: !Ref 'AWS::AccountId' }] } }",
      'const size = Number(process.env.Size ?? "5"); const nets = (process.env.Nets ?? "a,b").split(","); const secret = new TerraformVariable(stack, "Secret", { type: "string", sensitive: true }).stringValue; const image = new DataAwsSsmParameter(stack, "Image", { name: "/a/b" }).value; new Topic(stack, "T", { cdk: { topic: { name: "TODO-Fn-Join", displayName: `${stack.account}-${stack.stage}-\\${B}` } } });',
      "`Fn::Join` was not translated: write its value.",
    ],
    [
      "mappings and conditions",
      "Mappings: { Sizes: { dev: { size: small }, prod: { size: large } } }\nParameters: { Stage: { Type: String, Default: dev } }\nConditions: { IsProd: !Equals [!Ref Stage, prod], IsNot: !Not [Condition: IsProd], Both: !And [!Condition IsProd, !Equals [!Ref 'AWS::Region', eu-west-1]], One: !Or [!Condition IsProd, !Condition IsNot] }\n",
      "  T: { Type: 'AWS::SNS::Topic', Properties: { TopicName: !FindInMap [Sizes, !Ref Stage, size], DisplayName: !If [Both, a, !If [One, b, !Ref 'AWS::NoValue']] } }\n  U: { Type: 'AWS::SNS::Topic', Condition: IsNot }",
      'new Topic(stack, "T", { cdk: { topic: { name: Fn.lookup({ dev: "small", prod: "large" }, stack.stage, "small"), displayName: (stack.stage === "prod" && stack.region === "eu-west-1") ? "a" : (stack.stage === "prod" || !(stack.stage === "prod")) ? "b" : undefined } } }); new Topic(stack, "U");',
      "`U` is declared only under the condition `IsNot`: put it into an `if`.",
    ],
    [
      "the types of parameters",
      "Parameters: { Wait: { Type: Number }, Size: { Type: Number, Default: 5 }, Safe: { Type: String, Default: 'true', AllowedValues: ['true', 'false'] }, Open: { Type: String, AllowedValues: [true, false] }, Nets: { Type: 'AWS::SSM::Parameter::Value<List<String>>', Default: /a/b } }\nConditions: { Five: !Equals [!Ref Size, 5], IsSafe: !Equals [!Ref Safe, true] }\n",
      "  Q: { Type: 'AWS::SQS::Queue', Properties: { DelaySeconds: !Ref Wait, FifoQueue: !Ref Safe, QueueName: !If [Five, a, b], KmsMasterKeyId: !If [IsSafe, c, d] } }\n  H: { Type: 'AWS::Serverless::Function', Properties: { Handler: a.b, Environment: { Variables: { A: !Ref Wait, B: !Sub '${Wait}-${Size}', C: !If [Five, !Ref Size, 1] } }, EventInvokeConfig: { MaximumEventAgeInSeconds: !Ref Size }, VpcConfig: { SubnetIds: !Ref Nets } } }\n  J: { Type: 'AWS::Glue::Job', Properties: { Role: !Ref R, NumberOfWorkers: !Ref Wait, Command: { ScriptLocation: s }, DefaultArguments: { a: !Ref Size, b: true } } }\n  R: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: { Statement: [] } } }\n  B: { Type: 'AWS::CloudWatch::Alarm', Properties: { ComparisonOperator: GreaterThanThreshold, EvaluationPeriods: !GetAtt Q.QueueName, ActionsEnabled: !Ref Open } }",
      'const wait = new TerraformVariable(stack, "Wait", { type: "number" }).numberValue; const size = Number(process.env.Size ?? "5"); const safe = (process.env.Safe ?? "true") === "true"; const open = new TerraformVariable(stack, "Open", { type: "bool" }).booleanValue; const nets = Fn.split(",", new DataAwsSsmParameter(stack, "Nets", { name: "/a/b" }).value); const q = new Queue(stack, "Q", { cdk: { queue: { name: String(size) === "5" ? "a" : "b", fifoQueue: safe, delaySeconds: wait, kmsMasterKeyId: String(safe) === "true" ? "c" : "d" } } }); const r = new IamRole(stack, "R", { assumeRolePolicy: JSON.stringify({ Version: "2012-10-17", Statement: [] }) }); new GlueJob(stack, "J", { roleArn: r.arn, numberOfWorkers: wait, command: { scriptLocation: "s" }, defaultArguments: { a: `${size}`, b: "true" }, name: stack.app.logicalPrefixedName("J") }); new CloudwatchMetricAlarm(stack, "B", { comparisonOperator: "GreaterThanThreshold", evaluationPeriods: Token.asNumber(q.queueName), actionsEnabled: open, alarmName: stack.app.logicalPrefixedName("B") }); new Function(stack, "H", { handler: "a.b", vpc: new DataAwsSubnet(stack, "FunctionSubnet", { id: Fn.element(nets, 0) }).vpcId, vpcSubnets: nets, maxEventAge: `${size} seconds`, environment: { A: Token.asString(wait), B: `${Token.asString(wait)}-${size}`, C: String(size) === "5" ? `${size}` : "1" } });',
    ],
    [
      "conditions in texts, but not those of values that are known at deployment",
      "Parameters: { Name: { Type: String, Default: '' }, Zone: { Type: String }, Key: { Type: 'AWS::SSM::Parameter::Value<String>', Default: /k } }\nConditions: { Named: !Equals [!Ref Name, ''], HasZone: !Equals [!Ref Zone, ''], HasKey: !Equals [!Ref Key, ''] }\n",
      "  T: { Type: 'AWS::SNS::Topic', Properties: { TopicName: !Sub ['a-${B}-${C}', { B: !If [Named, x, !Ref Name], C: !If [Named, y, z] }], DisplayName: !Join ['-', [!If [HasZone, a, b], !If [HasKey, c, d]]] } }\n  H: { Type: 'AWS::Serverless::Function', Properties: { Handler: a.b, Policies: [S3ReadPolicy: { BucketName: !If [Named, x, y] }] } }",
      'const name = process.env.Name ?? ""; const zone = new TerraformVariable(stack, "Zone", { type: "string" }).stringValue; const key = new DataAwsSsmParameter(stack, "Key", { name: "/k" }).value; new Topic(stack, "T", { cdk: { topic: { name: name === "" ? "a-x-y" : `a-${name}-z`, displayName: "a-c" } } }); new Function(stack, "H", { handler: "a.b", permissions: [ { actions: [ "s3:GetObject", "s3:ListBucket", "s3:GetBucketLocation", "s3:GetObjectVersion", "s3:GetLifecycleConfiguration" ], resources: [ name === "" ? `arn:${stack.partition}:s3:::x` : `arn:${stack.partition}:s3:::y`, name === "" ? `arn:${stack.partition}:s3:::x/*` : `arn:${stack.partition}:s3:::y/*` ] } ] });',
      "The condition `HasZone` was not translated: its first value is used.",
      "The condition `HasKey` was not translated: its first value is used.",
    ],
    [
      "brackets that are not indented, passwords in a template, and classes without an id",
      "Parameters: { User: { Type: String, Default: ada } }\n",
      `  S:
    Type: AWS::SecretsManager::Secret
    Properties: { GenerateSecretString: { SecretStringTemplate: !Sub '{"name": "a-\${User}", "n": 1}', GenerateStringKey: password
    }}
  D: { Type: AWS::DSQL::Cluster }
  T: { Type: 'AWS::SNS::Topic', Properties: { TopicName: !Ref D, Tags: [
    { Key: a, Value: b
    }
  ] } }`,
      'const user = process.env.User ?? "ada"; const s = new SecretsmanagerSecret(stack, "S"); new SecretsmanagerSecretVersion(stack, "SValue", { secretId: s.arn, secretString: JSON.stringify({ name: `a-${user}`, n: 1, password: new DataAwsSecretsmanagerRandomPassword(stack, "SPassword", {"passwordLength":32}).randomPassword }), lifecycle: { ignoreChanges: ["secret_string"] } }); const d = new DsqlCluster(stack, "D"); new Topic(stack, "T", { cdk: { topic: { name: d.identifier, tags: { a: "b" } } } });',
      "`S`: the value of the secret is in Terraform's state, so protect the state.",
    ],
    [
      "functions, outputs and references to nothing",
      "Outputs: { A: { Value: !Ref T, Export: { Name: a } } }",
      "  T: { Type: 'AWS::SNS::Topic', Properties: { TopicName: !Split [',', 'a,b'], DisplayName: { 'Fn::Base64': a } } }\n  U: { Type: 'AWS::SNS::Topic', Properties: { TopicName: !ImportValue x, DisplayName: !Select [0, !GetAZs ''] } }\n  V: { Type: 'AWS::SNS::Topic', Properties: { TopicName: !GetAtt T.TopicName, DisplayName: !Ref Gone } }",
      'const t = new Topic(stack, "T", { cdk: { topic: { name: ["a", "b"], displayName: Fn.base64encode("a") } } }); new Topic(stack, "U", { cdk: { topic: { name: "TODO-x", displayName: `${stack.region}a` } } }); new Topic(stack, "V", { cdk: { topic: { name: t.topicName, displayName: "TODO-Gone" } } }); stack.addOutputs({ A: { value: t.topicArn, exportName: "a" } });',
      "`x` is an output of another stack: write its value, or read it with a data source.",
      "`Gone` is referred to, but was not translated: write its value.",
    ],
  ])("%s", async (_, head, resources, expected, ...said) => {
    const { body, report } = await sam(resources, head);
    expect([body, report]).toEqual([expected, said]);
  });
});
