import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative, resolve } from "node:path";
import { isAlive } from "./until";

const root = resolve(__dirname, "../..");
const cache = join(root, "node_modules/.cache/serverform-tests");

/** How many builds of a kind are kept: those of the branches that somebody works on. */
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
  kind: string,
  files: readonly string[],
  build: (folder: string, later: string) => void,
): string {
  const folder = join(cache, `${kind}-${hashOf(files)}`);
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
      if (!existsSync(folder)) buildCompletely(folder, build);
      removeOldest(kind);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

function buildCompletely(folder: string, build: (folder: string, later: string) => void): void {
  const building = `${folder}.building`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building);
  build(building, folder);
  renameSync(building, folder);
}

/** Waits until another process has built. One that was killed leaves its lock behind. */
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
