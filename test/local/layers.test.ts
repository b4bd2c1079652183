/** @group processes */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { App, Function, Layer, Stack } from "../../lib";
import { Local, type LocalEvent } from "../../lib/local";
import { accessKeys } from "../support/access-keys";
import { temporaryFolder } from "../support/stack";

const foreign = "arn:aws:lambda:us-east-1:111122223333:layer:tools:1";
const files = {
  "cdktf.json": "{}",
  "layers/tools/nodejs/node_modules/shared/index.js": "exports.name = 'shared of ' + require('other').name;",
  "layers/tools/nodejs/node20/node_modules/other/index.js": "exports.name = 'Node 20';",
  "layers/tools/nodejs/node22/node_modules/later/index.js": "exports.name = 'Node 22';",
  "layers/tools/python/shared.py": "name = 'shared'",
  "layers/tools/python/lib/python3.11/site-packages/other.py": "name = 'Python 3.11'",
  "layers/newer/nodejs/node_modules/other/index.js": "exports.name = 'the last layer';",
  "node_modules/beside/index.js": "exports.name = 'beside';",
  "functions/main.js": `exports.handler = async (names) => names.map((name) => {
    try { return require([name].join("")).name; } catch ({ code }) { return code; }
  });`,
  "functions/main.py":
    "import shared, other\ndef handler(event, context):\n  return [shared.name, other.name]",
};
const events: LocalEvent[] = [];
let local: Local;

beforeAll(async () => {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  process.chdir(folder);
  const bundlesFile = join(folder, "bundles.json");
  process.env.SERVERFORM_BUNDLES_FILE = bundlesFile;
  const from = join(folder, "out");
  const app = new App({ name: "shop", stage: "dev", region: "us-east-1", outdir: from });
  const stack = new Stack(app, "Main");
  const tools = new Layer(stack, "Tools", { code: "layers/tools" });
  const newer = new Layer(stack, "Newer", { code: "layers/newer" });
  const handler = "functions/main.handler";
  const bundle = { externalModules: ["shared", "other", "later", "beside"] };
  new Function(stack, "One", { handler, runtime: "nodejs20.x", bundle, layers: [tools] });
  new Function(stack, "Two", { handler, runtime: "nodejs20.x", bundle, layers: [tools, newer] });
  new Function(stack, "Foreign", { handler, runtime: "nodejs20.x", bundle, layers: [foreign] });
  new Function(stack, "Python", {
    handler: "functions/main.handler",
    srcPath: ".",
    runtime: "python3.11",
    layers: [tools],
  });
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
    report: (event) => void events.push(event),
  });
});
afterAll(async () => {
  await local.stop();
  delete process.env.SERVERFORM_BUNDLES_FILE;
});

const answerOf = async (name: string, event: unknown = ["shared", "other", "later", "beside"]) => {
  const outcome = await local.invoke(name, event);
  return "status" in outcome && outcome.status === "ok" ? JSON.parse(outcome.payload) : outcome;
};
const absent = "MODULE_NOT_FOUND";

test.each([
  ["One", ["shared of Node 20", "Node 20", absent, absent]],
  ["Two", ["shared of the last layer", "the last layer", absent, absent]],
  ["Foreign", [absent, absent, absent, "beside"]],
  ["Python", ["shared", "Python 3.11"]],
])("%s finds the modules of its layers, and no others", async (name, expected) => {
  expect(await answerOf(name)).toEqual(expected);
});

test("layers of others are named once", () => {
  const texts = events.flatMap((each) =>
    "text" in each && String(each.text).includes(foreign) ? [each.text] : [],
  );
  expect(texts).toEqual([`Not loaded here, because the app does not declare them: layers ${foreign}.`]);
});
