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
    ["a list", "const handler = 1;\nexport { handler };"],
    ["another name", "const main = 1;\nexport { main as handler };"],
    ["a text as name", `const main = 1;\nexport { main as "handler" };`],
    ["another file", `export { handler } from "./b";`],
    ["all of another file", `export * from "./b";`],
    ["a package, which may have any export", `export * from "middleware";`],
    ["CommonJS", "exports.handler = () => 1;"],
    ["an object", "module.exports = { handler: () => 1 };"],
    ["a file that is generated later", `export { handler } from "./generated";`],
  ])("is not one by %s", (_, source) => {
    expect(missing(source, { "functions/b.ts": "export const handler = 1;" })).toEqual([]);
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
