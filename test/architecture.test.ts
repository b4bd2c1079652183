/** @group slow */

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { brokenRules, crowdedFolders } from "./support/houses";
import { type Import, readImports, readSources } from "./support/import-graph";
import { allowedState, moduleStateOf } from "./support/module-state";
import { unusedExports } from "./support/unused-exports";

const lib = join(resolve(__dirname, ".."), "lib");
const sources = readSources(lib);

/** Imports and circles in lib that break the rules today. Remove an entry when it is fixed. */
const knownImports: readonly string[] = [];

describe("lib", () => {
  const broken = brokenRules(readImports(sources));

  test("keeps to its houses", () => {
    const found = broken.filter(({ what }) => !knownImports.includes(what));
    expect(found.map(({ what, rule }) => `${what}: ${rule}`)).toEqual([]);
  });

  test("still breaks what is listed as known", () => {
    const found = broken.map(({ what }) => what);
    expect(knownImports.filter((each) => !found.includes(each))).toEqual([]);
  });

  test("has no folder of more than 25 files", () => {
    const paths = readdirSync(lib, { recursive: true, encoding: "utf8" });
    expect(crowdedFolders(paths.filter((path) => /\.\w+$/.test(path)))).toEqual([]);
    const crowd = Array.from({ length: 26 }, (_, index) => `cli/${index}.ts`);
    expect(crowdedFolders(crowd)).toEqual(["cli has 26 files; give them rooms by idea"]);
  });

  test("exports nothing that only its own file uses", () => {
    expect(unusedExports(sources, Object.values(readSources(__dirname)))).toEqual([]);
  });
});

describe("exports", () => {
  const user = 'import { used } from "./a"; import { b } from "./b"; used(b);';

  test.each([
    ["a function", "export const used = 1; export function unused() {}", ["a.ts unused"]],
    ["a class", "export const used = 1; export class Unused {}", ["a.ts Unused"]],
    ["a constant", "export const used = 1, unused = 2;", ["a.ts unused"]],
    ["no type", "export const used = 1; export interface Options {}", []],
    ["no name that a test has", "export const used = 1; export const tested = 2;", []],
  ])("of which %s is unused", (_what, a, expected) => {
    expect(
      unusedExports({ "a.ts": a, "b.ts": "export const b = 1;", "main.ts": user }, ["tested()"]),
    ).toEqual(expected);
  });

  test("of an index are unused if nothing takes them there, types included", () => {
    const files = {
      "a/index.ts": 'export { a, type A, b } from "./part";',
      "a/part.ts": "export interface A {} export const a = 1; export const b = 2;",
      "main.ts": 'import { b } from "./a"; export const run = b;',
    };
    expect(unusedExports(files)).toEqual(["a/index.ts a", "a/index.ts A"]);
  });

  test("of which only the types are taken are unused", () => {
    const props = "export interface Props {} export const keys = 1; export const other = 2;";
    const user = 'export type * from "./props"; import { keys } from "./props"; use(keys);';
    expect(unusedExports({ "props.ts": props, "main.ts": user })).toEqual(["props.ts other"]);
  });

  test("count as used where a file is taken as a whole", () => {
    const parts = {
      "a.ts": "export const a = 1;",
      "b.ts": "export const b = 2;",
      "c.ts": "export const c = 3;",
    };
    const main = 'import * as a from "./a"; export * from "./b"; const c = () => import("./c");';
    expect(unusedExports({ ...parts, "main.ts": main })).toEqual([]);
  });
});

describe("modules", () => {
  test("hold no state, except for the listed reasons", () => {
    const found = moduleStateOf(sources).map(({ file, name }) => `${file} ${name}`);
    expect(found.sort()).toEqual(Object.values(allowedState).flat().sort());
  });

  test.each([
    ["const known = new WeakMap<object, string>();", ["known"]],
    ["export const known: Map<string, string> = new Map();", ["known"]],
    ["let count = 0;", ["count"]],
    ["export let count: number | undefined;", ["count"]],
    ["const all: string[] = [];", ["all"]],
    ["class Registry { static readonly all = new Set<string>(); }", ["Registry.all"]],
    ["const table = new Map([[1, 2]]); const none: readonly string[] = [];", []],
    ["function f() { const own = new Map(); } class C { own = new Map(); }", []],
  ])("%s holds %j", (source, names) => {
    expect(moduleStateOf({ "a.ts": source })).toEqual(names.map((name) => ({ file: "a.ts", name })));
  });
});

