import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A hash of the names and the contents of all files of a folder.
 *
 * @param isSkipped - whether a file or folder is left out, by its path in the folder, with `/`
 */
export function hashFolder(folder: string, isSkipped: (path: string) => boolean = () => false): string {
  const hash = createHash("sha256");
  for (const file of filesIn(folder, "", isSkipped).sort()) {
    const content = readFileSync(join(folder, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

function filesIn(folder: string, below: string, isSkipped: (path: string) => boolean): string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === "" ? name : `${below}/${name}`;
    if (isSkipped(path)) return [];
    const found = statSync(join(folder, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) return filesIn(folder, path, isSkipped);
    return found?.isFile() ? [path] : [];
  });
}
