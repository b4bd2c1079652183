import * as fs from "node:fs";
import * as path from "node:path";
import type { IConstruct } from "constructs";
import { findEntry, isFile, nodeExtensions } from "../../../bundle";
import { fail } from "../errors";
import { possibleHandlers } from "./possible-handlers";

/** The file and the export of a handler `path/file.export`, as the caller wrote them. */
export function splitHandler(
  where: IConstruct | string,
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
 * @param known - the file, if the caller has found it already
 */
export function findNodeEntry(
  where: IConstruct | string,
  appPath: string,
  srcPath: string,
  handler: string,
  known?: string,
): string {
  const { name } = splitHandler(where, handler);
  const found = known ?? findEntry(appPath, srcPath, handler);
  if (found === undefined) {
    if (/[:#]/.test(handler)) fail(where, "handler-invalid", "handler", { value: handler });
    // For the service, the file name ends at the first dot of the last part.
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

/** Whether a handler is in a Python file. */
export function isPythonHandler(appPath: string, srcPath: string, handler: string): boolean {
  return isPythonModule(path.join(appPath, srcPath), handler.replace(/\.[^./]*$/, ""));
}

/** Whether a folder has a module `api/notes` or `api.notes`: Python separates packages by dots, and Lambda accepts both. */
function isPythonModule(folder: string, module: string): boolean {
  const file = path.join(folder, module.replaceAll(".", "/"));
  return isFile(`${file}.py`) || isFile(path.join(file, "__init__.py"));
}

/** Refuses a Python handler whose module does not exist. */
export function checkPythonHandler(
  where: IConstruct | string,
  appPath: string,
  srcPath: string,
  handler: string,
): void {
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
export function checkGoHandler(
  where: IConstruct | string,
  appPath: string,
  srcPath: string,
  handler: string,
): void {
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
