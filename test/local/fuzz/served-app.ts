import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  Api,
  App,
  AppSyncApi,
  Bucket,
  Config,
  EventBus,
  EventsApi,
  Function,
  KinesisStream,
  Queue,
  RestV1Api,
  Stack,
  Table,
  Topic,
  Userbase,
  WebSocketApi,
} from "../../../lib";
import { AccessKeys, Local, type LocalEvent } from "../../../lib/local";

/** The messages of the server's process to the tests. */
export type ServerMessage =
  | { readonly type: "ready"; readonly served: Served }
  | { readonly type: "defect"; readonly text: string };

/** Where the server listens, and what it has. */
export interface Served {
  /** By the kind of the API: `HTTP`, `REST`, `GRAPHQL`. */
  readonly apis: Readonly<Record<string, string>>;
  readonly services: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly apiKeys: readonly string[];
  readonly control: { readonly port: number; readonly secret: string };
  readonly pages: readonly string[];
}

const schema = `
  type Note { id: ID! text: String mail: AWSEmail next: Note notes: [Note] }
  type Query { note(id: ID, mail: AWSEmail, address: AWSIPAddress, json: AWSJSON, at: AWSDateTime): Note }
  type Mutation { add(id: ID!, text: String): Note }
`;

const handlers = `
exports.echo = async (event) => { console.log(event.body ?? JSON.stringify(event)); return { statusCode: 200, body: "ok" }; };
exports.reply = async (event) => {
  const body = event.isBase64Encoded ? Buffer.from(event.body, "base64").toString() : event.body;
  process.stdout.write(String(body) + "\\n");
  try { return JSON.parse(body); } catch { return body; }
};
exports.take = async () => "ok";
exports.note = async () => ({ id: "1", text: "x" });
exports.publish = async (event) => event.events;
`;

/** A pattern for consumers and subscriptions, and one for rules, which know more comparisons. */
const pattern = {
  a: [{ prefix: "x" }, { suffix: "y" }, { "anything-but": ["x"] }],
  b: { c: [{ exists: false }], d: [{ numeric: [">", 0] }] },
};
const rulePattern = { ...pattern, a: [{ wildcard: "a*b*c*d*e" }], d: [{ cidr: "10.0.0.0/8" }] };

async function start(folder: string): Promise<void> {
  for (const name of ["functions", "local"]) mkdirSync(join(folder, name));
  symlinkSync(join(__dirname, "../../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "cdktf.json"), "{}");
  writeFileSync(join(folder, "functions/all.js"), handlers);
  writeFileSync(join(folder, "schema.graphql"), schema);
  process.chdir(folder);
  const bundlesFile = join(folder, "bundles.json");
  process.env.SERVERFORM_BUNDLES_FILE = bundlesFile;
  const from = join(folder, "out");
  const app = new App({ name: "shop", stage: "dev", region: "us-east-1", outdir: from });
  const stack = new Stack(app, "Main");
  const take = "functions/all.take";
  const queue = new Queue(stack, "Jobs", { consumer: { function: take, filters: [{ body: pattern }] } });
  new Queue(stack, "All", { consumer: take });
  new KinesisStream(stack, "Clicks", {
    consumers: { one: { function: take, filters: [{ data: pattern }] } },
  });
  new Table(stack, "Notes", {
    fields: { id: "string", n: "number" },
    primaryIndex: { partitionKey: "id" },
    globalIndexes: { byNumber: { partitionKey: "n" } },
    stream: "new_and_old_images",
    consumers: { one: { function: take, filters: [{ dynamodb: { NewImage: { a: { S: pattern.a } } } }] } },
  });
  const rule = { pattern: { detail: rulePattern }, targets: { take, queue } };
  new EventBus(stack, "Bus", {
    rules: { some: rule, all: { pattern: { source: [{ prefix: "" }] }, targets: { take } } },
  });
  new Topic(stack, "News", {
    subscribers: {
      some: {
        function: take,
        cdk: { subscription: { filterPolicyScope: "MessageBody", filterPolicy: pattern } },
      },
      queue,
    },
  });
  new Bucket(stack, "Files", {
    notifications: { made: { function: take, events: ["object_created"], filters: [{ prefix: "a" }] } },
    cors: [{ allowedMethods: ["PUT"], allowedOrigins: ["https://*.example.com"] }],
  });
  new Config.Parameter(stack, "LIMIT", { value: "5" });
  const users = new Userbase(stack, "Users", { login: ["email"], domain: "shop" });
  const jwt = { type: "user_pool", userPool: users } as const;
  new Api(stack, "Api", {
    authorizers: { jwt },
    cors: { allowOrigins: ["https://*.example.com"] },
    routes: {
      "ANY /echo/{proxy+}": "functions/all.echo",
      "POST /reply": "functions/all.reply",
      "GET /users": { authorizer: "jwt", function: take },
    },
  });
  new RestV1Api(stack, "Rest", {
    routes: { "ANY /echo/{proxy+}": "functions/all.echo", "POST /reply": "functions/all.reply" },
  });
  new WebSocketApi(stack, "Socket", { routes: { $connect: take, $default: "functions/all.reply" } });
  new AppSyncApi(stack, "Graph", {
    schema: "schema.graphql",
    resolvers: { "Query note": "functions/all.note", "Mutation add": "functions/all.note" },
  });
  new EventsApi(stack, "Live", { namespaces: { chat: { onPublish: "functions/all.publish" } } });
  new Function(stack, "Url", { handler: "functions/all.reply", url: { authorizer: "none" } });
  app.synth();
  const events: string[] = [];
  const report = (event: LocalEvent): void => {
    if (event.event === "notice") events.push(event.text);
    // A defect of the server has a stack, or these words.
    if (event.event === "warning" && /\n\s+at |cannot process|TypeError|RangeError/.test(event.text)) {
      send({ type: "defect", text: event.text });
    }
  };
  const accessKeys = new AccessKeys();
  const local = await Local.start({
    accessKeys,
    from,
    bundlesFile,
    folder: join(folder, "local"),
    host: "127.0.0.1",
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    report,
  });
  send({
    type: "ready",
    served: {
      apis: Object.fromEntries(local.served.map(({ gateway, urls: [url = ""] }) => [gateway.kind, url])),
      services: local.servicesUrl,
      credentials: accessKeys.administrator,
      apiKeys: events.flatMap((text) => / accepts the API key (\S+)$/.exec(text)?.[1] ?? []),
      control: require(join(folder, "local/server.json")) as Served["control"],
      pages: local.userPools.map(({ pages }) => pages ?? "").filter((each) => each !== ""),
    },
  });
}

function send(message: ServerMessage): void {
  process.send?.(message);
}

process.once("disconnect", () => process.exit(0));
void start(process.argv[2] ?? "").catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
