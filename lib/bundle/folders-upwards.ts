import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** A folder, and those above it up to the root. */
export function* foldersUpwards(from: string): Generator<string, void> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    yield folder;
    if (folder === dirname(folder)) return;
  }
}

/** The nearest file or folder of this name, in `from` or in a folder above it. */
export function findUpwards(from: string, name: string): string | undefined {
  for (const folder of foldersUpwards(from)) {
    if (existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}
