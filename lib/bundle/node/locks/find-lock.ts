import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findUpwards, foldersUpwards } from "../../files/list-files";
import { readBunLock } from "./bun-lock";
import { type LockFields, readLockJson, textOf } from "./lock-text";
import { type Lock, LockProblem } from "./locked-package";
import { readNpmLock } from "./npm-lock";
import { readPnpmLock } from "./pnpm-lock";
import { readBerryLock } from "./yarn-berry-lock";
import { isBerry, readClassicLock } from "./yarn-classic-lock";

/** Lock files, in the order of precedence within a folder. */
const kinds: readonly {
  readonly name: string;
  readonly manager: string;
  readonly read: (file: string) => Lock;
}[] = [
  { name: "npm-shrinkwrap.json", manager: "npm", read: readNpmLock },
  { name: "package-lock.json", manager: "npm", read: readNpmLock },
  { name: "yarn.lock", manager: "yarn", read: readYarnLock },
  { name: "pnpm-lock.yaml", manager: "pnpm", read: readPnpmLock },
  { name: "bun.lock", manager: "bun", read: readBunLock },
  { name: "bun.lockb", manager: "bun", read: refuseBinaryLock },
];

/** The lock file that applies to a folder of sources, and the folder of its `package.json`. */
export interface FoundLock {
  readonly lock: Lock;
  /** Absolute. */
  readonly folder: string;
}

/**
 * The lock file of the nearest folder that has one, if it applies to the nearest `package.json`.
 *
 * Like package managers, ignores the lock file of a folder further up if a folder in between has a `package.json` and is not
 * one of its workspaces.
 */
export function findLock(source: string, warn: (text: string) => void): FoundLock | undefined {
  for (const at of foldersUpwards(source)) {
    const file = lockIn(at, warn);
    if (file === undefined) continue;
    const manifest = findUpwards(source, "package.json");
    const folder = manifest === undefined || at.startsWith(dirname(manifest)) ? at : dirname(manifest);
    const lock = file.read(join(at, file.name));
    if (lock.folder(folder) !== undefined) return { lock, folder };
    warn(
      `${join(folder, "package.json")} is not part of ${join(at, file.name)}, so the newest versions in its ranges are installed. ` +
        `Make the folder a workspace, or write a lock file there: ${lock.update}.`,
    );
    return undefined;
  }
  return undefined;
}

function lockIn(folder: string, warn: (text: string) => void): (typeof kinds)[number] | undefined {
  const present = kinds.filter(({ name }) => existsSync(join(folder, name)));
  const [first] = present;
  // bun.lock replaces bun.lockb.
  const others = new Set(present.map(({ manager }) => manager));
  if (first === undefined || others.size === 1) return first;
  const manifest: LockFields = existsSync(join(folder, "package.json"))
    ? readLockJson(join(folder, "package.json"), "")
    : {};
  const named = /^[a-z]+/.exec(textOf(manifest.packageManager) ?? "")?.[0];
  const chosen = present.find(({ manager }) => manager === named);
  if (chosen !== undefined) return chosen;
  const names = present.map(({ name }) => name).join(", ");
  warn(
    `${folder} has several lock files (${names}). Packages of bundle.nodeModules and of layers are installed as ${first.name} says. ` +
      `Remove the others, or set packageManager in package.json.`,
  );
  return first;
}

function readYarnLock(file: string): Lock {
  return isBerry(readFileSync(file, "utf8")) ? readBerryLock(file) : readClassicLock(file);
}

function refuseBinaryLock(file: string): Lock {
  throw new LockProblem(
    file,
    "is the binary form, which only Bun reads.",
    "Write the text form beside it: bun install --save-text-lockfile --frozen-lockfile --lockfile-only.",
  );
}
