/** @group processes */

import {
  bundleArtifacts,
  createIncrementalBundle,
  findMissingHandlers,
  type PythonArtifact,
} from "../../lib/bundle";
import { base, folderWith, messages, nodeArtifact, write } from "./support";

const python = (app: string, handler: string): PythonArtifact => ({
  ...base(app, "report", handler),
  srcPath: "src",
  kind: "python",
  runtime: "python3.12",
  installCommands: ["true"],
});

describe("A Node handler that its file does not export", () => {
  const missing = (source: string, files: Record<string, string> = {}) =>
    messages(findMissingHandlers([nodeArtifact(folderWith({ "functions/a.ts": source, ...files }), "a")]));

  test.each([
    ["a function", "export async function handler() {}"],
    ["a constant", "export const handler = async () => 1;"],
    ["a list", "const handler = () => 1;\nexport { handler };"],
    ["another name", "const main = () => 1;\nexport { main as handler };"],
    ["a text as name", `const main = () => 1;\nexport { main as "handler" };`],
    ["another file", `export { handler } from "./b";`],
    ["all of another file", `export * from "./b";`],
    ["a package, which may have any export", `export * from "middleware";`],
    ["CommonJS", "exports.handler = () => 1;"],
    ["an object", "module.exports = { handler: () => 1 };"],
    ["a file that is generated later", `export { handler } from "./generated";`],
  ])("is not one by %s", (_, source) => {
    expect(missing(source, { "functions/b.ts": "export const handler = () => 1;" })).toEqual([]);
  });

  test("is found without bundling, and the message lists the exports", () => {
    expect(missing("export const get = 1, handle = 2;")).toEqual([
      expect.stringContaining(
        'handler is "functions/a.handler", but functions/a.ts does not export "handler".',
      ),
    ]);
    expect(missing(`export * from "./b";`, { "functions/b.ts": "export const get = 1;" })).toHaveLength(1);
  });

  test("is found by each build of the local server, too", async () => {
    const app = folderWith({ "functions/a.ts": "export const handler = () => 1;" });
    const artifact = nodeArtifact(app, "a");
    const bundle = createIncrementalBundle(artifact, `${artifact.outDir}-maps`);
    expect(messages((await bundle.rebuild()).failures)).toEqual([]);
    write(app, { "functions/a.ts": "export const handle = () => 1;" });
    const local = messages((await bundle.rebuild()).failures);
    expect(local).toEqual([expect.stringContaining("[handler-export-missing]")]);
    expect(local).toEqual(messages(bundleArtifacts([artifact])));
    write(app, { "functions/a.ts": "export const handler = () => 2;" });
    expect(messages((await bundle.rebuild()).failures)).toEqual([]);
    await bundle.dispose();
  });
});

