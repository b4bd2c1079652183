import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listFiles } from "../files/list-files";
import type { NewFile } from "./bundle-cache";
import type { CachedFile } from "./cache-entry";

/** Writes files of the cache to a folder. False, and nothing is written, if one of them is gone or changed. */
export function restoreFiles(
  cache: { read(file: CachedFile): Buffer | undefined },
  files: readonly CachedFile[],
  folder: string,
): boolean {
  const written: string[] = [];
  for (const file of files) {
    const content = cache.read(file);
    if (content === undefined) {
      for (const path of written) rmSync(path, { force: true });
      return false;
    }
    const path = join(folder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: file.executable === true ? 0o755 : 0o644 });
    written.push(path);
  }
  return true;
}

/** The files of a folder, each read when it is needed. */
export function* filesToKeep(folder: string): Generator<NewFile, void> {
  for (const { path, executable } of listFiles(folder)) {
    yield { path, executable, content: readFileSync(join(folder, path)) };
  }
}
