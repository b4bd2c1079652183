import * as fs from "node:fs";
import * as path from "node:path";
import { App, Stack } from "../../../../lib/kit/app";
import { Function, resolveFunction } from "../../../../lib/kit/function";
import { project } from "../../../support/environment";
import { temporaryFolder } from "../../../support/stack";

const sources = {
  "app/cdktf.json": "{}",
  "app/notes.ts": "export const get = () => 1;",
  "node_modules/serverform/package.json": "{}",
};
const types = "node_modules/@types/serverform__node/index.d.ts";

function synthesize(folder: string, handler = "notes.get"): void {
  process.chdir(path.join(folder, "app"));
  const app = new App({ name: "notes", outdir: temporaryFolder() });
  const stack = new Stack(app, "Main");
  new Function(stack, "Get", { handler });
  resolveFunction(
    { owner: stack, scope: stack, defaults: undefined, waits: true },
    "Lambda_GET_/",
    "routes",
    handler,
  );
  app.synth();
}

describe("the types of bindings", () => {
  test("are written beside the package, wherever above the app it is installed", () => {
    const folder = project(sources);
    synthesize(folder);
    expect(fs.readFileSync(path.join(folder, types), "utf8")).toMatchInlineSnapshot(`
      "// Written by serverform at synthesis: what your functions may be bound to. Do not edit.
      export {};

      declare module "serverform/node/config" {
        export interface ConfigTypes {
          APP: string;
          STAGE: string;
        }
      }

      declare module "serverform/node/function" {
        export interface FunctionResources {
          "Get": {
            "functionName": string;
          };
        }
      }
      "
    `);
  });
  test("exist although the code cannot be bundled", () => {
    const folder = project({
      ...sources,
      "app/broken.ts": "export const get = (",
    });
    expect(() => synthesize(folder, "broken.get")).toThrow();
    expect(fs.existsSync(path.join(folder, types))).toBe(true);
  });
  test("are not written again while they stay the same, since editors watch them", () => {
    const folder = project(sources);
    synthesize(folder);
    const long = new Date(2000, 1, 1);
    fs.utimesSync(path.join(folder, types), long, long);
    synthesize(folder);
    expect(fs.statSync(path.join(folder, types)).mtime).toEqual(long);
  });
  test("are not written where the package is not installed", () => {
    const { "node_modules/serverform/package.json": _, ...without } = sources;
    const folder = project(without);
    synthesize(folder);
    expect(fs.existsSync(path.join(folder, "node_modules"))).toBe(false);
  });
});
