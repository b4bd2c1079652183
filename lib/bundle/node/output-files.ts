import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Where the output of a build goes that was made for another place. */
export interface OutputFolders {
  readonly from: string;
  readonly to: string;
}

interface OutputFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** Writes what esbuild has kept in memory. */
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
