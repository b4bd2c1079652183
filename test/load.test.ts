/** @group processes */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { buildSync } from "esbuild";
import { readSources } from "./support/import-graph";

const root = resolve(__dirname, "..");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "serverform-load-")));

/** Everything in `require.cache` once the library is loaded by its own Node. */
let loaded: readonly string[] = [];

/** The same once an app without an RDS is synthesized. */
let loadedBySynthesis: readonly string[] = [];

/** The same once the parts of commands are loaded, too. */
let loadedByCommands: readonly string[] = [];

/** The same once the local server is loaded, too. */
let loadedByServer: readonly string[] = [];

beforeAll(() => {
  const sources = readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" });
  buildSync({
    absWorkingDir: join(root, "lib"),
    entryPoints: Object.keys(readSources(join(root, "lib"))).filter(
      (file) => file.endsWith(".ts") && !file.endsWith(".d.ts"),
    ),
    outdir: join(folder, "dist"),
    format: "cjs",
    platform: "node",
    target: "node20",
    logLevel: "silent",
  });
  execFileSync(process.execPath, [join(root, ".build/lazy-modules.mjs"), join(folder, "dist")]);
  for (const file of sources.filter((each) => each.endsWith(".json"))) {
    cpSync(join(root, "lib", file), join(folder, "dist", file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const program = `
    const { App, Stack, Table } = require("./dist/index.js");
    const loaded = Object.keys(require.cache);
    const app = new App({ name: "notes", stage: "dev", region: "us-east-1" });
    const props = { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } };
    new Table(new Stack(app, "Main"), "Notes", props);
    app.synth();
    const synthesized = Object.keys(require.cache);
    for (const part of ["project/index", "schemagen/generate", "terraform/index"]) Object.values(require("./dist/cli/" + part + ".js"));
    const ofCommands = Object.keys(require.cache);
    require("./dist/local/local.js");
    console.log(JSON.stringify([loaded, synthesized, ofCommands, Object.keys(require.cache)]));
  `;
  const output = execFileSync(process.execPath, ["-e", program], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const lists = JSON.parse(output.slice(output.lastIndexOf("[["))) as string[][];
  const [first = [], second = [], third = [], fourth = []] = lists.map((list) =>
    list.map((file) => file.replaceAll(sep, "/")),
  );
  [loaded, loadedBySynthesis, loadedByCommands, loadedByServer] = [first, second, third, fourth];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("loading the library", () => {
  test("loads the library and CDKTF", () => {
    expect(loaded.some((file) => file.endsWith("/dist/index.js"))).toBe(true);
    expect(loaded.some((file) => file.includes("/node_modules/cdktf/"))).toBe(true);
  });

  test("loads no module of a provider, and synthesizing takes them one by one, never its index", () => {
    const ofProviders = (file: string): boolean => file.includes("/@cdktf/provider-");
    expect(loaded.filter(ofProviders)).toEqual([]);
    const modules = loadedBySynthesis.filter(ofProviders);
    expect(modules).not.toHaveLength(0);
    expect(modules.filter((file) => /\/provider-[a-z]+\/lib\/(index\.js|lazy-index)/.test(file))).toEqual([]);
  });

  test.each(["esbuild", "commander", "typescript", "@aws-sdk"])("does not load %s", (name) => {
    expect(loaded.filter((file) => file.includes(`/node_modules/${name}/`))).toEqual([]);
  });

  test.each(["@electric-sql", "kysely", "kysely-data-api"])(
    "and synthesizing an app without an RDS do not load %s",
    (name) => {
      expect(loadedBySynthesis.length).toBeGreaterThan(0);
      expect(loadedBySynthesis.filter((file) => file.includes(`/node_modules/${name}/`))).toEqual([]);
    },
  );

  test("does not load the command line", () => {
    expect(loaded.filter((file) => file.startsWith(`${folder.replaceAll(sep, "/")}/dist/cli/`))).toEqual([]);
  });
});

test("commands that start no server do not load it", () => {
  expect(loadedByCommands.some((file) => file.endsWith("/dist/cli/terraform/index.js"))).toBe(true);
  const ofServer = loadedByCommands.flatMap((file) => /\/dist\/((?:local|model)\/.*)/.exec(file)?.[1] ?? []);
  expect(ofServer.sort()).toEqual(["local/index.js"]);
});

test("loading the local server loads nothing that only apps with AppSync need", () => {
  expect(loadedByServer.some((file) => file.endsWith("/dist/local/gateways/http/index.js"))).toBe(true);
  const ofAppSync = /\/dist\/local\/gateways\/(app-sync|event-channels)\/|\/node_modules\/graphql\//;
  expect(loadedByServer.filter((file) => ofAppSync.test(file))).toEqual([]);
});
