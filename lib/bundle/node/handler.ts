import { statSync } from "node:fs";
import { join, posix } from "node:path";

/** The extensions of a Node handler, in the order in which they are tried. */
export const nodeExtensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"] as const;

/**
 * The file of a Node handler such as `functions/notes.get`, relative to `srcPath`.
 *
 * As for the service, the file name ends at the first dot of the last part.
 */
export function findEntry(appPath: string, srcPath: string, handler: string): string | undefined {
  const { stem } = parse(handler);
  return nodeExtensions.map((ending) => stem + ending).find((file) => isFile(join(appPath, srcPath, file)));
}

/** The export of a Node handler: `get` of `functions/notes.get`, and `api` of `functions/notes.api.get`. */
export function exportNameOf(handler: string): string {
  return parse(handler).exported.split(".")[0] ?? "";
}

/** The deployed Node handler: relative to the root of the deployed folder. */
export function deployedNodeHandler(srcPath: string, handler: string): string {
  return deployedPath(posix.join(srcPath, handler));
}

/** The place of a source in the deployed folder. A source outside of the folder of cdktf.json begins at the root, too. */
export function deployedPath(source: string): string {
  return source.replace(/^(\.\.\/)+/, "");
}

function parse(handler: string): { readonly stem: string; readonly exported: string } {
  const { dir, base } = posix.parse(handler);
  const dot = base.indexOf(".");
  if (dot < 0) return { stem: handler, exported: "" };
  return { stem: posix.join(dir, base.slice(0, dot)), exported: base.slice(dot + 1) };
}

/** Whether there is a file. A path that no file can have is not an error: the caller reports which file is missing. */
export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    // The path is too long, or has characters that no path may have.
    return false;
  }
}
