import { createHash } from "node:crypto";
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const { doOnce } = require("./lock.cjs") as {
  doOnce(lock: string, isDone: () => boolean, work: () => void): void;
};

const { isWorker } = require("./shared-modules.cjs") as { isWorker(program?: string): boolean };

const root = resolve(__dirname, "../..");
const cache = join(root, "node_modules/.cache/serverform-tests");

/**
 * The folders of a worker, by kind: hashing all sources takes a tenth of a second of CPU, and some two hundred test files need a folder.
 * The files of a worker share Node's modules, and during its only run no source changes.
 */
const foldersKey = Symbol.for("serverform.test.kept-builds");
const outliving = (isWorker() ? fs : {}) as { [foldersKey]?: Map<string, string> };
outliving[foldersKey] ??= new Map();
const folders = outliving[foldersKey];

/** The number of kept builds of a kind: those of the branches in use. */
const kept = 12;

/**
 * The folder of something that is built from the library. The first test that needs it builds, the others wait for it, and
 * later runs find it until a source changes.
 *
 * @param kind the beginning of the folder's name; a hash of the files follows.
 * @param files what is built: paths from the root of the checkout.
 * @param build writes into the folder that it is given first. The second is where that folder will be.
 */
export function keptBuild(
  kind: "compiled" | "packed",
  files: () => readonly string[],
  build: (folder: string, later: string) => void,
): string {
  const folder = folders.get(kind) ?? join(cache, `${kind}-${hashOf(files())}`);
  const isThere = (): boolean => existsSync(folder);
  doOnce(`${folder}.lock`, isThere, () => {
    buildCompletely(folder, build);
    removeOldest(kind);
  });
  folders.set(kind, folder);
  return folder;
}

function buildCompletely(folder: string, build: (folder: string, later: string) => void): void {
  const building = `${folder}.building`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  build(building, folder);
  renameSync(building, folder);
}

function removeOldest(kind: string): void {
  const time = (name: string) => statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const built = readdirSync(cache).filter((name) => name.startsWith(`${kind}-`) && /-[0-9a-f]+$/.test(name));
  const old = built.sort((one, other) => time(other) - time(one)).slice(kept);
  for (const name of old) rmSync(join(cache, name), { recursive: true, force: true });
}

/** Files below a folder of the checkout whose names match, as paths from its root. */
export function filesBelow(folder: string, names = /./): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of [...files].sort()) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}
