/** @group processes */

import { execFileSync } from "node:child_process";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { compiledLibrary, fastStartOfModules, typescript, withCompiledLibrary } from "./compiled";
import { temporaryFolder } from "./stack";

const packages = resolve(__dirname, "../../node_modules");

/** Runs a project's `main.ts` as tests run apps. Returns the JSON that it prints. */
function run(type: "commonjs" | "module", program: string, environment: NodeJS.ProcessEnv = {}): unknown {
  const folder = temporaryFolder();
  symlinkSync(packages, join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type }));
  writeFileSync(join(folder, "main.ts"), program);
  writeFileSync(join(folder, "get.ts"), "export const handler = async () => 1;\n");
  const env = { ...process.env, ...withCompiledLibrary(), ...environment };
  return JSON.parse(
    execFileSync(process.execPath, [...typescript, "main.ts"], { cwd: folder, env }).toString(),
  );
}

/** Prints who loads CDKTF, and the line of the source in which an error is created. */
const facts = `
import { Module } from "node:module";
import { App } from "serverform";

interface Facts { readonly isFast: boolean }
const { stack = "" } = new Error();
const isFast = String(Object.getOwnPropertyDescriptor(Reflect.get(Module, "_extensions"), ".js")?.get).includes("load");
const found: Facts = { isFast };
console.log(JSON.stringify({ ...found, app: typeof App, at: /main\\.ts:(\\d+)/.exec(stack)?.[1] }));
`;

test("an app of CommonJS is loaded without tsx's thread, finds the compiled library, and errors name its lines", () => {
  expect(run("commonjs", facts)).toEqual({ isFast: true, app: "function", at: "6" });
});

test("an ES module is loaded by tsx alone", () => {
  expect(run("module", facts)).toEqual({ isFast: false, app: "function", at: "6" });
});

test("an ES module of a new project is loaded without tsx's thread, too", () => {
  const environment = fastStartOfModules(join(compiledLibrary(), "../code"));
  expect(run("module", facts, environment)).toEqual({ isFast: true, app: "function", at: "6" });
});

test("code that the first process has compiled serves the second one, which can import", () => {
  // The bundler of the library imports esbuild.
  const program = `
    import { App, Function as Fn, Stack } from "serverform";
    const app = new App({ name: "notes", stage: "dev", region: "us-east-1" });
    new Fn(new Stack(app, "Main"), "Get", { handler: "get.handler" });
    app.synth();
    console.log(JSON.stringify(Object.keys(require.cache).some((file) => /[/\\\\]esbuild[/\\\\]/.test(file))));`;
  expect([run("commonjs", program), run("commonjs", program)]).toEqual([true, true]);
  expect(readdirSync(join(compiledLibrary(), "../code")).length).toBeGreaterThan(0);
});
