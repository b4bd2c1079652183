import * as fs from "node:fs";
import * as path from "node:path";
import { findEntry, isFile, nodeExtensions } from "../../../bundle";
import type { Where } from "../../../facts/errors/error";
import { fail } from "../errors";

/** The file and the export of a handler `path/file.export`, as written by the caller. */
export function splitHandler(
  where: Where,
  handler: string,
): { readonly file: string; readonly name: string } {
  const dot = handler.lastIndexOf(".");
  const file = handler.slice(0, dot);
  const name = handler.slice(dot + 1);
  if (dot < 1 || name === "" || name.includes("/")) {
    fail(where, "handler-invalid", "handler", { value: handler });
  }
  return { file, name };
}

/**
 * The source file of a Node handler, relative to `srcPath`, with its extension.
 *
 * @param known - the file, if it was already found
 */
export function findNodeEntry(
  where: Where,
  appPath: string,
  srcPath: string,
  handler: string,
  known?: string,
): string {
  const { name } = splitHandler(where, handler);
  const found = known ?? findEntry(appPath, srcPath, handler);
  if (found === undefined) {
    if (/[:#]/.test(handler)) fail(where, "handler-invalid", "handler", { value: handler });
    // As in Lambda, the file name ends at the first dot of the last part.
    const file = handler.replace(/\.[^/]*$/, "");
    return fail(where, "handler-not-found", "handler", {
      value: handler,
      file: path.posix.join(srcPath, file),
      extensions: nodeExtensions,
      others: possibleHandlers(appPath, srcPath, name, nodeExtensions),
    });
  }
  return path.posix.normalize(found);
}

export function isPythonHandler(appPath: string, srcPath: string, handler: string): boolean {
  return isPythonModule(path.join(appPath, srcPath), handler.replace(/\.[^./]*$/, ""));
}

/** Whether a folder has a module `api/notes` or `api.notes`: Python separates packages by dots, and Lambda accepts both. */
function isPythonModule(folder: string, module: string): boolean {
  const file = path.join(folder, module.replaceAll(".", "/"));
  return isFile(`${file}.py`) || isFile(path.join(file, "__init__.py"));
}

export function checkPythonHandler(where: Where, appPath: string, srcPath: string, handler: string): void {
  const { file, name } = splitHandler(where, handler);
  if (!isPythonModule(path.join(appPath, srcPath), file)) {
    fail(where, "handler-not-found", "handler", {
      value: handler,
      file: path.posix.join(srcPath, file),
      extensions: [".py"],
      others: possibleHandlers(appPath, srcPath, name, [".py"]),
    });
  }
}

/** Refuses a Go handler that is neither a folder nor a `.go` file. */
export function checkGoHandler(where: Where, appPath: string, srcPath: string, handler: string): void {
  const source = path.join(appPath, srcPath, handler);
  const isThere = fs.existsSync(source) || isFile(`${source}.go`);
  if (!isThere) {
    fail(where, "handler-not-found", "handler", {
      value: handler,
      file: path.posix.join(srcPath, handler),
      extensions: ["", ".go"],
    });
  }
}

/** Limits the search for a message. */
const limits = { entries: 2_000, depth: 6 };

/**
 * Possible handlers for a path without a file: the export `name` of each source file below `srcPath`.
 *
 * Leaves out installed packages, hidden folders, and files beyond some thousand entries.
 */
function possibleHandlers(
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
