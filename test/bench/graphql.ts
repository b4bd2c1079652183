import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { WebSocket } from "ws";
import { Local } from "../../lib/local";
import { accessKeys } from "../support/access-keys";
import { columns, median, print, printTarget } from "./figures";

const root = resolve(__dirname, "../..");
const requests = 300;
const subscribers = 200;
const mutations = 20;

const program = `import { Api, App, AppSyncApi, Function, type StackContext } from ${JSON.stringify(join(root, "lib"))};
function Service({ stack }: StackContext) {
  const hello = new Function(stack, "Hello", { handler: "hello.handler" });
  new Api(stack, "Api", { routes: { "POST /hello": hello } });
  new AppSyncApi(stack, "Graph", {
    schema: "schema.graphql",
    dataSources: { none: { type: "none" } },
    resolvers: { "Query hello": hello, "Mutation say": { dataSource: "none", code: { file: "say.mjs" } } },
  });
}
const app = new App({ name: "bench" });
app.stack(Service);
app.synth();
`;
const files: Readonly<Record<string, string>> = {
  "main.ts": program,
  "hello.ts": 'export const handler = async () => ({ statusCode: 200, body: "hello" });\n',
  "schema.graphql": `type Hello { body: String }
type Query { hello: Hello }
type Mutation { say(text: String): Hello }
type Subscription { said: Hello @aws_subscribe(mutations: ["say"]) }
`,
  "say.mjs": `export function request(ctx) { return { payload: { body: ctx.args.text } }; }
export function response(ctx) { return ctx.result; }
`,
};

/** Measures a query beside a request to an `Api` with the same function, and how fast subscribers receive messages. */
export async function benchGraphql(rounds: number): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-graphql-")));
  try {
    const local = await serve(folder);
    try {
      await measure(local, rounds);
    } finally {
      await local.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function serve(folder: string): Promise<Local> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const [from, bundlesFile, own] = [join(folder, "out"), join(folder, "bundles.json"), join(folder, "local")];
  mkdirSync(own);
  const environment = {
    ...process.env,
    CDKTF_OUTDIR: from,
    SERVERFORM_BUNDLES_FILE: bundlesFile,
    IS_LOCAL: "true",
  };
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, "node_modules/tsx/dist/cli.mjs"), "main.ts"],
    {
      cwd: folder,
      env: environment,
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`synthesis ended with ${status}:\n${stderr}`);
  return Local.start({
    accessKeys,
    from,
    bundlesFile,
    folder: own,
    host: "127.0.0.1",
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    report: (event) => {
      if (event.event === "notice") key = / accepts the API key (\S+)$/.exec(event.text)?.[1] ?? key;
    },
  });
}

let key = "";

async function measure(local: Local, rounds: number): Promise<void> {
  const url = (kind: string): string =>
    (local.served.find(({ gateway }) => gateway.kind === kind)?.urls[0] ?? "").replace(/\/$/, "");
  const [api, graph] = [url("HTTP"), url("GRAPHQL")];
  const query = (text: string, to = graph) =>
    fetch(to, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ query: text }),
    });
  // The same request, so that the two differ only in the service that answers.
  const text = "{ hello { body } }";
  const times = { api: [] as number[], query: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    const figures = { api: [] as number[], query: [] as number[] };
    // They take turns, so that a busy machine is as slow for one as for the other.
    for (let count = 0; count < requests; count++) {
      figures.api.push(await timeOf(() => query(text, `${api}/hello`)));
      figures.query.push(await timeOf(() => query(text)));
    }
    // The first round only warms up.
    if (round < 0) continue;
    times.api.push(median(figures.api));
    times.query.push(median(figures.query));
  }
  print("\nA function behind an Api, and behind an AppSyncApi: a request (ms)");
  print(columns(median(times.api).toFixed(2), median(times.query).toFixed(2)));
  const ratios = times.query.map((each, index) => each / (times.api[index] ?? each));
  printTarget("a query beside a request to an Api", median(ratios), 1.3, "x");
  const delays = await delaysOf(graph, query);
  print(`\n${subscribers} subscribers are told of a mutation: median, slowest (ms)`);
  print(columns(median(delays).toFixed(1), Math.max(...delays).toFixed(1)));
  printTarget("a subscriber is told after", median(delays), 100, " ms", 1);
}

async function timeOf(send: () => Promise<Response>): Promise<number> {
  const begun = performance.now();
  const response = await send();
  const text = await response.text();
  if (response.status !== 200 || !text.includes("hello")) throw new Error(`${response.status}: ${text}`);
  return performance.now() - begun;
}

/** From the begin of a mutation to its arrival, for each subscriber and mutation. */
async function delaysOf(
  graph: string,
  query: (text: string) => Promise<Response>,
): Promise<readonly number[]> {
  const header = Buffer.from(JSON.stringify({ "x-api-key": key })).toString("base64url");
  const delays: number[] = [];
  let begun = 0;
  let arrived = (): void => {};
  const sockets = await Promise.all(
    Array.from({ length: subscribers }, async () => {
      const socket = new WebSocket(graph.replace("http", "ws"), ["graphql-ws", `header-${header}`]);
      await once(socket, "open");
      const data = JSON.stringify({ query: "subscription { said { body } }" });
      socket.send(
        JSON.stringify({
          id: "1",
          type: "start",
          payload: { data, extensions: { authorization: { "x-api-key": key } } },
        }),
      );
      await once(socket, "message");
      socket.on("message", () => {
        delays.push(performance.now() - begun);
        arrived();
      });
      return socket;
    }),
  );
  for (let count = 1; count <= mutations; count++) {
    const all = new Promise<void>((done) => {
      arrived = () => delays.length === count * subscribers && done();
    });
    begun = performance.now();
    await (await query('mutation { say(text: "hello") { body } }')).text();
    await all;
  }
  for (const socket of sockets) socket.terminate();
  return delays;
}
