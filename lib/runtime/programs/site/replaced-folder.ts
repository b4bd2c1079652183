import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Files of a server that contain placeholders for values that are known after the deployment. */
export interface ReplacedFiles {
  /** Folder of the program whose modules load one another by path; `.` for all. */
  readonly program: string;
  /** Their paths, with slashes. */
  readonly files: readonly string[];
  /** Names of the variables whose placeholders are in them. */
  readonly keys: readonly string[];
}

export const placeholderOf = (key: string): string => `{{ ${key} }}`;

/**
 * Creates a folder in which the files contain the values, because the code of a function cannot be changed.
 *
 * The program is copied: a linked module would load its neighbours from the target of the link. Installed packages and
 * everything next to the program are links.
 */
export function makeReplacedFolder(
  from: string,
  to: string,
  { program, files, keys }: ReplacedFiles,
  values: Readonly<Record<string, string | undefined>>,
): void {
  const isWithin = (path: string, folder: string): boolean =>
    folder === "." || path === folder || path.startsWith(`${folder}/`);
  const write = (path: string): void => {
    const text = keys.reduce(
      (each, key) => each.replaceAll(placeholderOf(key), () => values[key] ?? placeholderOf(key)),
      readFileSync(join(from, path), "utf8"),
    );
    writeFileSync(join(to, path), text);
  };
  const make = (folder: string): void => {
    mkdirSync(join(to, folder), { recursive: true });
    for (const name of readdirSync(join(from, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const source = join(from, path);
      const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory();
      const isProgram = isWithin(path, program);
      const holds = files.some((file) => isWithin(file, path)) || isWithin(program, path);
      if (isFolder === undefined) continue;
      if (isFolder && (holds || (isProgram && name !== "node_modules"))) make(path);
      else if (!isFolder && holds) write(path);
      else if (!isFolder && isProgram) copyFileSync(source, join(to, path));
      else symlinkSync(source, join(to, path), isFolder ? "junction" : "file");
    }
  };
  rmSync(to, { recursive: true, force: true });
  make("");
}