describe("the houses", () => {
  const edge = (from: string, to: string, more: Partial<Import> = {}): Import => ({
    from,
    to,
    isPackage: false,
    isTypeOnly: false,
    ...more,
  });

  test.each([
    [
      "local/services -> queue",
      "local/services/services.ts",
      "constructs/queue/index.ts",
      "local may not import constructs",
    ],
    [
      "topic -> queue/queue",
      "constructs/topic/topic.ts",
      "constructs/queue/queue.ts",
      "through constructs/queue/index.ts",
    ],
    ["cli -> queue", "cli/deploy.ts", "constructs/queue/index.ts", "cli may not import constructs"],
    ["bundle -> queue", "bundle/bundle.ts", "constructs/queue/index.ts", "bundle may not import constructs"],
    [
      "bucket -> local/local",
      "constructs/bucket/bucket.ts",
      "local/local.ts",
      "constructs may not import local",
    ],
    ["core -> app", "kit/core/checks/check.ts", "kit/app/index.ts", "core may not import app"],
    ["facts -> kit", "facts/errors/error.ts", "kit/core/checks/check.ts", "facts may not import kit"],
    ["runtime -> kit", "runtime/node/api.ts", "kit/app/index.ts", "runtime may not import kit"],
    ["index -> queue/queue", "index.ts", "constructs/queue/queue.ts", "through constructs/queue/index.ts"],
    ["aws -> errors", "facts/aws/arns.ts", "facts/errors/error.ts", "aws may not import errors"],
    ["model -> local", "model/resources/values.ts", "local/local.ts", "it sees facts"],
    ["deploy -> control", "cli/deploy.ts", "local/control.ts", "enter local through local/index.ts"],
    ["queue -> checks", "constructs/queue/queue.ts", "kit/core/checks/check.ts", "through kit/core/index.ts"],
    ["live -> socket", "cli/live.ts", "runtime/live/socket.ts", "through runtime/live/index.ts"],
    ["run -> deploy", "migrate/run.ts", "cli/deploy.ts", "through cli/index.ts"],
    ["services -> rule", "local/services/a.ts", "model/policy/rule.ts", "enter model through model/index.ts"],
    ["a house in no list", "spare/a.ts", "facts/errors/error.ts", "it is in no list"],
  ])("refuse %s, of types too", (_name, from, to, rule) => {
    for (const isTypeOnly of [false, true]) {
      const broken = brokenRules([edge(from, to, { isTypeOnly })]);
      expect(broken).toEqual([{ what: `${from} -> ${to}`, rule: expect.stringContaining(rule) }]);
    }
  });

  test.each([
    ["bundle/bundle.ts", "cdktf"],
    ["bundle/bundle.ts", "constructs"],
    ["runtime/node/api.ts", "@cdktf/provider-aws/lib/sqs-queue"],
    ["kit/core/checks/check.ts", "@cdktf/provider-aws/lib/sqs-queue"],
    ["facts/aws/arns.ts", "node:fs"],
    ["facts/errors/error.ts", "cdktf"],
    ["constructs/queue/queue.ts", "@cdktf/provider-aws"],
    ["constructs/queue/queue.ts", "@cdktf/provider-aws/lib"],
    ["constructs/queue/queue.ts", "@cdktf/provider-archive/lib/index.js"],
  ])("refuse %s -> %s", (from, to) => {
    expect(brokenRules([edge(from, to, { isPackage: true })]).map(({ what }) => what)).toEqual([
      `${from} -> ${to}`,
    ]);
  });

  test.each([
    ["constructs/topic/topic.ts", "constructs/queue/index.ts"],
    ["constructs/queue/queue.ts", "constructs/queue/errors.ts"],
    ["constructs/queue/queue.ts", "facts/errors/error.ts"],
    ["kit/function/packaging/packaging.ts", "bundle/index.ts"],
    ["kit/app/synthesis/artifacts.ts", "bundle/index.ts"],
    ["local/local.ts", "bundle/index.ts"],
    ["local/local.ts", "model/index.ts"],
    ["local/errors.ts", "bundle/errors.ts"],
    ["local/functions/a.ts", "runtime/programs/site/url-event.ts"],
    ["cli/redeploy.ts", "kit/app/index.ts"],
    ["kit/gateway/custom-domain.ts", "kit/dns/index.ts"],
    ["catalogue.ts", "constructs/queue/errors.ts"],
    ["index.ts", "error-codes.ts"],
    ["runtime/aws/call.ts", "facts/aws/endpoints.ts"],
    ["facts/errors/words.ts", "facts/aws/regions.ts"],
  ])("allow %s -> %s", (from, to) => {
    expect(brokenRules([edge(from, to)])).toEqual([]);
  });

  test("allow one module of a provider", () => {
    const imports = [
      edge("constructs/queue/queue.ts", "@cdktf/provider-aws/lib/sqs-queue", { isPackage: true }),
    ];
    expect(brokenRules(imports)).toEqual([]);
  });

  test("refuse files that load one another, and allow them to name each other's types", () => {
    const there = edge("cli/deploy.ts", "cli/diff.ts");
    const back = edge("cli/diff.ts", "cli/deploy.ts");
    expect(brokenRules([there, back])).toEqual([
      {
        what: "circle: cli/deploy.ts, cli/diff.ts",
        rule: expect.stringContaining("deploy.ts -> cli/diff.ts -> "),
      },
    ]);
    expect(brokenRules([there, { ...back, isTypeOnly: true }])).toEqual([]);
  });

  test("refuse types that join more than a few files to circles", () => {
    const circle = (names: readonly string[]) =>
      names.map((name, index) =>
        edge(`cli/${name}.ts`, `cli/${names[(index + 1) % names.length]}.ts`, { isTypeOnly: true }),
      );
    expect(brokenRules(circle(["a", "b", "c", "d", "e"]))).toEqual([]);
    expect(brokenRules(circle(["a", "b", "c", "d", "e", "f"])).map(({ what }) => what)).toEqual([
      "circles through 6 files: cli/a.ts, cli/b.ts, cli/c.ts, cli/d.ts, cli/e.ts, cli/f.ts",
    ]);
  });

  test("allow parts to name the props of the whole", () => {
    const parts = ["a", "b", "c", "rooms/d", "rooms/e"].map((name) => `cli/${name}.ts`);
    const named = parts.flatMap((part) => [
      edge("cli/props.ts", part, { isTypeOnly: true }),
      edge(part, "cli/props.ts", { isTypeOnly: true }),
    ]);
    expect(brokenRules(named)).toEqual([]);
  });

  test("refuse circles through folders at every level, of types too", () => {
    const types = { isTypeOnly: true };
    const rooms = [
      edge("kit/gateway/domain.ts", "kit/dns/index.ts"),
      edge("kit/dns/check.ts", "kit/gateway/key.ts", types),
    ];
    expect(brokenRules(rooms).map(({ what }) => what)).toEqual(["circle: kit/dns, kit/gateway"]);
    const inner = [
      edge("local/wire/a.ts", "local/iam/a.ts"),
      edge("local/iam/b.ts", "local/wire/b.ts", types),
    ];
    expect(brokenRules(inner).map(({ what }) => what)).toEqual(["circle: local/iam, local/wire"]);
    const mixed = [edge("cli/main.ts", "cli/ui/a.ts"), edge("cli/ui/b.ts", "cli/main.ts")];
    expect(brokenRules(mixed).map(({ what }) => what)).toEqual(["circle: cli/ui and files of cli"]);
  });

  test("allow a room to name a type of the folder that it is part of", () => {
    const named = [
      edge("cli/main.ts", "cli/ui/a.ts"),
      edge("cli/ui/b.ts", "cli/main.ts", { isTypeOnly: true }),
    ];
    expect(brokenRules(named)).toEqual([]);
  });
});

