import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { filesBelow, keptBuild } from "./kept-build";
import { packagesOf } from "./packages";

const root = resolve(__dirname, "../..");
const cdktn = join(root, "test/packages/cdktn/node_modules");

let known: string | undefined;

/**
 * The folder of the library as `npm run build` compiles it, for tests that start it in processes of their own: from its
 * sources each of them would need more than twice the time.
 *
 * Types are checked elsewhere, and take more than half of the time.
 */
export function compiledLibrary(): string {
  known ??= join(keptBuild("compiled", sources, build), "dist");
  return known;
}

/** Arguments of Node that run the compiled command line. */
export const compiledCommandLine = (): readonly string[] => [join(compiledLibrary(), "cli/main.js")];

/**
 * Arguments of Node for a program in TypeScript, in one process: tsx's own command would be a second process, and answers signals
 * by itself.
 */
export const typescript: readonly string[] = ["--import", pathToFileURL(require.resolve("tsx")).href];

/** Options of Node with which the programs of tests start faster. The path of a checkout may contain spaces. */
const options = ["fast-tsx.cjs", "code-cache.cjs", "baseline-wasm.cjs"]
  .map((name) => `--require ${JSON.stringify(join(__dirname, name))}`)
  .join(" ");

/** @param codeCache - folder of code that V8 has compiled, beside the library that it is of */
const fastStart = (codeCache: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: options,
  TEST_CODE_CACHE: codeCache,
});

/** The environment in which apps in TypeScript find the compiled library by the name `serverform`. */
export const withCompiledLibrary = (): NodeJS.ProcessEnv => ({
  TSX_TSCONFIG_PATH: join(compiledLibrary(), "../tsconfig.json"),
  ...fastStart(join(compiledLibrary(), "../code")),
});

/** The environment in which apps in TypeScript start fast with packages of their own, such as an installed library. It is kept in a folder. */
export function withFastStart(folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true });
  writeCompilerOptions(folder, {});
  return { TSX_TSCONFIG_PATH: join(folder, "tsconfig.json"), ...fastStart(join(folder, "code")) };
}

/** The environment in which apps in TypeScript find what is made for CDK Terrain, and CDK Terrain, by the names for CDKTF. */
export function withCompiledForCdktn(): NodeJS.ProcessEnv {
  packagesOf("cdktn");
  const folder = join(compiledLibrary(), "../cdktn");
  return { TSX_TSCONFIG_PATH: join(folder, "tsconfig.json"), ...fastStart(join(folder, "code")) };
}

/**
 * The environment in which projects that are ES modules, and have the library among their packages, start faster: tsx compiles
 * their own files for `require`.
 */
export const fastStartOfModules = (codeCache: string): NodeJS.ProcessEnv => ({
  ...fastStart(codeCache),
  TEST_MODULES: "commonjs",
});

const sources = (): readonly string[] => [
  ...filesBelow("lib", /\.(m?tsx?|json|py|css)$/),
  ...filesBelow("lib/cli/init/templates"),
  ...filesBelow(".build"),
  "package.json",
  // What follows says how they are compiled.
  "test/support/compiled.ts",
];

function build(building: string, folder: string): void {
  const dist = join(building, "dist");
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, args, { cwd: root, stdio: "pipe" });
  const options = ["--outDir", dist, "--declaration", "false", "--noCheck"];
  run(join(root, "node_modules/typescript/bin/tsc"), "-p", "lib", ...options);
  run(join(root, ".build/lazy-modules.mjs"), dist);
  run(join(root, ".build/console.mjs"), join(dist, "local/console"));
  cpSync(join(root, "package.json"), join(building, "package.json"));
  // The documents that `serverform docs` searches.
  for (const name of ["README.md", "docs", "lib"]) symlinkSync(join(root, name), join(building, name));
  run(join(root, ".build/templates.mjs"), dist);
  run(join(root, ".build/programs.mjs"), dist, building);
  run(join(root, ".build/cdktn.mjs"), dist, join(building, "cdktn"));
  run(join(root, ".build/templates.mjs"), join(building, "cdktn/dist"));
  run(join(root, ".build/join-modules.mjs"), dist, join(building, "cdktn/dist"));
  symlinkSync(cdktn, join(building, "cdktn/node_modules"));
  writeCompilerOptions(building, pathsTo(join(folder, "dist")));
  writeCompilerOptions(join(building, "cdktn"), {
    ...pathsTo(join(folder, "cdktn/dist")),
    cdktf: [join(cdktn, "cdktn")],
    "@cdktf/*": [join(cdktn, "@cdktn/*")],
  });
}

type Paths = Readonly<Record<string, readonly string[]>>;

function pathsTo(dist: string): Paths {
  return {
    serverform: [join(dist, "index.js")],
    "serverform/client": [join(dist, "runtime/client.js")],
    "serverform/node/*": [join(dist, "runtime/node/*.js")],
    "serverform/policy": [join(dist, "model/policy/index.js")],
    "serverform/testing": [join(dist, "testing/index.js")],
  };
}

function writeCompilerOptions(folder: string, paths: Paths): void {
  const compilerOptions = { target: "es2022", module: "node16", moduleResolution: "node16", paths };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
}
