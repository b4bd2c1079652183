import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The folder that a build was made for, and the folder that its files are written to. */
export interface OutputFolders {
  readonly from: string;
  readonly to: string;
}

interface OutputFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** Writes the output files that esbuild kept in memory. */
export function writeOutputFiles(
  files: readonly OutputFile[] | undefined,
  { from, to }: OutputFolders,
): void {
  for (const { path, contents } of files ?? []) {
    const file = join(to, relative(from, path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
}