describe("A Node handler that is not a function", () => {
  const refused = (
    source: string,
    handler = "functions/a.handler",
    others: Readonly<Record<string, string>> = {},
  ) => {
    const file = "functions/a.ts";
    const app = folderWith({ [file]: source, ...others });
    const artifact = nodeArtifact(app, "a", {
      entry: file,
      functions: [{ owner: "dev-app-Main/a", handler }],
    });
    const planned = messages(findMissingHandlers([artifact]));
    expect(messages(bundleArtifacts([artifact]))).toEqual(planned);
    return planned;
  };

  test.each([
    ["an object with fetch", "export const handler = { fetch() { return 1; } };"],
    ["an object with fetch", "export const handler = { fetch() {} } satisfies object;"],
    ["an object with fetch", "const handler: object = { fetch() {} };\nexport { handler };"],
    ["an object with GET", "const routes = { GET: () => 1 };\nexport { routes as handler };"],
    ["an object", "export const handler = {};"],
    ["an object", "module.exports = { handler: {} };"],
    ["an array", "export const handler = [() => 1];"],
    ["5", "export const handler = 5;"],
    ['"ok"', "export const handler = 'ok';"],
    ["a string", "export const handler = `ok`;"],
    ["null", "exports.handler = null;"],
    ["a class", "export class handler { handle() {} }"],
    ["a class", "export const handler = class {};"],
  ])("is refused: %s in %s", (what, source) => {
    expect(refused(source)).toEqual([
      `dev-app-Main/a: handler is "functions/a.handler", but "handler" of functions/a.ts is ${what}, and not a function.
  Lambda calls a function with the event. Write${
    what.endsWith("fetch")
      ? ': export const handler = FetchHandler((request) => app.fetch(request)), with FetchHandler from "serverform/node/fetch".'
      : ' "export async function handler(event) { ... }" in its place.'
  }
  [handler-not-function]`,
    ]);
  });

  test("is refused as the default export, with the function to write", () => {
    expect(refused("export default { port: 3000 };", "functions/a.default")).toEqual([
      expect.stringContaining('Write "export default async function (event) { ... }" in its place.'),
    ]);
    const source = "export default { port: 3000, fetch: () => new Response() };";
    for (const text of [source, `${source.replace("export default", "const app =")}\nexport default app;`])
      expect(refused(text, "functions/a.default")).toEqual([
        expect.stringMatching(
          /an object with fetch,.*\n.*Write: export default FetchHandler\(\(request\) => /,
        ),
      ]);
  });

  const app =
    "export const app = { fetch() { return 1; } };\nexport default app;\nexport const handler = app;";

  test.each([
    ["its name", `export { handler } from "./app";`],
    ["another name", `export { app as handler } from "./app.js";`],
    ["the default export", `export { default as handler } from "./app";`],
    ["all of it", `export * from "./app";`],
    ["an import", `import { handler } from "./app";\nexport { handler };`],
    ["a constant", `import app from "./app";\nexport const handler = app;`],
    ["several files", `export * from "../shared";`],
  ])("is refused with the file that another file passes it on from, by %s", (_, source) => {
    const others = {
      "functions/app.ts": app,
      "shared/index.ts": `export { app as handler } from "../functions/app";`,
    };
    expect(refused(source, undefined, others)).toEqual([
      expect.stringContaining(
        '"handler" of functions/a.ts is an object with fetch from functions/app.ts, and not a function.',
      ),
    ]);
  });

  test.each([
    ["a function of another file", `export { handler } from "./b";`],
    ["of a package", `export { handler } from "middleware";`],
    ["passed on in a circle", `export * from "./c";\nexport { handler } from "./b";`],
  ])("is not one that is %s", (_, source) => {
    const others = {
      "functions/b.ts": "export const handler = () => 1;",
      "functions/c.ts": `export * from "./a";`,
      "node_modules/middleware/index.js": "exports.handler = {};",
    };
    expect(refused(source, undefined, others)).toEqual([]);
  });

  test.each([
    ["a function", "export function handler() {}"],
    ["an arrow", "export const handler = () => ({});"],
    [
      "the result of a call",
      "export const handler = wrap({ fetch() {} });\nfunction wrap(_: object) { return () => 1; }",
    ],
    ["a member of an object", "export const handler = { fetch() {} }.fetch;"],
    ["a fold of a list", "export const handler = [1].reduce((all) => all, () => 1);"],
    ["a new instance, which may be a function", "export const handler = new Proxy(() => 1, {});"],
    ["a variable that is assigned later", "export let handler: unknown = null;\nhandler = () => 1;"],
    ["a later assignment", "exports.handler = null;\nexports.handler = () => 1;"],
    ["an object of functions", "const handler = () => 1;\nmodule.exports = { handler };"],
    [
      "a value of the same name inside",
      "export const handler = () => { const handler = { a: 1 }; return handler; };",
    ],
    ["a condition", "export const handler = process.env.A ? () => 1 : () => 2;"],
  ])("is not one that is %s", (_, source) => {
    expect(refused(source)).toEqual([]);
  });

  test.each(["g(et", "g[et", "g*et"])("is missing if its name is one that no export has: %s", (name) => {
    expect(refused("export const get = 1;", `functions/a.${name}`)).toEqual([
      expect.stringContaining("[handler-export-missing]"),
    ]);
  });

  test("is not a member of an exported object", () => {
    expect(refused("export const api = { api: () => 1 };", "functions/a.api.api")).toEqual([]);
  });
});

describe("A Python handler that its file does not define", () => {
  test.each([
    ["a function", "def main(event, context):\n  return 1"],
    ["an async function", "async def main(event, context):\n  return 1"],
    ["a function in a condition", "if True:\n  def main(event, context): pass"],
    ["a class", "class main: pass"],
    ["a variable", "main = make()"],
    ["a variable with a type", "main: Handler = make()"],
    ["one of several variables", "other, main = make()"],
    ["the first of several variables", "main, other = make()"],
    ["an import", "from .handlers import main"],
    ["an import in parentheses", "from handlers import (\n  other,\n  main,\n)"],
    ["another name of an import", "from handlers import run as main"],
    ["an import of everything", "from handlers import *"],
    ["a loop", "for main in handlers: pass"],
    ["an assignment in an expression", "if (main := make()): pass"],
    ["code that defines names at run time", 'globals()["main"] = make()'],
  ])("is not one by %s", (_, text) => {
    const app = folderWith({ "src/work.py": text });
    expect(messages(findMissingHandlers([python(app, "work.main")]))).toEqual([]);
  });

  test.each([
    ["nothing", "", "It has no functions. Write: def main(event, context):"],
    [
      "others",
      "def mian(event, context): pass\ndef other(): pass",
      'Its functions: mian, other. Did you mean "mian"?',
    ],
    ["calls", "import x\nx.main()\nmain()", "It has no functions."],
    [
      "texts and comments",
      '"""\ndef main(): pass\n"""\n# def main():\ntext = "main = 1"',
      "It has no functions.",
    ],
    ["a comparison", "if x.main == 1: pass", "It has no functions."],
  ])("is found where the file has %s", (_, text, remedy) => {
    const app = folderWith({ "src/work.py": text });
    const artifact = python(app, "work.main");
    const found = messages(findMissingHandlers([artifact]));
    expect(found).toEqual([
      expect.stringContaining(
        'dev-app-Main/report: handler is "work.main", but src/work.py does not define "main".',
      ),
    ]);
    expect(found[0]).toContain(remedy);
  });
});
