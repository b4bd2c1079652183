import type { makers } from "./make";

const handler = "functions/notes.get";

/** A typical typing mistake of the first hour, and texts of the error: the place, the value and the remedy. */
export interface Slip {
  readonly in: keyof typeof makers;
  readonly props: object;
  readonly says: readonly string[];
}

const slip = (target: Slip["in"], props: object, ...says: string[]): Slip => ({ in: target, props, says });
const route = (key: string, ...says: string[]): Slip =>
  slip("Api", { routes: { [key]: handler } }, `routes[${JSON.stringify(key)}]`, ...says);
const timeout = (value: unknown, ...says: string[]): Slip =>
  slip("Function", { timeout: value }, `timeout is ${JSON.stringify(value)}`, ...says);
const memory = (value: unknown, ...says: string[]): Slip =>
  slip("Function", { memorySize: value }, `memorySize is ${JSON.stringify(value)}`, ...says);
const schedule = (value: string, ...says: string[]): Slip =>
  slip("Cron", { schedule: value }, `schedule is ${JSON.stringify(value)}`, ...says);
const region = (value: string, ...says: string[]): Slip =>
  slip("App", { region: value }, `region is ${JSON.stringify(value)}`, ...says);

/** Mistakes in props: paths, routes, units, regions, choices and shapes. */
export const slips: readonly Slip[] = [
  // Handlers
  slip("Function", { handler: "functions/nots.get" }, '"functions/nots"', '"functions/notes.get"'),
  slip("Function", { handler: "functions/Notes.get" }, '"functions/Notes"', '"functions/notes.get"'),
  slip("Function", { handler: "notes.get" }, '"notes.get"', '"functions/notes.get"'),
  slip("Function", { handler: "src/functions/notes.get" }, "src/functions", '"functions/notes.get"'),
  slip("Function", { handler: "functions\\notes.get" }, "functions\\\\notes", '"functions/notes.get"'),
  slip("Function", { handler: "functions/list:get" }, '"functions/list:get"', '"functions/list.get"'),
  slip("Function", { handler: "functions/list#get" }, '"functions/list#get"', '"functions/list.get"'),
  slip("Function", { handler: "functions/list.ts::get" }, "functions/list.ts::get", '"functions/list.get"'),
  slip("Function", { handler: "functions/list" }, '"functions/list"', '"functions/list.handler"'),
  slip("Function", { handler: () => 1 }, "handler is function handler", "Write a string"),
  slip("Function", { runtime: "go1.x" }, "with the extension .go"),
  slip("StaticSite", { path: "webb" }, 'path is "webb"', "relative to the folder of cdktf.json"),
  slip("RDS", { migrations: "db" }, 'migrations is "db"'),
  slip("AppSyncApi", { schema: "schema.graphql" }, "schema.graphql", "Create the file"),
  slip("Function", { copyFiles: [{ from: "nope" }] }, 'copyFiles[0].from is "nope"', "Create it"),
  // Routes
  route("GETT /x", '"GETT"', '"GET"'),
  route("/notes", '"ANY /notes"'),
  route("* /notes", '"ANY /notes"'),
  route("ALL /notes", '"ANY /notes"'),
  route("GET|POST /notes", '"GET /notes" and "POST /notes"'),
  route("GET,PUT /x", '"GET /x" and "PUT /x"'),
  route("/notes GET", 'Write "GET /notes"'),
  route("GET:/notes", '"GET /notes"'),
  route("GET notes/{id}", 'Write "GET /notes/{id}"'),
  route("GET https://x.example.com/notes", 'Write "GET /notes"'),
  route("$defualt", '"$default"'),
  route("default", '"$default"'),
  route("GET /notes/", 'Write "GET /notes"'),
  route("GET /notes?limit=1", "no query strings", '"GET /notes"'),
  route("GET /notes/{id", '"GET /notes/{id}"'),
  route("DELETE /notes/{id}}", '"DELETE /notes/{id}"'),
  route("GET /notes/[id]", '"GET /notes/{id}"'),
  route("GET /notes/<int:id>", '"GET /notes/{id}"'),
  route("GET /notes/{id?}", "no optional parts", '"GET /notes/{id}"'),
  route("ANY /{proxy*}", '"ANY /{proxy+}"'),
  route("GET /[...path]", '"GET /{path+}"'),
  route("GET /files/*", '"*"', '"GET /files/{proxy+}"'),
  route("GET /{id}/{id}", "{id} twice"),
  route("GET /{all+}/x", "{all+}", '"GET /{all+}"'),
  slip("Api", { routes: { "GET /": () => 1 } }, 'routes["GET /"]', "Export it from a file"),
  slip("Api", { routes: { "GET /": [handler] } }, 'is ["functions/notes.get"]', "Give a handler"),
  slip("Api", { routes: { "GET /": { handler } } }, "at the top level", "{ function: { handler:"),
  slip("Api", { routes: [{ path: "/" }] }, "routes is [", "{ ... }"),
  slip("Api", { routes: { "GET /": { type: "lambda", function: handler } } }, '"lambda"', 'mean "function"'),
  slip("Api", { routes: { "GET /": { type: "proxy", url: "x" } } }, '"proxy"', 'mean "url"'),
  slip("Api", { routes: { "GET /": { type: "url", url: "example.com" } } }, '"example.com"', "https://"),
  slip("Api", { routes: { "GET /": { authorizer: "NONE", function: handler } } }, '"NONE"', 'mean "none"'),
  slip("Api", { routes: { "GET /": { authorizer: "AWS_IAM", function: handler } } }, "AWS_IAM", 'mean "iam"'),
  slip("Api", { authorizers: { a: { type: "cognito" } } }, '"cognito"', 'mean "user_pool"'),
  slip("Api", { authorizers: { a: { type: "lambda" } } }, '"lambda"', 'mean "fn"'),
  slip("RestV1Api", { authorizers: { a: { type: "token" } } }, '"token"', 'mean "fn_token"'),
  slip("Api", { cors: { allowOrigins: ["https://a.example.com/"] } }, "allowOrigins[0]", "without a path"),
  slip("Api", { cors: { allowMethods: ["get"] } }, '"get"', 'mean "GET"'),
  slip("Api", { cors: { maxAge: 600 } }, "cors.maxAge is 600", '"10 minutes"'),
  slip("Api", { customDomain: "https://api.example.com" }, "https://api", '"api.example.com"'),
  slip("Api", { throttle: { rate: 1 } }, '"throttle"', "defaults: { throttle"),
  slip("Api", { defaults: { throttle: { rate: "100", burst: 5 } } }, 'is "100"', "without quotes: 100"),
  slip("WebSocketApi", { routes: { "GET /": handler } }, '"GET /"', "$connect"),
  // Units
  timeout("5", '"5 seconds"'),
  timeout("5m", '"5 minutes"'),
  timeout("1.5 minutes", '"90 seconds"'),
  timeout("5000ms", '"5 seconds"'),
  timeout("PT5M", '"5 minutes"'),
  timeout("1 minute 30 seconds", '"90 seconds"'),
  timeout({ seconds: 5 }, '"5 seconds"'),
  timeout("20 minutes", "1 to 900 seconds"),
  timeout(1.5, "whole number"),
  timeout(-1, "1 to 900 seconds"),
  timeout("forever", '"30 seconds"'),
  memory("512", '"512 MB"'),
  memory("512MB", '"512 MB"'),
  memory("1.5 GB", '"1536 MB"'),
  memory("1 gig", '"1 GB"'),
  memory("2GiB", '"2 GB"'),
  slip("Function", { logRetention: 7 }, "logRetention is 7", 'mean "one_week"'),
  slip("Function", { logRetention: "3 days" }, '"3 days"', 'mean "three_days"'),
  slip("Function", { logRetention: "1_week" }, '"1_week"', 'mean "one_week"'),
  schedule("* * * * *", '"cron(* * * * ? *)"'),
  schedule("0 9 * * 1-5", '"cron(0 9 ? * 2-6 *)"'),
  schedule("cron(0 9 * * *)", '"cron(0 9 * * ? *)"'),
  schedule("cron(0 9 * * * *)", '"cron(0 9 * * ? *)"'),
  schedule("cron(0 25 * * ? *)", '"25"', "0 to 23"),
  schedule("every 5 minutes", '"rate(5 minutes)"'),
  schedule("5m", '"rate(5 minutes)"'),
  schedule("@daily", '"cron(0 0 * * ? *)"'),
  schedule("hourly", '"cron(0 * * * ? *)"'),
  schedule("CRON(0 9 * * ? *)", '"cron(0 9 * * ? *)"'),
  schedule("rate(5 minute)", '"rate(5 minutes)"'),
  schedule("rate(30 seconds)", "whole minutes"),
  // Regions, stages and names
  region("us-east1", '"us-east-1"'),
  region("eu_west_1", '"eu-west-1"'),
  region("US-EAST-1", '"us-east-1"'),
  region("us-west-1a", '"us-west-1"'),
  region("frankfurt", '"eu-central-1"'),
  region("constructor", "the name of an AWS region"),
  slip("App", { stage: "feature/login" }, '"feature/login"', '"feature-login"'),
  slip("App", { stage: "1dev" }, '"1dev"', '"dev"'),
  slip("App", { name: "My App" }, '"My App"', '"My-App"'),
  slip("App", { name: "@me/notes" }, '"@me/notes"', '"notes"'),
  slip("App", { backend: "s3" }, "backend is", '{ type: "local" }'),
  slip(
    "App",
    { backend: { type: "s3", bucket: "b", dynamodb_table: "t" } },
    "dynamodb_table",
    '"dynamodbTable"',
  ),
  slip("App", { defaultRemovalPolicy: "delete" }, '"delete"', 'mean "destroy"'),
  // Choices
  slip("Function", { tracing: true }, "tracing is true", 'mean "active"'),
  slip("Function", { architecture: "x64" }, '"x64"', 'mean "x86_64"'),
  slip("Function", { architecture: "aarch64" }, '"aarch64"', 'mean "arm_64"'),
  slip("Function", { runtime: "nodejs20" }, '"nodejs20"', 'mean "nodejs20.x"'),
  slip("Function", { runtime: "python" }, '"python"', '"python3.14"'),
  slip("Userbase", { mfa: true }, "mfa is true", 'mean "required"'),
  slip("Userbase", { mfa: "on" }, '"on"', 'mean "required"'),
  slip("Userbase", { login: "email" }, 'login is "email"', '["email"]'),
  slip("Userbase", { login: ["Email"] }, '"Email"', 'mean "email"'),
  slip("Userbase", { clients: ["web"] }, 'clients is ["web"]', "{ web: ... }"),
  slip(
    "Bucket",
    { notifications: { a: { function: handler, events: ["s3:ObjectCreated:*"] } } },
    "object_created",
  ),
  slip("Bucket", { name: "My_Bucket" }, '"My_Bucket"', "lower-case"),
  slip("RDS", { engine: "postgresql16.6" }, '"postgresql16.6"', 'mean "postgresql16"'),
  // Shapes
  slip("Function", { environment: { TABLE: 5 } }, 'environment["TABLE"]', "Write a string"),
  slip("StaticSite", { environment: { VITE_URL: 5 } }, "environment.VITE_URL is a number", "Write a string"),
  slip("Function", { environment: { AWS_REGION: "x" } }, "AWS_REGION", "another name"),
  slip("Function", { permissions: "dynamodb" }, 'permissions is "dynamodb"', "Write an array"),
  slip("Function", { permissions: ["dynamodb:put item"] }, '"dynamodb:put item"', '"dynamodb:Get*"'),
  slip(
    "Function",
    { permissions: ["arn:aws:s3:::files"] },
    '"arn:aws:s3:::files"',
    'resources: ["arn:aws:s3:::files"]',
  ),
  slip("Function", { bind: ["Notes"] }, 'bind[0] is "Notes"', "These can"),
  slip("Function", { layers: "x" }, 'layers is "x"', "Write an array"),
  slip("Table", { fields: { id: "boolean" } }, '"boolean"', '"binary"'),
  slip("Table", { primaryIndex: { partitionKey: "ID" } }, '"ID"', 'mean "id"'),
  slip(
    "Table",
    { globalIndexes: { byOwner: { partitionKey: "owner" } } },
    '"owner"',
    'fields: { owner: "string" }',
  ),
  slip("Table", { consumers: { a: handler } }, "consumers.a", "stream: true"),
  slip("Queue", { consumer: [handler] }, 'consumer is ["', "Pass the path"),
  slip(
    "Queue",
    { consumer: { function: handler, batchSize: 5 } },
    '"batchSize"',
    "cdk: { eventSource: { batchSize",
  ),
  slip(
    "Queue",
    { consumer: { function: { handler, timeout: "5 minutes" } } },
    "300 seconds",
    "visibilityTimeoutSeconds: 1800",
  ),
  slip("Topic", { subscribers: [handler] }, "subscribers is [", "{ ... }"),
  slip(
    "EventBus",
    { rules: { a: { pattern: { detailType: "x" }, targets: { a: handler } } } },
    "detailType",
    '["x"]',
  ),
  slip("EventBus", { rules: { a: { pattern: { "detail-type": ["x"] } } } }, '"detail-type"', '"detailType"'),
];
