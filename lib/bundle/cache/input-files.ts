import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { hashOf, NotCacheable } from "./file-facts";

/** A folder that a build may read all of. */
export interface InputFolder {
  readonly path: string;
  /** Whether the build skips a folder, by its name and the folder that contains it. */
  readonly skips: (name: string, parent: string) => boolean;
}

/** Comparing more than this takes about as long as building. */
const limits = { files: 20_000, bytes: 256 * 1024 * 1024 } as const;

/**
 * All files below folders, sorted.
 *
 * Throws `NotCacheable` for a link, because its target may refer to more files, and for the folder that the build writes.
 */
export function inputFilesOf(folders: readonly InputFolder[], outDir: string): readonly string[] {
  const found = new Set<string>();
  let bytes = 0;
  const walk = (folder: string, skips: InputFolder["skips"]): void => {
    if (folder === outDir) throw new NotCacheable("the output is below the sources");
    for (const each of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, each.name);
      if (each.isSymbolicLink()) throw new NotCacheable(`${path} is a link`);
      if (each.isDirectory()) {
        if (!skips(each.name, folder)) walk(path, skips);
      } else if (each.isFile() && !found.has(path)) {
        found.add(path);
        bytes += lstatSync(path).size;
        if (found.size > limits.files || bytes > limits.bytes)
          throw new NotCacheable(`${folder} is too large`);
      }
    }
  };
  for (const { path, skips } of folders) walk(path, skips);
  return [...found].sort();
}

/** The facts about the content of files, as text that is the same in another checkout. A missing file is a fact, too. */
export function contentsOf(root: string, files: readonly string[]): readonly string[] {
  return files.map((file) => {
    const name = relative(root, file).replaceAll(sep, "/");
    if (!existsSync(file)) return `${name} -`;
    const mode = lstatSync(file).mode & 0o100 ? "x" : "f";
    return `${name} ${mode} ${hashOf(readFileSync(file))}`;
  });
}
