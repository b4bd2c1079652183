import { join } from "node:path";
import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import {
  Api,
  App,
  AppSyncApi,
  Bucket,
  Config,
  Cron,
  EventBus,
  KinesisStream,
  Queue,
  RDS,
  RestV1Api,
  Stack,
  StaticSite,
  Table,
  Topic,
  Userbase,
  WebSocketApi,
} from "../../../lib";
import { Local, type LocalEvent } from "../../../lib/local";
import { accessKeys } from "../../support/access-keys";
import { project, setEnvironment } from "../../support/environment";

const handlers = `
export const list = async () => {
  console.log("<b>not bold</b>");
  return { statusCode: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ notes: [] }) };
};
export const fail = async () => { throw new Error("no such note"); };
export const note = async ({ arguments: { id } }) => ({ id, text: "<b>a note</b>" });
export const slow = async ({ queryStringParameters: { gate } }) => {
  console.log("it has begun");
  await fetch("http://127.0.0.1:" + gate);
  console.error(JSON.stringify({ level: "error", message: "x".repeat(5000) }));
  console.log("binary \\u0000\\u0001");
  return { statusCode: 204 };
};
export const refuse = async () => ({ statusCode: 403 });
export const work = async (event) => { if (event.Records[0].body === "bad") throw new Error("cannot work"); };
`;

/** An app with a part of each kind, served by this process with the console. */
export async function serveEveryKind(report: (event: LocalEvent) => void = () => {}): Promise<Local> {
  const schema =
    "type Note { id: ID! text: String }\ntype Query { note(id: ID!): Note }\ntype Mutation { add(text: String!): Note }\n";
  const folder = project({
    "functions/notes.ts": handlers,
    "graphql/schema.graphql": schema,
    "package.json": "{}",
    "web/index.html": "<!doctype html><title>Web</title>",
  });
  const [from, bundlesFile] = [join(folder, "out"), join(folder, "bundles.json")];
  setEnvironment({ SERVERFORM_BUNDLES_FILE: bundlesFile, IS_LOCAL: "true" });
  const app = new App({ name: "garden", stage: "dev", region: "us-east-1", outdir: from });
  declare(new Stack(app, "Main"));
  app.synth();
  return Local.start({
    accessKeys,
    from,
    bundlesFile,
    folder: join(folder, "server"),
    host: "127.0.0.1",
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    retriesFast: true,
    watch: false,
    consolePort: 0,
    report,
    secrets: (name) => (name === "KEY" ? "the secret value" : undefined),
    seed: [{ name: "ada@example.com", password: "Correct-horse-1", groups: ["editors"] }],
  });
}

function declare(stack: Stack): void {
  const notes = new Table(stack, "Notes", {
    fields: { id: "string", owner: "string", at: "number" },
    primaryIndex: { partitionKey: "id" },
    globalIndexes: { byOwner: { partitionKey: "owner", sortKey: "at" } },
  });
  const failed = new Queue(stack, "Failed");
  const work = new Queue(stack, "Work", {
    consumer: { function: { handler: "functions/notes.work", timeout: "1 second" } },
    cdk: { queue: { visibilityTimeoutSeconds: 1 } },
    deadLetter: { queue: failed, maxReceiveCount: 1 },
  });
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    identityPoolFederation: false,
    domain: "dev-garden",
    groups: { editors: { description: "May edit" } },
    clients: { web: { callbackUrls: ["http://localhost:3000/"], scopes: ["openid"] } },
  });
  const key = new Config.Secret(stack, "KEY");
  new SsmParameter(stack, "Limit", { name: "/garden/limit", type: "String", value: "12" });
  const size = new Config.Parameter(stack, "SIZE", { value: "12" });
  new Bucket(stack, "Files");
  new Topic(stack, "News");
  new StaticSite(stack, "Web", { path: "web" });
  new EventBus(stack, "Shop", {
    rules: { placed: { pattern: { source: ["shop"] }, targets: { work } } },
  });
  new KinesisStream(stack, "Activity");
  new RDS(stack, "Notebook", { engine: "postgresql16", defaultDatabaseName: "notes" });
  new Cron(stack, "Nightly", { schedule: "rate(1 day)", job: "functions/notes.list" });
  new AppSyncApi(stack, "Board", {
    schema: "graphql/schema.graphql",
    resolvers: { "Query note": "functions/notes.note" },
  });
  new WebSocketApi(stack, "Chat", { routes: { $default: "functions/notes.fail" } });
  const { restApi } = new RestV1Api(stack, "Rest", {
    routes: {
      "GET /keyed": { function: "functions/notes.list", cdk: { method: { apiKeyRequired: true } } },
    },
  }).cdk;
  const plan = restApi.addUsagePlan("Plan", { apiStages: [{}] });
  plan.addApiKey(restApi.addApiKey("Key"));
  new WebSocketApi(stack, "Doors", { routes: { $connect: "functions/notes.refuse" } });
  new Api(stack, "Api", {
    authorizers: { members: { type: "user_pool", userPool: users } },
    routes: {
      "GET /notes": { function: { handler: "functions/notes.list", bind: [notes, key, size] } },
      "GET /notes/{id}": "functions/notes.fail",
      "DELETE /notes": "functions/notes.list",
      "GET /slow": { function: { handler: "functions/notes.slow", timeout: "10 seconds" } },
      "POST /notes": { authorizer: "members", function: "functions/notes.list" },
    },
  });
}
