import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { listFiles, type Skip } from "./list-files";

/**
 * Copies the content of a folder to another folder.
 *
 * The target may be inside the source; the path to it is skipped.
 */
export function copyFolder(from: string, to: string, skip: Skip = () => false): void {
  const leadsToTarget = (path: string): boolean => to === path || to.startsWith(`${path}/`);
  const files = listFiles(from, (name, path, isFolder) => leadsToTarget(path) || skip(name, path, isFolder));
  for (const { path, executable } of files) copyFile(join(from, path), join(to, path), executable);
}

/** Copies one file. */
export function copyFile(from: string, to: string, executable: boolean): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  // The rest of the mode differs between checkouts. The file must be writable for later steps.
  chmodSync(to, executable ? 0o755 : 0o644);
}
