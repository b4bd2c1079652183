import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type OutputFile, type ShimFacts, withShims } from "./shims";

/** The folder for which a build was made, and the folder to which its files are written. */
export interface OutputFolders {
  readonly from: string;
  readonly to: string;
  readonly shims: ShimFacts;
}

/** Writes the output files that esbuild kept in memory, with the shims that they use. */
export function writeOutputFiles(
  files: readonly OutputFile[] | undefined,
  { from, to, shims }: OutputFolders,
): void {
  for (const { path, contents } of withShims(files ?? [], shims)) {
    const file = join(to, relative(from, path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
}
