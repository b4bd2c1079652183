import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail } from "../errors";
import type { MigratedFile } from "./project-files";

/** Writes all files or none, and overwrites nothing. Returns the paths that were there and stay. */
export function writeFiles(folder: string, files: readonly MigratedFile[]): readonly string[] {
  const isThere = ({ path }: MigratedFile) => existsSync(join(folder, path));
  const obstacles = files.filter((file) => isThere(file) && !file.isOptional);
  if (obstacles.length > 0)
    fail("serverform migrate", "migrate-files-exist", "<folder>", {
      files: obstacles.map(({ path }) => path),
    });
  const done: string[] = [];
  const folders: string[] = [];
  try {
    for (const file of files.filter((each) => !isThere(each))) {
      const target = join(folder, file.path);
      const made = mkdirSync(dirname(target), { recursive: true });
      if (made !== undefined) folders.push(made);
      writeFileSync(target, file.text, { flag: "wx" });
      done.push(target);
    }
  } catch (error) {
    for (const each of done) rmSync(each, { force: true });
    for (const each of folders) rmSync(each, { recursive: true, force: true });
    fail("serverform migrate", "migrate-folder-unusable", "<folder>", {
      value: folder,
      reason: (error as Error).message,
    });
  }
  return files
    .filter((file) => file.isOptional && !done.includes(join(folder, file.path)))
    .map(({ path }) => path);
}
