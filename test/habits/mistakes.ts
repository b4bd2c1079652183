import * as lib from "../../lib";
import { testApp } from "../support/stack";

/** What a mistake is made in: the class, or the app or stack itself. */
type Target = keyof typeof makers;

/** One thing that somebody who knows another tool would type here. */
export interface Mistake {
  readonly tool: "SST v1" | "SST v3" | "AWS CDK" | "Serverless Framework" | "SAM" | "CDKTF" | "typing";
  readonly in: Target;
  readonly props: object;
  /** What the error says: the value or key as it was written, and the name or value to write. */
  readonly says: readonly string[];
}

const handler = "functions/notes.get";
const id = { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } };

/** Makes each construct with the least props, and those of the mistake. */
const makers = {
  App: (_: lib.Stack, props: object) => testApp(props as never),
  Stack: ({ app }: lib.Stack, props: object) => new lib.Stack(app, "Other", props as never),
  Function: (stack: lib.Stack, props: object) =>
    new lib.Function(stack, "It", { handler, ...props } as never),
  Api: (stack: lib.Stack, props: object) => new lib.Api(stack, "It", props as never),
  RestV1Api: (stack: lib.Stack, props: object) =>
    new lib.RestV1Api(stack, "It", { routes: { "GET /": handler }, ...props } as never),
  Table: (stack: lib.Stack, props: object) => new lib.Table(stack, "It", { ...id, ...props } as never),
  Bucket: (stack: lib.Stack, props: object) => new lib.Bucket(stack, "It", props as never),
  Queue: (stack: lib.Stack, props: object) => new lib.Queue(stack, "It", props as never),
  Topic: (stack: lib.Stack, props: object) => new lib.Topic(stack, "It", props as never),
  EventBus: (stack: lib.Stack, props: object) => new lib.EventBus(stack, "It", props as never),
  Cron: (stack: lib.Stack, props: object) => new lib.Cron(stack, "It", { job: handler, ...props } as never),
  KinesisStream: (stack: lib.Stack, props: object) => new lib.KinesisStream(stack, "It", props as never),
  RDS: (stack: lib.Stack, props: object) =>
    new lib.RDS(stack, "It", { engine: "postgresql16.6", defaultDatabaseName: "notes", ...props } as never),
  Userbase: (stack: lib.Stack, props: object) => new lib.Userbase(stack, "It", props as never),
  StaticSite: (stack: lib.Stack, props: object) =>
    new lib.StaticSite(stack, "It", { path: "functions", ...props } as never),
  WebSocketApi: (stack: lib.Stack, props: object) => new lib.WebSocketApi(stack, "It", props as never),
} as const;

const row = (tool: Mistake["tool"], target: Target, props: object, ...says: string[]): Mistake => ({
  tool,
  in: target,
  props,
  says,
});

