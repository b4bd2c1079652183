import * as path from "node:path";
import type { IConstruct } from "constructs";
import { lockFolder } from "../../../bundle";
import { FactKey, factOf } from "../../core/app-facts";
import { shortHash } from "../../core/names/hash";
import { fail } from "../errors";

/** How long a build waits for another one of the same folder. Builds of sites take minutes. */
const patienceMs = 30 * 60_000;
const intervalMs = 100;

/** The folders in which the synthesis of an app builds, each with how to release it. */
const builds = new FactKey<Map<string, () => void>>("folders of builds", () => new Map());

/**
 * Keeps other processes from building in a folder until the synthesis has copied the result: a build empties its output first, and two of them
 * at once leave neither whole.
 *
 * @param appPath - the folder of the project, which keeps the locks
 */
export function lockBuildFolder(construct: IConstruct, appPath: string, folder: string): void {
  const held = factOf(construct, builds);
  if (held.has(folder)) return;
  const end = Date.now() + patienceMs;
  for (let isTold = false; ; ) {
    const unlock = lockFolder(path.join(appPath, ".serverform"), `build-${shortHash(folder, 16)}.lock`);
    if (unlock !== undefined) {
      held.set(folder, unlock);
      return;
    }
    if (Date.now() > end) fail(construct, "build-folder-busy", "path", { folder });
    if (!isTold) process.stderr.write(`serverform: waiting for another build in ${folder}\n`);
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, intervalMs);
  }
}

/** Releases the folders of an app whose files are copied. */
export function unlockBuildFolders(app: IConstruct): void {
  const held = factOf(app, builds);
  for (const unlock of held.values()) unlock();
  held.clear();
}
