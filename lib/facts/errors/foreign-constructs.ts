/** The classes of other libraries, and of AWS, with the construct that does the same here. */
export const foreignConstructs = {
  ApiGatewayV1Api: "RestV1Api",
  ApiGatewayV2: "Api",
  ApiGatewayWebSocket: "WebSocketApi",
  AppSync: "AppSyncApi",
  Aurora: "RDS",
  Bus: "EventBus",
  Cognito: "Userbase",
  CognitoUserPool: "Userbase",
  Dynamo: "Table",
  DynamoDB: "Table",
  EventBridge: "EventBus",
  GraphqlApi: "AppSyncApi",
  HttpApi: "Api",
  Kinesis: "KinesisStream",
  Lambda: "Function",
  LambdaFunction: "Function",
  LambdaRestApi: "RestV1Api",
  Nextjs: "NextjsSite",
  NodejsFunction: "Function",
  Postgres: "RDS",
  Realtime: "EventsApi",
  RestApi: "RestV1Api",
  S3Bucket: "Bucket",
  Schedule: "Cron",
  Secret: "Config.Secret",
  SnsTopic: "Topic",
  SqsQueue: "Queue",
  UserPool: "Userbase",
  WebSocket: "WebSocketApi",
} as const;

/** Constructs that no other library has under another name. */
const others = ["App", "Stack", "Auth", "Config", "Job", "Pipe", "Script", "StaticSite", "Trigger"] as const;

/** The names that a class of another library, or a misspelled one, may mean. */
export const constructNames: readonly string[] = [
  ...new Set<string>([...Object.values(foreignConstructs), ...others]),
];
