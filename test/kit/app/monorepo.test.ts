/** @group processes */

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { App, Stack } from "../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { project } from "../../support/environment";
import { only } from "../../support/stack";

/** A project whose functions are beside the folder of cdktf.json, with a module at the top that both share. */
function synthesize(props: FunctionProps, manifest: object = {}) {
  const root = project({
    "package.json": JSON.stringify({ name: "root", ...manifest }),
    "node_modules/greet/package.json": "{}",
    "node_modules/greet/index.js": "exports.greet = (name) => `hello ${name}`;",
    "functions/notes.ts": `import { greet } from "greet"; export const get = async () => greet("notes");`,
    "functions/report/main.py": "def handler(event, context): return 'report'",
    "infra/cdktf.json": "{}",
  });
  process.chdir(path.join(root, "infra"));
  const app = new App({ name: "notes", outdir: path.join(root, "infra/cdktf.out") });
  const stack = new Stack(app, "Main");
  new Function(stack, "Get", props);
  app.synth();
  const assets = path.join(app.outdir, "stacks/dev-notes-Main/assets");
  const name = fs.readdirSync(assets).find((each) => each !== "package.json") ?? "";
  const { handler } = only(stack, "aws_lambda_function");
  return { handler, folder: path.join(assets, name), root };
}

const call = (folder: string, file: string): string =>
  execFileSync(
    process.execPath,
    [
      "-e",
      `import(${JSON.stringify(path.join(folder, file))}).then(async (m) => console.log(await m.get()))`,
    ],
    { encoding: "utf8" },
  ).trim();

describe("sources outside the folder of cdktf.json", () => {
  test.each<FunctionProps>([
    { srcPath: "../functions", handler: "notes.get" },
    { srcPath: "..", handler: "functions/notes.get" },
    { handler: "../functions/notes.get" },
    {
      srcPath: "../functions",
      handler: "notes.get",
      nodejs: { format: "esm", splitting: true, sourcemap: true },
    },
  ])("are bundled into the deployed folder: %j", (props) => {
    const { handler, folder, root } = synthesize(props);
    expect(handler).toBe(handler === "notes.get" ? "notes.get" : "functions/notes.get");
    expect(call(folder, String(handler).replace(/\.get$/, ".js"))).toBe("hello notes");
    expect(fs.readdirSync(path.join(root, "functions")).sort()).toEqual(["notes.ts", "report"]);
    expect(fs.readdirSync(path.join(root, "infra")).sort()).toEqual([
      ".serverform",
      "cdktf.json",
      "cdktf.out",
    ]);
  });
  test("may be Python", () => {
    const props = { srcPath: "../functions/report", handler: "main.handler", runtime: "python3.12" } as const;
    const { handler, folder } = synthesize(props);
    expect([handler, fs.readdirSync(folder)]).toEqual(["main.handler", ["main.py"]]);
  });
});

test("a CommonJS bundle runs in the output folder of a project of ES modules, and is deployed unchanged", () => {
  const props = { srcPath: "../functions", handler: "notes.get", bundle: { format: "cjs" } } as const;
  const { folder } = synthesize(props, { type: "module" });
  expect(call(folder, "functions/notes.js")).toBe("hello notes");
  expect(fs.readdirSync(folder)).toEqual(["functions"]);
});
