import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Artifact } from "../artifact";
import type { BundleFailure } from "../failure";
import type { Notify } from "../files/copy-source";
import { BundleCache, fileHash } from "./bundle-cache";
import { filesToKeep, restoreFiles } from "./cache-entry";
import { NotCacheable } from "./file-facts";
import { version as formatVersion } from "./format";
import { contentsOf } from "./input-files";

export interface ToolInputs {
  /** Absolute. A missing file is an input, too. */
  readonly files: readonly string[];
  /** Versions, options and environment. */
  readonly settings: unknown;
}

/** A build by another program that this package starts. */
export interface ToolBuild {
  /** The files that the program may read. Throws `NotCacheable` if they are unknown. */
  readonly inputs: () => ToolInputs;
  /** Fills the folder of the artifact. */
  readonly run: () => readonly BundleFailure[];
}

/**
 * Fills the folder of an artifact from the cache, or by the program.
 *
 * The inputs of a program are not known as exactly as those of esbuild, so each file that it may read counts. If they are
 * unknown, the program runs each time: a slow build does less harm than an outdated one.
 */
export function buildOnce(
  artifact: Artifact,
  { inputs, run }: ToolBuild,
  notify: Notify,
): readonly BundleFailure[] {
  const { appPath, outDir } = artifact;
  // A hook may have written to the folder.
  const isEmpty = readdirSync(outDir).length === 0;
  const cache = isEmpty ? BundleCache.open(appPath, notify) : undefined;
  const before = cache && keyOf(artifact, inputs);
  if (cache === undefined || before === undefined) return run();
  const known = cache.entriesOf(before.key).find(({ entry }) => restoreFiles(cache, entry.files, outDir));
  if (known !== undefined) {
    cache.touch(known, new Date());
    return [];
  }
  const begun = cache.prepare() ? cache.mark() : undefined;
  const failures = run();
  if (failures.length > 0 || begun === undefined) return failures;
  // A file that was edited during the build may have been read before or after the edit.
  const after = keyOf(artifact, inputs);
  if (after?.key !== before.key || after.files.some((file) => isNewer(file, begun))) return [];
  cache.add(before.key, { facts: [], warnings: [], exports: [] }, filesToKeep(outDir));
  cache.prune();
  return [];
}

function keyOf(
  { appPath, srcPath, kind, runtime, architecture, functions }: Artifact,
  inputs: ToolBuild["inputs"],
): { readonly key: string; readonly files: readonly string[] } | undefined {
  try {
    const { files, settings } = inputs();
    const facts = [
      [formatVersion, (require("../../../package.json") as { version: string }).version],
      [kind, runtime, architecture, functions.map(({ handler }) => handler)],
      [process.platform, process.arch],
      settings,
      contentsOf(join(appPath, srcPath), files),
    ];
    return { key: fileHash(JSON.stringify(facts)).slice(0, 32), files };
  } catch (error) {
    if (error instanceof NotCacheable) return undefined;
    // A file was removed or may not be read. The program reports it if that matters.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return undefined;
    throw error;
  }
}

/** Whether a file was written after a time. */
const isNewer = (file: string, begun: number): boolean =>
  (lstatSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0) >= begun;
