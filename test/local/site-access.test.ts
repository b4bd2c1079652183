/** @group processes */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { App, Site, Stack, Table } from "../../lib";
import { Local } from "../../lib/local";
import { freePort } from "../../lib/runtime/programs/site/free-port";
import { root } from "../examples/support";
import { accessKeys } from "../support/access-keys";
import { temporaryFolder } from "../support/stack";

/** Answers with its variables, and with the count or the error of reading two tables. It reads a variable when it is loaded. */
const program = `
import { createServer } from "node:http";
import { DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
const tables = [process.env.SERVERFORM_Table_tableName_Notes, process.env.OTHER];
tables.forEach((each) => each.length);
const client = new DynamoDBClient({ maxAttempts: 1 });
const read = (TableName) => client.send(new ScanCommand({ TableName })).then(({ Count }) => Count, ({ name }) => name);
createServer(async (request, response) => {
  const { OTHER, HOME_PAGE, AWS_PROFILE, AWS_REGION } = process.env;
  response.end(JSON.stringify({ read: await Promise.all(tables.map(read)), OTHER, HOME_PAGE, AWS_PROFILE, AWS_REGION }));
}).listen(process.env.PORT ?? process.argv[2], process.env.HOST ?? "localhost");
`;
let local: Local;
let port: number;

beforeAll(async () => {
  const folder = temporaryFolder();
  for (const name of ["web/public", "local"]) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "cdktf.json"), "{}");
  writeFileSync(join(folder, "web/server.mjs"), program);
  writeFileSync(join(folder, "web/public/index.html"), "");
  process.chdir(folder);
  const bundlesFile = join(folder, "bundles.json");
  Object.assign(process.env, { SERVERFORM_BUNDLES_FILE: bundlesFile, SERVERFORM_LOCAL: "true" });
  // The developer's settings, which no server may get.
  Object.assign(process.env, { AWS_PROFILE: "prod", AWS_SESSION_TOKEN: "real", AWS_REGION: "eu-west-1" });
  process.env.HOME_PAGE = "of the developer";
  port = await freePort("localhost");
  const from = join(folder, "out");
  const app = new App({ name: "shop", stage: "dev", region: "us-east-1", outdir: from });
  const stack = new Stack(app, "Main");
  const key = { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } } as const;
  const notes = new Table(stack, "Notes", key);
  const other = new Table(stack, "Other", key);
  const common = {
    path: "web",
    framework: "static",
    server: { entry: "server.mjs" },
    environment: { OTHER: other.tableName },
    bind: [notes],
  } as const;
  new Site(stack, "Built", common);
  const dev = { command: `node server.mjs ${port}`, url: `http://localhost:${port}` };
  new Site(stack, "Developed", { ...common, dev });
  app.synth();
  local = await Local.start({
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
    report: () => {},
  });
});

afterAll(async () => {
  await local.stop();
  for (const name of [
    "SERVERFORM_BUNDLES_FILE",
    "SERVERFORM_LOCAL",
    "AWS_PROFILE",
    "AWS_SESSION_TOKEN",
    "AWS_REGION",
    "HOME_PAGE",
  ])
    delete process.env[name];
});

/** The answer of the server of a site. A development server listens some time after the start. */
async function answerOf(name: string): Promise<unknown> {
  const [url] = local.served.find(({ gateway }) => gateway.name === name)?.urls ?? [];
  for (;;) {
    const answer = await fetch(`${url}page`);
    if (answer.status === 200) return answer.json();
    await delay(20);
  }
}

const access = { read: [0, "AccessDeniedException"], OTHER: "dev-shop-Other", AWS_REGION: "us-east-1" };

test("the server of a site has the variables and the permissions of its function, and no settings of the developer", async () => {
  expect(await answerOf("Built")).toEqual(access);
});

test("the development server that replaces it has them, too, and keeps the developer's other variables", async () => {
  expect(await answerOf("Developed")).toEqual({ ...access, HOME_PAGE: "of the developer" });
});
