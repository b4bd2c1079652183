import * as fs from "node:fs";
import * as path from "node:path";

/** A message must not cost the reading of a whole disk. */
const limits = { entries: 2_000, depth: 6 };

/**
 * Handlers that a path to no file may mean: the export `name` of each source file below `srcPath`.
 *
 * Installed packages, hidden folders, and everything beyond some thousand entries are left out.
 */
export function possibleHandlers(
  appPath: string,
  srcPath: string,
  name: string,
  extensions: readonly string[],
): readonly string[] {
  const found: string[] = [];
  let read = 0;
  const visit = (folder: string, depth: number): void => {
    for (const entry of entriesOf(path.join(appPath, srcPath, folder))) {
      read += 1;
      if (read > limits.entries) return;
      const file = path.posix.join(folder, entry.name);
      const extension = extensions.find((each) => entry.name.endsWith(each));
      if (entry.isDirectory() && depth < limits.depth && !isSkipped(entry.name)) visit(file, depth + 1);
      else if (entry.isFile() && extension !== undefined && !file.endsWith(".d.ts")) {
        found.push(`${file.slice(0, -extension.length)}.${name}`);
      }
    }
  };
  visit("", 0);
  return found;
}

const isSkipped = (folder: string): boolean =>
  folder.startsWith(".") || folder === "node_modules" || folder === "cdktf.out";

function entriesOf(folder: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
