/** @group processes */

import Module from "node:module";
import { join } from "node:path";
import type { FunctionSettings } from "../../../../lib/local";
import { codeIn, engine, folderWith } from "../support";

/** A project with packages, in which the code of the function is. */
const project = (code: Readonly<Record<string, string>>): string =>
  folderWith({
    "node_modules/beside/index.js": "exports.name = 'beside';",
    "node_modules/@aws-sdk/client-x/index.js": "exports.name = require('@smithy/x').name;",
    "node_modules/@smithy/x/index.js": "exports.name = 'sdk 3';",
    "node_modules/aws-sdk/index.js": "exports.name = 'sdk 2';",
    "node_modules/@aws-sdk/client-x/package.json": "{}",
    ...Object.fromEntries(Object.entries(code).map(([path, text]) => [join("code", path), text])),
  });

interface Given {
  readonly settings?: Partial<FunctionSettings>;
  readonly external?: readonly string[];
  readonly event?: unknown;
}

const canHook = "registerHooks" in Module;

async function answerOf(code: Readonly<Record<string, string>>, { settings, external, event }: Given = {}) {
  const folder = project(code);
  const sources = { folder, external: external ?? [] };
  const ready = { folder: join(folder, "code"), sources };
  const built = { ...codeIn(ready.folder), current: ready, ready: async () => ready };
  const { call } = engine({}, { fn: settings ?? {} }, { code: built });
  return call("fn", event);
}

const importing = (name: string) => ({
  "index.js": `exports.handler = async () => require(["${name}"].join("")).name;`,
});

describe("Code of a function", () => {
  test("finds packages in its own folder, their own too", async () => {
    const code = {
      ...importing("own"),
      "node_modules/own/package.json": '{ "name": "own", "exports": "./index.js" }',
      "node_modules/own/index.js": "exports.name = require('own') === exports && require('part').name;",
      "node_modules/own/node_modules/part/index.js": "exports.name = 'part';",
    };
    expect(await answerOf(code)).toMatchObject({ status: "ok", answer: "part" });
  });

  test("does not find those of the project, and the error names the option that deploys them", async () => {
    const failed = await answerOf(importing("beside"));
    expect(failed).toMatchObject({ status: "error" });
    expect(JSON.stringify(failed)).toMatch(
      /Cannot find module 'beside'\\+nIt is installed in the project only, which is not deployed\. Add \\+"beside\\+" to bundle\.nodeModules of the function/,
    );
  });

  test("catches the error of an optional package, as in AWS", async () => {
    const code = `exports.handler = async () => { try { return require("beside"); } catch ({ code }) { return code; } };`;
    expect(await answerOf({ "index.js": code })).toMatchObject({ answer: "MODULE_NOT_FOUND" });
  });

  test.each([
    ["nodejs22.x", "@aws-sdk/client-x", "sdk 3"],
    ["nodejs18.x", "@smithy/x", "sdk 3"],
    ["nodejs16.x", "aws-sdk", "sdk 2"],
  ])("of %s finds %s, which the runtime contains", async (runtime, name, answer) => {
    expect(await answerOf(importing(name), { settings: { runtime } })).toMatchObject({ answer });
  });

  test.each([
    ["nodejs16.x", "@aws-sdk/client-x"],
    ["nodejs22.x", "aws-sdk"],
  ])("of %s does not find %s, which only other runtimes contain", async (runtime, name) => {
    const failed = await answerOf(importing(name), { settings: { runtime } });
    expect(JSON.stringify(failed)).toContain("is not deployed");
  });

  test("gets an error with the command if a package of the runtime is not on this machine", async () => {
    const failed = await answerOf(importing("@aws-sdk/client-y"));
    expect(JSON.stringify(failed)).toContain("npm install --save-dev @aws-sdk/client-y");
  });

  test("with layers finds those that the bundle leaves to them, and no others", async () => {
    const settings = { foreignLayers: ["arn:aws:lambda:us-east-1:1:layer:tools:1"] };
    expect(await answerOf(importing("beside"), { settings, external: ["bes*"] })).toMatchObject({
      answer: "beside",
    });
    expect(await answerOf(importing("beside"), { settings, external: ["other"] })).toMatchObject({
      status: "error",
    });
    expect(await answerOf(importing("beside"), { external: ["beside"] })).toMatchObject({ status: "error" });
  });

  // Before Node 22.15, nothing can answer imports of ES modules in their thread.
  test(`that is an ES module finds the same ${canHook ? "packages" : "packages by require"}`, async () => {
    const module = (importing: string) => ({
      "index.mjs": `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const load = async (name) => ${importing};
export const handler = async (name) => (await load(name)).name;`,
      "node_modules/own/index.js": "exports.name = 'own';",
    });
    for (const importing of ["require(name)", ...(canHook ? ["import(name)"] : [])]) {
      const code = module(importing);
      expect(await answerOf(code, { event: "own" })).toMatchObject({ answer: "own" });
      expect(await answerOf(code, { event: "@aws-sdk/client-x" })).toMatchObject({ answer: "sdk 3" });
      expect(JSON.stringify(await answerOf(code, { event: "beside" }))).toContain("bundle.nodeModules");
      expect(JSON.stringify(await answerOf(code, { event: "@aws-sdk/y" }))).toContain(
        "npm install --save-dev",
      );
    }
  });
});
