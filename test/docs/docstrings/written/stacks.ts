// Written by `npm run docs` from the examples in the comments of lib.
import { Api, App, AppSyncApi, Auth, Bucket, Config, Cron, EventBus, EventsApi, Function, GraphQLApi, Job, KinesisStream, Layer, McpAuthority, NextjsSite, Pipe, PolicyStatement, Queue, RDS, ReactStaticSite, RestV1Api, Script, Site, StaticSite, Table, Topic, Trigger, Userbase, ViteStaticSite, WebSocketApi, contractRoutes, exceptFromRule } from "serverform";
import { awsSolutions, definePolicy, openRoutes } from "serverform/policy";
import { Template } from "serverform/testing";
import { Database, Service, api, bucket, bus, contract, json, queue, stack, table, userbase, worker } from "../names";

export const samples = [
// lib/constructs/api/api.ts
async () => {
const api = new Api(stack, "Api", {
  routes: { "GET /notes/{id}": "functions/notes.get" },
});
void (api);
},
// lib/constructs/app-sync-api/app-sync-api.ts
async () => {
new AppSyncApi(stack, "Graph", {
  schema: "graphql/schema.graphql",
  dataSources: { notes: "functions/notes.handler" },
  resolvers: { "Query notes": "notes" },
});

},
// lib/constructs/auth/auth.ts
async () => {
const auth = new Auth(stack, "Auth", { authenticator: "functions/auth.handler" });
auth.attach(stack, { api });
void (auth);
},
// lib/constructs/bucket/bucket.ts
async () => {
new Bucket(stack, "Images", {
  notifications: { resize: { function: "functions/images.resize", events: ["object_created"] } },
});

},
// lib/constructs/config/config.ts
async () => {
const { API_HOST } = Config.Parameter.create(stack, { API_HOST: "api.example.com" });
void ({ API_HOST });
},
// lib/constructs/cron/cron.ts
async () => {
new Cron(stack, "Report", { schedule: "cron(0 6 ? * MON-FRI *)", job: "functions/report.daily" });

},
// lib/constructs/event-bus/event-bus.ts
async () => {
new EventBus(stack, "Bus", {
  rules: { paid: { pattern: { source: ["shop"], detailType: ["paid"] }, targets: { mail: "functions/mail.send" } } },
});

},
// lib/constructs/events-api/events-api.ts
async () => {
new EventsApi(stack, "Events", {
  namespaces: { chat: {}, orders: { onPublish: "functions/orders.check" } },
});

},
// lib/constructs/graphql-api/graphql-api.ts
async () => {
new GraphQLApi(stack, "Api", { server: "functions/graphql.handler" });

},
// lib/constructs/job/job.ts
async () => {
new Job(stack, "Report", { handler: "functions/report.main", timeout: "2 hours" });

},
// lib/constructs/kinesis-stream/kinesis-stream.ts
async () => {
new KinesisStream(stack, "Clicks", { consumers: { count: "functions/clicks.count" } });

},
// lib/constructs/mcp-authority/mcp-authority.ts
async () => {
new McpAuthority(stack, "Authority", {
  api,
  userbase,
  servers: { "/mcp": { function: "functions/mcp.handler", scopes: ["notes/read", "notes/write"] } },
});

},
// lib/constructs/nextjs-site/nextjs-site.ts
async () => {
new NextjsSite(stack, "Web", { path: "web", environment: { API_URL: api.url }, bind: [table] });

},
// lib/constructs/pipe/pipe.ts
async () => {
new Pipe(stack, "Orders", { source: table, target: bus, filters: [{ eventName: ["INSERT"] }], detailType: "ordered" });

},
// lib/constructs/queue/queue.ts
async () => {
new Queue(stack, "Orders", { consumer: "functions/orders.process" });

},
// lib/constructs/rds/rds.ts
async () => {
new RDS(stack, "Database", {
  engine: "postgresql16",
  defaultDatabaseName: "notes",
  migrations: "migrations",
});

},
// lib/constructs/react-static-site/react-static-site.ts
async () => {
new ReactStaticSite(stack, "Web", { path: "web", environment: { REACT_APP_API_URL: api.url } });

},
// lib/constructs/rest-v1-api/rest-v1-api.ts
async () => {
const api = new RestV1Api(stack, "Api", {
  routes: { "GET /notes/{id}": "functions/notes.get" },
});
void (api);
},
// lib/constructs/script/script.ts
async () => {
new Script(stack, "Seed", { onCreate: "functions/seed.handler", params: { tableName: table.tableName } });

},
// lib/constructs/site/site.ts
async () => {
new Site(stack, "Web", { path: "web", bind: [table], routes: { "/api/*": api } });

},
// lib/constructs/static-site/static-site.ts
async () => {
new StaticSite(stack, "Web", {
  path: "web",
  buildCommand: "npm run build",
  buildOutput: "dist",
  environment: { VITE_API_URL: api.url },
});

},
// lib/constructs/table/table.ts
async () => {
new Table(stack, "Notes", {
  fields: { userId: "string", noteId: "string" },
  primaryIndex: { partitionKey: "userId", sortKey: "noteId" },
});

},
// lib/constructs/topic/topic.ts
async () => {
new Topic(stack, "Orders", {
  subscribers: { mail: "functions/mail.send", billing: queue },
});

},
// lib/constructs/trigger/trigger.ts
async () => {
new Trigger(stack, "Errors", {
  type: "log_group", logGroup: worker, filterPattern: "ERROR", function: "functions/alarm.handler",
});

},
// lib/constructs/userbase/userbase.ts
async () => {
const auth = new Userbase(stack, "Auth", {
  login: ["email"],
  triggers: { postConfirmation: "functions/users.welcome" },
});
auth.attachPermissionsForAuthUsers(stack, [api]);
void (auth);
},
// lib/constructs/vite-static-site/vite-static-site.ts
async () => {
new ViteStaticSite(stack, "Web", { path: "web", environment: { VITE_API_URL: api.url } });

},
// lib/constructs/web-socket-api/web-socket-api.ts
async () => {
new WebSocketApi(stack, "Chat", {
  routes: { $connect: "functions/chat.connect", send: "functions/chat.send" },
});

},
// lib/kit/app/app.ts
async () => {
const app = new App({ name: "notes" });
app.stack(Database).stack(Service);
app.synth();
void (app);
},
// lib/kit/app/rule-exceptions.ts
async () => {
exceptFromRule(api, { rule: "open-routes", of: "GET /status", reason: "The status page is public." });

},
// lib/kit/function/function.ts
async () => {
new Function(stack, "Resize", { handler: "functions/resize.handler", timeout: "30 seconds" });

},
// lib/kit/function/layer/layer.ts
async () => {
const tools = new Layer(stack, "Tools", { code: "layers/tools" });
new Function(stack, "Report", { handler: "functions/report.handler", layers: [tools] });
void (tools);
},
// lib/kit/gateway/contract-routes.ts
async () => {
new Api(stack, "Api", { routes: contractRoutes(contract, { handlers: "functions/notes" }) });

},
// lib/kit/iam/permissions/policy-statement.ts
async () => {
new PolicyStatement({
  actions: ["s3:GetObject"],
  resources: [`${bucket.bucketArn}/public/*`],
});

},
// lib/model/policy/policy.ts
async () => {
definePolicy({ rules: [openRoutes({ except: ["GET /status"] }), ...awsSolutions()] });

},
// lib/testing/facts/template.ts
async () => {
Template.fromJson(json).hasResourceProperties("aws_sqs_queue", { fifo_queue: true });

},
];
