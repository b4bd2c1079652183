import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writtenText } from "../../facts/text/written-text";

export interface FoundFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly executable: boolean;
}

/** Whether to skip a file or folder, by name and by absolute path. */
export type Skip = (name: string, absolutePath: string, isFolder: boolean) => boolean;

/**
 * All files below a folder, sorted by path.
 *
 * Follows links, because the deployed files must not point outside their folder. Skips links to a parent folder.
 */
export function listFiles(dir: string, skip: Skip = () => false): readonly FoundFile[] {
  const found: FoundFile[] = [];
  const walk = (folder: string, prefix: string, above: readonly string[]): void => {
    const here = realpathSync.native(folder);
    if (above.includes(here)) return;
    for (const name of readdirSync(folder)) {
      const absolute = join(folder, name);
      // Undefined for a broken link, such as an editor's lock file.
      const stat = statSync(absolute, { throwIfNoEntry: false });
      if (stat === undefined || skip(name, absolute, stat.isDirectory())) continue;
      if (stat.isDirectory()) walk(absolute, `${prefix}${name}/`, [...above, here]);
      else if (stat.isFile()) found.push({ path: prefix + name, executable: (stat.mode & 0o100) !== 0 });
    }
  };
  walk(dir, "", []);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether a path is a file. An invalid path is not an error: the caller reports which file is missing. */
export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    // The path is too long, or has invalid characters.
    return false;
  }
}

/** The text of a file; undefined if it does not exist or cannot be read. */
export function textOfFile(file: string): string | undefined {
  // This check is faster than an exception for each missing file.
  if (!existsSync(file)) return undefined;
  try {
    return writtenText(file);
  } catch {
    return undefined;
  }
}

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
