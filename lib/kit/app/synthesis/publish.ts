import * as fs from "node:fs";
import * as path from "node:path";
import { Manifest } from "cdktf";
import type { IConstruct } from "constructs";
import { isRunning, lockFolder } from "../../../bundle";
import { FactKey, factOf } from "../../core/app-facts";
import { shortHash } from "../../core/names/name";
import { fail } from "../errors";

const stagingName = /^\.staging(?:-(\d+))?$/;
const lockName = ".publishing";
const assetsFolder = "assets";

/** Files that an earlier synthesis may have written to the folder of a stack, in JSON or HCL. */
const generatedFiles = ["cdk.tf.json", "cdk.tf", "metadata.json"];

/** Code that is already in the output. */
export interface KeptCode {
  /** Absolute folders. */
  readonly folders: readonly string[];
  /** Writes the changes since then. Call it when no other process may change the output. */
  complete(): void;
}

/** A folder for the initial output of this process's synthesis. Removes folders of killed processes. */
export function createStaging(outdir: string): string {
  for (const name of fs.existsSync(outdir) ? fs.readdirSync(outdir) : []) {
    const match = stagingName.exec(name);
    const pid = Number(match?.[1] ?? process.pid);
    if (match === null || (pid !== process.pid && isRunning(pid))) continue;
    fs.rmSync(path.join(outdir, name), { recursive: true, force: true });
  }
  return path.join(outdir, `.staging-${process.pid}`);
}

/**
 * Moves the files to the output folder. Existing files of Terraform (`.terraform`) stay.
 *
 * Each file is replaced atomically, and code comes before the configuration that refers to it. So readers of the folder always
 * find a configuration with its code, even after a killed synthesis.
 */
export function publish(staging: string, outdir: string, isBundled: boolean, kept?: KeptCode): void {
  const unlock = lock(outdir);
  try {
    kept?.complete();
    const stacksFolder = path.join(staging, Manifest.stacksFolder);
    for (const stack of fs.readdirSync(stacksFolder)) {
      const to = path.join(outdir, Manifest.stacksFolder, stack);
      publishStack(path.join(stacksFolder, stack), to, isBundled, kept?.folders ?? []);
    }
    for (const file of fs.readdirSync(staging)) {
      if (file !== Manifest.stacksFolder) replace(path.join(staging, file), path.join(outdir, file));
    }
  } finally {
    unlock();
  }
}

function publishStack(from: string, to: string, isBundled: boolean, kept: readonly string[]): void {
  fs.mkdirSync(to, { recursive: true });
  const entries = fs.readdirSync(from);
  const [codeFrom, codeTo] = [path.join(from, assetsFolder), path.join(to, assetsFolder)];
  const code = entries.includes(assetsFolder) ? fs.readdirSync(codeFrom) : [];
  if (code.length > 0) fs.mkdirSync(codeTo, { recursive: true });
  for (const name of code) replace(path.join(codeFrom, name), path.join(codeTo, name));
  for (const name of entries) {
    if (name !== assetsFolder) replace(path.join(from, name), path.join(to, name));
  }
  removeOthers(to, generatedFiles, entries);
  const folder = path.resolve(codeTo);
  const stays = kept.filter((each) => path.dirname(each) === folder).map((each) => path.basename(each));
  if (isBundled && fs.existsSync(codeTo)) removeOthers(codeTo, fs.readdirSync(codeTo), [...code, ...stays]);
  if (isBundled && code.length + stays.length === 0) fs.rmSync(codeTo, { recursive: true, force: true });
}

function removeOthers(folder: string, names: readonly string[], kept: readonly string[]): void {
  const stays = new Set(kept);
  for (const name of names) {
    if (!stays.has(name)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** A file is replaced atomically. An existing folder is moved away first. */
function replace(from: string, to: string): void {
  const former = fs.statSync(to, { throwIfNoEntry: false });
  const isFolder = former?.isDirectory() ?? false;
  const away = `${from}.former`;
  if (isFolder) fs.renameSync(to, away);
  fs.renameSync(from, to);
  if (isFolder) fs.rmSync(away, { recursive: true, force: true });
}

/** Waits while another process publishes to the same folder. */
function lock(outdir: string): () => void {
  const file = path.join(outdir, lockName);
  return waitForLock(file, 60_000) ?? fail("app", "outdir-busy", "synth()", { file });
}

/** The folders in which an app's synthesis builds, each with a function that releases it. */
const builds = new FactKey<Map<string, () => void>>("folders of builds", () => new Map());

/** How long a build waits for another one in the same folder. Builds of sites take minutes. */
const buildMs = 30 * 60_000;

/**
 * Keeps other processes from building in a folder until the synthesis has copied the result: a build first empties its output, so
 * two concurrent builds would damage each other.
 *
 * @param appPath - the folder of the project, which contains the locks
 */
export function lockBuildFolder(construct: IConstruct, appPath: string, folder: string): void {
  const held = factOf(construct, builds);
  if (held.has(folder)) return;
  const file = path.join(appPath, ".serverform", `build-${shortHash(folder, 16)}.lock`);
  const unlock = waitForLock(file, buildMs, () => {
    process.stderr.write(`serverform: waiting for another build in ${folder}\n`);
  });
  held.set(folder, unlock ?? fail(construct, "build-folder-busy", "path", { folder }));
}

/** Releases the build folders of an app after their files were copied. */
export function unlockBuildFolders(app: IConstruct): void {
  const held = factOf(app, builds);
  for (const unlock of held.values()) unlock();
  held.clear();
}

/** Acquires a lock after the process that holds it; undefined if that takes longer than `patienceMs`. */
function waitForLock(file: string, patienceMs: number, onWait?: () => void): (() => void) | undefined {
  const end = Date.now() + patienceMs;
  for (let isTold = false; ; isTold = true) {
    const unlock = lockFolder(path.dirname(file), path.basename(file));
    if (unlock !== undefined || Date.now() > end) return unlock;
    if (!isTold) onWait?.();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}