describe("the import graph", () => {
  const others = { "a/index.ts": "", "a/b.ts": "", "a/c.mts": "" };
  const importsOf = (source: string) => readImports({ ...others, "x/main.ts": source });

  test.each([
    ['import { b } from "../a/b";', "a/b.ts", false],
    ['import "../a/b";', "a/b.ts", false],
    ['import { b, type B } from "../a/b";', "a/b.ts", false],
    ['import type { B } from "../a/b";', "a/b.ts", true],
    ['import { type B, type C } from "../a/b";', "a/b.ts", true],
    ['export { b } from "../a";', "a/index.ts", false],
    ['export * from "../a/b";', "a/b.ts", false],
    ['export * as b from "../a/b";', "a/b.ts", false],
    ['export type { B } from "../a/b";', "a/b.ts", true],
    ['import b = require("../a/b");', "a/b.ts", false],
    ['const b = await import("../a/b.js");', "a/b.ts", false],
    ['const c = await import("../a/c.mjs");', "a/c.mts", false],
    ['const b = require("../a/b") as typeof import("../a");', "a/b.ts", false],
    ['const path = require.resolve("../a/b");', "a/b.ts", false],
    ['type B = typeof import("../a/b");', "a/b.ts", true],
    ['const b = (_b: import("../a/b").B) => 1;', "a/b.ts", true],
  ])("has an arrow for %s", (source, to, isTypeOnly) => {
    expect(importsOf(source)[0]).toEqual({ from: "x/main.ts", to, isPackage: false, isTypeOnly });
  });

  test("has packages by their specifier, computed texts aside", () => {
    const imports = importsOf('import("kysely" as string); require(name); import { App } from "cdktf";');
    expect(imports.map(({ to, isPackage }) => [to, isPackage])).toEqual([
      ["kysely", true],
      ["cdktf", true],
    ]);
  });

  test("has no arrow for text that only looks like an import, or for an import from outside of lib", () => {
    expect(importsOf('const text = `import { b } from "../a/b";`; // import "../a/b"')).toEqual([]);
    expect(importsOf('require("../../package.json");')).toEqual([]);
  });

  test("refuses an import of a file that does not exist", () => {
    expect(() => importsOf('import "../a/d";')).toThrow("x/main.ts imports a/d, and there is no such file");
  });
});
