import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isAlive } from "./until";

const root = resolve(__dirname, "../..");
const cache = join(root, "node_modules/.cache/serverform-tests");

/** How many compilations are kept: those of the branches that somebody works on. */
const kept = 12;

let known: string | undefined;

/**
 * The folder of the library as `npm run build` compiles it, for tests that start it in processes of their own: from its
 * sources each of them would need more than twice the time.
 *
 * The folder's name is a hash of the sources. The first test that needs it compiles, the others wait for it.
 */
export function compiledLibrary(): string {
  known ??= join(compile(join(cache, hashOfSources())), "dist");
  return known;
}

/** Arguments of Node that run the compiled command line. */
export const compiledCommandLine = (): readonly string[] => [join(compiledLibrary(), "cli/main.js")];

/** Arguments of Node for a program in TypeScript, in one process: tsx's own command stands between, and answers signals by itself. */
export const typescript: readonly string[] = ["--import", pathToFileURL(require.resolve("tsx")).href];

/** The environment in which apps in TypeScript find the compiled library by the name `serverform`. */
export const withCompiledLibrary = (): NodeJS.ProcessEnv => ({
  TSX_TSCONFIG_PATH: join(compiledLibrary(), "../tsconfig.json"),
});

/** The environment in which apps in TypeScript find what is made for CDK Terrain, and CDK Terrain, by the names for CDKTF. */
export const withCompiledForCdktn = (): NodeJS.ProcessEnv => ({
  TSX_TSCONFIG_PATH: join(compiledLibrary(), "../cdktn/tsconfig.json"),
});

function compile(folder: string): string {
  const lock = `${folder}.lock`;
  for (;;) {
    if (existsSync(folder)) return folder;
    mkdirSync(cache, { recursive: true });
    try {
      mkdirSync(lock);
    } catch {
      waitFor(lock);
      continue;
    }
    try {
      writeFileSync(join(lock, "pid"), String(process.pid));
      if (!existsSync(folder)) build(folder);
      removeOldest();
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

function build(folder: string): void {
  const building = `${folder}.building`;
  const dist = join(building, "dist");
  rmSync(building, { recursive: true, force: true });
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, args, { cwd: root, stdio: "pipe" });
  run(join(root, "node_modules/typescript/bin/tsc"), "-p", "lib", "--outDir", dist, "--declaration", "false");
  run(join(root, ".build/lazy-modules.mjs"), dist);
  run(join(root, ".build/console.mjs"), join(dist, "local/console"));
  cpSync(join(root, "package.json"), join(building, "package.json"));
  run(join(root, ".build/cdktn.mjs"), dist, join(building, "cdktn"));
  run(join(root, ".build/join-modules.mjs"), dist, join(building, "cdktn/dist"));
  writeCompilerOptions(building, pathsTo(join(folder, "dist")));
  writeCompilerOptions(join(building, "cdktn"), {
    ...pathsTo(join(folder, "cdktn/dist")),
    cdktf: [join(root, "node_modules/cdktn")],
    "@cdktf/*": [join(root, "node_modules/@cdktn/*")],
  });
  renameSync(building, folder);
}

type Paths = Readonly<Record<string, readonly string[]>>;

function pathsTo(dist: string): Paths {
  return {
    serverform: [join(dist, "index.js")],
    "serverform/node/*": [join(dist, "runtime/node/*.js")],
  };
}

function writeCompilerOptions(folder: string, paths: Paths): void {
  const compilerOptions = { target: "es2022", module: "node16", moduleResolution: "node16", paths };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
}

/** Waits until another process has compiled. One that was killed leaves its lock behind. */
function waitFor(lock: string): void {
  const pid = pidOf(lock);
  const { mtimeMs = Number.NaN } = statSync(lock, { throwIfNoEntry: false }) ?? {};
  const isLeft = pid === undefined ? Date.now() - mtimeMs > 10_000 : !isAlive(pid);
  if (isLeft) rmSync(lock, { recursive: true, force: true });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
}

function pidOf(lock: string): number | undefined {
  try {
    return Number(readFileSync(join(lock, "pid"), "utf8")) || undefined;
  } catch {
    // It is not written yet, or the lock is gone.
    return undefined;
  }
}

function removeOldest(): void {
  const time = (name: string) => statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const compiled = readdirSync(cache).filter((name) => /^[0-9a-f]+$/.test(name));
  const old = compiled.sort((one, other) => time(other) - time(one)).slice(kept);
  for (const name of old) rmSync(join(cache, name), { recursive: true, force: true });
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const folder of ["lib", ".build"]) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
      if (!/\.(m?tsx?|mjs|json|py|css)$/.test(name)) continue;
      hash.update(`${folder}/${name}\n`).update(readFileSync(join(root, folder, name)));
    }
  }
  hash.update(readFileSync(join(root, "package.json")));
  return hash.digest("hex").slice(0, 16);
}
