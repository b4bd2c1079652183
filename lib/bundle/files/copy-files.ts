import { chmodSync, copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import type { Artifact } from "../artifact";
import { type BundleFailure, failure } from "../failure";
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

function copyFile(from: string, to: string, executable: boolean): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  // The rest of the mode differs between checkouts. The file must be writable for later steps.
  chmodSync(to, executable ? 0o755 : 0o644);
}

/** Copies the files of `copyFiles` to the deployed folder. */
export function copyNamedFiles(artifact: Artifact): readonly BundleFailure[] {
  return artifact.copyFiles.flatMap(({ from, to = from }, index): readonly BundleFailure[] => {
    const source = join(artifact.appPath, artifact.srcPath, from);
    const prop = `copyFiles[${index}]`;
    if (!existsSync(source)) {
      return [failure(artifact, "file-not-found", `${prop}.from`, { value: from, absolute: source })];
    }
    if (isAbsolute(to) || normalize(to).startsWith("..")) {
      const expected = "a path relative to the root of the deployed folder";
      return [failure(artifact, "prop-invalid", `${prop}.to`, { value: to, expected })];
    }
    const target = join(artifact.outDir, to);
    const stat = statSync(source);
    if (stat.isDirectory()) copyFolder(source, target);
    else copyFile(source, target, (stat.mode & 0o100) !== 0);
    return [];
  });
}