export const mistakes: readonly Mistake[] = [
  // SST v1
  row(
    "SST v1",
    "Api",
    { defaultFunctionProps: { timeout: 5 } },
    '"defaultFunctionProps"',
    "defaults: { function",
  ),
  row(
    "SST v1",
    "Api",
    { defaultAuthorizationType: "AWS_IAM" },
    '"defaultAuthorizationType"',
    "defaults: { authorizer",
  ),
  row("SST v1", "Api", { accessLogs: true }, '"accessLogs"', "accessLog"),
  row(
    "SST v1",
    "Api",
    { authorizers: { jwt: { type: "user_pool", userPool: "x" } }, defaults: { authorizer: "google" } },
    "userPool",
  ),
  row("SST v1", "Function", { bundle: { esbuild: {} } }, '"esbuild"', "esbuildConfig"),
  row("SST v1", "Function", { use: [] }, '"use"'),
  row("SST v1", "Function", { runtime: "nodejs16" }, "nodejs16.x"),
  row("SST v1", "Table", { fields: { id: "text" } }, '"text"', '"string"'),
  row("SST v1", "Table", { primaryIndex: { hashKey: "id" } }, '"hashKey"', "partitionKey"),
  row("SST v1", "Table", { stream: "new-image" }, '"new-image"', '"new_image"'),
  row("SST v1", "Bucket", { notifications: [handler] }, "notifications"),
  row("SST v1", "StaticSite", { buildCmd: "npm run build" }, '"buildCmd"', "buildCommand"),
  row("SST v1", "StaticSite", { purgeFiles: 5 }, "purgeFiles"),
  row("SST v1", "Userbase", { signInAliases: ["email"] }, '"signInAliases"', "login"),
  row("SST v1", "Userbase", { cognito: { userPool: {} } }, '"cognito"', "cdk"),
  row("SST v1", "RDS", { engine: "postgresql" }, '"postgresql"'),
  row("SST v1", "Queue", { sqsQueue: {} }, '"sqsQueue"', "cdk"),
  row("SST v1", "Topic", { snsTopic: {} }, '"snsTopic"', "cdk"),
  row("SST v1", "Stack", { env: { region: "x" } }, "env", "--region"),
  // SST v3
  row("SST v3", "Function", { link: [] }, '"link"', "bind"),
  row("SST v3", "Function", { url: true, memory: "1024 MB" }, '"memory"', "memorySize"),
  row("SST v3", "Function", { runtime: "node20" }, '"node20"', '"nodejs20.x"'),
  row("SST v3", "Function", { architecture: "arm64" }, '"arm64"', '"arm_64"'),
  row("SST v3", "Function", { transform: {} }, '"transform"', "cdk"),
  row("SST v3", "Function", { storage: "1 GB" }, '"storage"', "diskSize"),
  row("SST v3", "Function", { logging: { retention: "1 week" } }, "logging", "logRetention"),
  row(
    "SST v3",
    "Function",
    { concurrency: { reserved: 5 } },
    '"concurrency"',
    "reservedConcurrentExecutions",
  ),
  row("SST v3", "Api", { domain: "api.example.com" }, '"domain"', "customDomain"),
  row("SST v3", "Api", { link: [] }, '"link"', "bind"),
  row("SST v3", "Table", { fields: { id: "S" } }, '"S"', '"string"'),
  row("SST v3", "Table", { primaryIndex: { partitionKey: "id", rangeKey: "at" } }, '"rangeKey"', "sortKey"),
  row("SST v3", "Bucket", { access: "public" }, '"access"', "publicAccessBlock"),
  row("SST v3", "Bucket", { public: true }, '"public"', "publicAccessBlock"),
  row("SST v3", "Bucket", { versioning: true }, '"versioning"', "cdk"),
  row("SST v3", "Queue", { dlq: "arn" }, '"dlq"', "deadLetter"),
  row("SST v3", "Queue", { fifo: true }, '"fifo"', "fifoQueue"),
  row(
    "SST v3",
    "Queue",
    { visibilityTimeout: "30 seconds" },
    '"visibilityTimeout"',
    "visibilityTimeoutSeconds",
  ),
  row("SST v3", "StaticSite", { build: { command: "x" } }, '"build"', "buildCommand"),
  row("SST v3", "StaticSite", { domain: "x.example.com" }, '"domain"', "customDomain"),
  row("SST v3", "App", { home: "aws" }, '"home"', "backend"),
  row("SST v3", "App", { removal: "retain" }, '"removal"', "defaultRemovalPolicy"),
  row("SST v3", "App", { providers: { aws: {} } }, '"providers"', "provider"),
  row("SST v3", "App", { protect: true }, '"protect"', "isProtected"),
  row("SST v3", "Cron", { schedule: "rate(1 minute)", function: handler }, '"function"', "job"),
  row("SST v3", "Cron", { schedule: "every 5 minutes" }, "every 5 minutes", "rate("),
  // AWS CDK
  row("AWS CDK", "Function", { entry: "functions/notes.ts" }, '"entry"', "handler"),
  row("AWS CDK", "Function", { code: "functions" }, '"code"', "handler"),
  row("AWS CDK", "Function", { deadLetterQueue: {} }, "deadLetterQueue", "aws_sqs_queue"),
  row("AWS CDK", "Function", { bundling: {} }, '"bundling"', "bundle"),
  row("AWS CDK", "Function", { tracing: "Active" }, '"Active"', '"active"'),
  row("AWS CDK", "Function", { logRetention: "ONE_WEEK" }, '"ONE_WEEK"', '"one_week"'),
  row("AWS CDK", "Function", { functionName: 5 }, "functionName"),
  row("AWS CDK", "Function", { ephemeralStorageSize: "1 GB" }, '"ephemeralStorageSize"', "diskSize"),
  row("AWS CDK", "Function", { memorySize: 64 }, "64", "128"),
  row("AWS CDK", "Table", { partitionKey: "id" }, '"partitionKey"', "primaryIndex"),
  row("AWS CDK", "Table", { sortKey: "at" }, '"sortKey"', "primaryIndex"),
  row("AWS CDK", "Table", { billingMode: "PAY_PER_REQUEST" }, '"billingMode"', "cdk"),
  row("AWS CDK", "Table", { removalPolicy: "destroy" }, '"removalPolicy"', "setDefaultRemovalPolicy"),
  row("AWS CDK", "Table", { pointInTimeRecovery: true }, '"pointInTimeRecovery"', "cdk"),
  row("AWS CDK", "Table", { tableName: "notes" }, '"tableName"', "cdk"),
  row("AWS CDK", "Bucket", { bucketName: "notes" }, '"bucketName"', "cdk"),
  row("AWS CDK", "Bucket", { versioned: true }, '"versioned"', "versioning"),
  row("AWS CDK", "Bucket", { publicReadAccess: true }, '"publicReadAccess"', "addToResourcePolicy"),
  row("AWS CDK", "Bucket", { autoDeleteObjects: true }, '"autoDeleteObjects"', "setDefaultRemovalPolicy"),
  row("AWS CDK", "Bucket", { lifecycleRules: [] }, '"lifecycleRules"'),
  row("AWS CDK", "Bucket", { encryption: "KMS" }, '"encryption"', "cdk"),
  row("AWS CDK", "Queue", { queueName: "jobs" }, '"queueName"', "cdk"),
  row("AWS CDK", "Queue", { retentionPeriod: "1 day" }, '"retentionPeriod"', "messageRetentionSeconds"),
  row("AWS CDK", "Queue", { deadLetterQueue: {} }, '"deadLetterQueue"', "deadLetter"),
  row("AWS CDK", "Topic", { topicName: "news" }, '"topicName"', "cdk"),
  row("AWS CDK", "Topic", { displayName: "news" }, '"displayName"', "cdk"),
  row("AWS CDK", "EventBus", { rules: { a: { eventPattern: {} } } }, '"eventPattern"', "pattern"),
  row("AWS CDK", "Api", { corsPreflight: {} }, '"corsPreflight"', "cors"),
  row("AWS CDK", "Api", { cors: { allowOrigin: "*" } }, '"allowOrigin"', "allowOrigins"),
  row("AWS CDK", "Api", { apiName: "x" }, '"apiName"', "cdk"),
  row("AWS CDK", "Api", { disableExecuteApiEndpoint: true }, '"disableExecuteApiEndpoint"', "cdk"),
  row("AWS CDK", "RestV1Api", { apiKeyRequired: true }, '"apiKeyRequired"', "defaults"),
  row("AWS CDK", "RestV1Api", { defaultCorsPreflightOptions: {} }, '"defaultCorsPreflightOptions"', "cors"),
  row("AWS CDK", "RestV1Api", { deployOptions: {} }, '"deployOptions"', "cdk"),
  row("AWS CDK", "RDS", { engine: "postgres" }, '"postgres"', "postgresql"),
  row("AWS CDK", "Userbase", { selfSignUpEnabled: true }, '"selfSignUpEnabled"', "cdk"),
  row("AWS CDK", "Userbase", { lambdaTriggers: {} }, '"lambdaTriggers"', "triggers"),
  row("AWS CDK", "Userbase", { triggers: { preSignup: handler } }, '"preSignup"', "preSignUp"),
  row("AWS CDK", "Userbase", { identityPoolFederation: { google: { clientId: "x" } } }, '"google"', "search"),
  row(
    "AWS CDK",
    "Userbase",
    { identityPoolFederation: { facebook: { appId: "x" } } },
    '"facebook"',
    "social",
  ),
  row("AWS CDK", "Userbase", { identityPoolFederation: { amazon: { appId: "x" } } }, '"amazon"', "retail"),
  row("AWS CDK", "Userbase", { identityPoolFederation: { apple: {} } }, '"apple"', "device"),
  row("AWS CDK", "Userbase", { identityPoolFederation: { twitter: {} } }, '"twitter"', "microblog"),
  row("AWS CDK", "Userbase", { identityPoolFederation: { oidc: {} } }, '"oidc"', "enterprise"),
  row("AWS CDK", "Cron", { schedule: "rate(1 minutes)" }, "rate(1 minutes)", "rate(1 minute)"),
  row("AWS CDK", "Stack", { terminationProtection: true }, '"terminationProtection"'),
  row("AWS CDK", "App", { defaultStackSynthesizer: {} }, '"defaultStackSynthesizer"'),
  // Serverless Framework
  row("Serverless Framework", "Function", { events: [{ httpApi: "GET /" }] }, '"events"', "Api"),
  row("Serverless Framework", "Function", { iamRoleStatements: [] }, '"iamRoleStatements"', "permissions"),
  row(
    "Serverless Framework",
    "Function",
    { reservedConcurrency: 5 },
    '"reservedConcurrency"',
    "reservedConcurrentExecutions",
  ),
  row("Serverless Framework", "Function", { logRetentionInDays: 7 }, '"logRetentionInDays"', "logRetention"),
  row("Serverless Framework", "Function", { package: {} }, '"package"', "copyFiles"),
  row("Serverless Framework", "Function", { onError: "arn" }, '"onError"', "deadLetter"),
  row(
    "Serverless Framework",
    "Function",
    { maximumRetryAttempts: 1 },
    '"maximumRetryAttempts"',
    "retryAttempts",
  ),
  row(
    "Serverless Framework",
    "Function",
    { handler: "src/handler.ts" },
    '"src/handler.ts"',
    "src/handler.handler",
  ),
  row("Serverless Framework", "Api", { httpApi: {} }, '"httpApi"'),
  row("Serverless Framework", "Api", { routes: { "GET /notes/:id": handler } }, ":id", "{id}"),
  row("Serverless Framework", "Api", { routes: { "POST notes": handler } }, "POST notes", "/notes"),
  row("Serverless Framework", "App", { region: "us-est-1" }, '"us-est-1"', "us-east-1"),
  row("Serverless Framework", "App", { stage: "my.stage" }, '"my.stage"'),
  // SAM
  row("SAM", "Function", { CodeUri: "functions" }, '"CodeUri"', "handler"),
  row("SAM", "Function", { Policies: [] }, '"Policies"', "permissions"),
  row("SAM", "Function", { Timeout: 5 }, '"Timeout"', "timeout"),
  row("SAM", "Function", { environment: { Variables: { A: "b" } } }, "Variables"),
  row("SAM", "Table", { KeySchema: [] }, '"KeySchema"', "primaryIndex"),
  row("SAM", "Table", { AttributeDefinitions: [] }, '"AttributeDefinitions"', "fields"),
  row("SAM", "Api", { Auth: {} }, '"Auth"', "authorizers"),
  row("SAM", "Api", { StageName: "dev" }, '"StageName"', "stage"),
  // Plain CDKTF and the provider
  row("CDKTF", "Function", { memory_size: 512 }, '"memory_size"', "memorySize"),
  row("CDKTF", "Function", { s3Bucket: "x" }, '"s3Bucket"'),
  row("CDKTF", "Function", { filename: "x.zip" }, '"filename"', "handler"),
  row("CDKTF", "Table", { hashKey: "id" }, '"hashKey"', "primaryIndex"),
  row("CDKTF", "Table", { attribute: [] }, '"attribute"', "fields"),
  row("CDKTF", "Bucket", { forceDestroy: true }, '"forceDestroy"', "cdk"),
  row("CDKTF", "Queue", { delaySeconds: 5 }, '"delaySeconds"', "cdk"),
  row("CDKTF", "Queue", { cdk: { queue: { delay_seconds: 5 } } }, "delay_seconds", "delaySeconds"),
  row("CDKTF", "App", { backend: { type: "S3", bucket: "x" } }, '"S3"', '"s3"'),
  row("CDKTF", "App", { backend: { type: "remote" } }, '"remote"', '"cloud"'),
  // Typing errors and values
  row("typing", "Function", { handler: "functions/notes" }, "functions/notes"),
  row("typing", "Function", { timeout: "10 sec" }, "10 sec", "10 seconds"),
  row("typing", "Function", { timeout: 5000 }, "5000", "900"),
  row("typing", "Function", { memorySize: "1GB" }, "1GB", "1 GB"),
  row("typing", "Function", { permissions: ["dynamo"] }, '"dynamo"', "dynamodb"),
  row("typing", "Function", { environmnt: {} }, '"environmnt"', "environment"),
  row("typing", "Api", { routs: {} }, '"routs"', "routes"),
  row("typing", "KinesisStream", { consumer: handler }, '"consumer"', "consumers"),
  row("typing", "WebSocketApi", { route: { $connect: handler } }, '"route"', "routes"),
];

/** Makes what a mistake is in. */
export function make(stack: lib.Stack, { in: target, props }: Mistake): unknown {
  return makers[target](stack, props);
}
