import type { NodeArtifact } from "../../../lib/bundle";
import { bundleArtifacts } from "../../../lib/bundle";
import { folderWith, messages, nodeArtifact } from "../support";

const formats = ["cjs", "esm"] as const;

/** The problems of a handler `functions/a.<name>` when `functions/a.ts` has this source. */
function said(source: string, name: string, options: Partial<NodeArtifact> = {}, files = {}): string[] {
  const app = folderWith({ "functions/a.ts": source, ...files });
  const functions = [{ owner: "Main/Fn", handler: `functions/a.${name}` }];
  return messages(bundleArtifacts([nodeArtifact(app, "a", { functions, ...options })]));
}

describe.each(formats)("A handler in %s format", (format) => {
  test.each([true, false])("that its file does not export is refused, with minify %p", (minify) => {
    const source = "export const get = () => 1;\nexport const put = () => 2;\nexport default get;";
    expect(said(source, "gett", { format, minify })).toEqual([
      `Main/Fn: handler is "functions/a.gett", but functions/a.ts does not export "gett".
  It exports: default, get, put. Did you mean "get"?
  [handler-export-missing]`,
    ]);
  });

  test("of a file that exports nothing is refused", () => {
    expect(said("async function handler() {}\nhandler();", "handler", { format })).toEqual([
      expect.stringContaining('It exports nothing. Write "export" before the function.'),
    ]);
  });

  test("of a file that only exports a default is answered with both remedies", () => {
    expect(said("export default () => 1;", "handler", { format })).toEqual([
      expect.stringContaining(
        'It exports: default. Write "functions/a.default", or export it by name: export const handler = ...',
      ),
    ]);
  });

  test.each([
    ["a plain export", "export const get = () => 1;", "get"],
    ["a default export", "export default () => 1;", "default"],
    ["a renamed export", "const x = () => 1;\nexport { x as get };", "get"],
    ["a re-export", `export * from "../lib/notes";`, "get"],
    ["an export of an external module", `export * from "elsewhere";`, "get"],
    ["a property of an export", "export const api = { get: () => 1 };", "api.get"],
    ["a name with a dollar", "export const $get = () => 1;", "$get"],
  ])("that is %s is accepted", (_, source, name) => {
    const files = { "lib/notes.ts": "export const get = () => 1;", "lib/old.cjs": "exports.get = () => 1;" };
    expect(said(source, name, { format, minify: true, externalModules: ["elsewhere"] }, files)).toEqual([]);
  });
});

describe("A handler of a CommonJS file", () => {
  const files = { "lib/notes.ts": "export const get = () => 1;", "lib/old.cjs": "exports.get = () => 1;" };
  const exported = [
    ["itself", "exports.get = () => 1;"],
    ["that it re-exports", `export * from "../lib/old.cjs";`],
    ["that only running it can tell", `module.exports = { ...require("../lib/notes") };`],
  ] as const;

  test.each(exported)("%s is accepted in cjs format", (_, source) => {
    for (const minify of [true, false])
      expect(said(source, "get", { format: "cjs", minify }, files)).toEqual([]);
  });

  // esbuild makes it the default export, and Lambda answers Runtime.HandlerNotFound.
  test.each(exported)("%s is refused in esm format", (_, source) => {
    for (const minify of [true, false])
      expect(said(source, "get", { format: "esm", minify }, files)).toEqual([
        `Main/Fn: handler is "functions/a.get", but functions/a.ts is a CommonJS module, and the format of the bundle is esm: Lambda would not find the handler.
  Write the file with import and export. A Function may also have nodejs: { format: "cjs" }.
  [handler-commonjs]`,
      ]);
  });
});

describe("A missing export", () => {
  test("concerns only the functions that name it, not others of the same file", () => {
    const app = folderWith({ "functions/a.ts": "export const get = () => 1;" });
    const functions = [
      { owner: "Main/Get", handler: "functions/a.get" },
      { owner: "Main/Put", handler: "functions/a.put" },
    ];
    const [failure, ...others] = bundleArtifacts([nodeArtifact(app, "a", { functions })]);
    expect(failure?.owners).toEqual(["Main/Put"]);
    expect(others).toEqual([]);
  });
});
