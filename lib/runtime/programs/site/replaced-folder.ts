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

/** Files of a server in which the build has left texts for values that are known after the deployment. */
export interface ReplacedFiles {
  /** Folder of the program, in which modules load one another by path; `.` for all. */
  readonly program: string;
  /** Their paths, with slashes. */
  readonly files: readonly string[];
  /** Names of the variables whose texts are in them. */
  readonly keys: readonly string[];
}

/** The placeholder of a value in a build. */
export const placeholderOf = (key: string): string => `{{ ${key} }}`;

/**
 * Makes a folder in which the files have the values, because the code of a function cannot be changed.
 *
 * The program is copied: a module that is a link would load its neighbours from where the link leads. Installed packages and
 * everything beside the program are links.
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
