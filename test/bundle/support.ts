import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Artifact, BundleFailure, NodeArtifact } from "../../lib/bundle";
import { problem } from "../../lib/bundle/errors";

const created: string[] = [];

afterAll(() => {
  for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with these files; gone after the tests of the file. */
export function folderWith(files: Record<string, string | Uint8Array> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  created.push(folder);
  write(folder, files);
  return folder;
}

export function write(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** The paths of all files in a folder, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

export const read = (...path: string[]): string => readFileSync(join(...path), "utf8");

/** Where `name` is deployed from, in an app. */
export const outDirOf = (appPath: string, name: string): string =>
  join(appPath, "cdktf.out", "stacks", "dev", "assets", name);

/** The properties that all kinds of artifacts share. */
export const base = (appPath: string, name: string, handler: string) =>
  ({
    outDir: outDirOf(appPath, name),
    appPath,
    srcPath: ".",
    functions: [{ owner: `dev-app-Main/${name}`, handler }],
    architecture: "x86_64",
    copyFiles: [],
  }) satisfies Partial<Artifact>;

/** An artifact of `functions/<name>.ts`, with the function `handler`. */
export function nodeArtifact(
  appPath: string,
  name: string,
  options: Partial<NodeArtifact> = {},
): NodeArtifact {
  return {
    ...base(appPath, name, `functions/${name}.handler`),
    kind: "node",
    runtime: "nodejs22.x",
    entry: `functions/${name}.ts`,
    format: "cjs",
    minify: false,
    sourcemap: false,
    splitting: false,
    keepNames: false,
    externalModules: [],
    nodeModules: [],
    ...options,
  };
}

/** The message of each function. */
export const messages = (failures: readonly BundleFailure[]): string[] =>
  failures.flatMap(({ owners, code, prop, facts }) =>
    owners.map((owner) => problem(owner, code, prop, facts as never).message),
  );

/**
 * Puts programs first on the PATH until the end of the test; each notes its arguments, then runs the script.
 *
 * Returns their calls, one on each line.
 */
export function fakePrograms(programs: Record<string, string>, path = process.env.PATH): () => string[] {
  const folder = folderWith();
  const log = join(folder, "calls.txt");
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> ${log}\n${script}\n`, { mode: 0o755 });
  }
  setPath([folder, path].filter(Boolean).join(":"));
  return () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []);
}

/** Leaves nothing on the PATH until the end of the test. */
export const noPrograms = (): void => setPath(folderWith());

const realPath = process.env.PATH;

function setPath(path: string): void {
  process.env.PATH = path;
}

afterEach(() => {
  process.env.PATH = realPath;
});
