import { join, posix } from "node:path";
import { isFile } from "../files/list-files";

/** The extensions of a Node handler, in the order in which they are tried. */
export const nodeExtensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"] as const;

/**
 * The file of a Node handler such as `functions/notes.get`, relative to `srcPath`.
 *
 * As for the service, the file name ends at the first dot of the last part. If there is no such file, it ends at a later dot: a bundle has
 * a name of its own, without dots.
 */
export function findEntry(appPath: string, srcPath: string, handler: string): string | undefined {
  const { dir, base } = posix.parse(handler);
  const parts = base.split(".");
  const stems = parts.map((_, index) => parts.slice(0, index + 1).join("."));
  return (stems.length === 1 ? stems : stems.slice(0, -1))
    .flatMap((stem) => nodeExtensions.map((ending) => posix.join(dir, stem + ending)))
    .find((file) => isFile(join(appPath, srcPath, file)));
}

/**
 * The export of a Node handler: `get` of `functions/notes.get`, and `api` of `functions/notes.api.get`.
 *
 * @param entry - the file of the handler. @default - its name ends at the first dot
 */
export function exportNameOf(handler: string, entry?: string): string {
  return exportedPath(handler, entry).split(".")[0] ?? "";
}

/**
 * The deployed Node handler, relative to the root of the deployed folder.
 *
 * @param entry - the file of the handler. @default - its name ends at the first dot
 */
export function deployedNodeHandler(srcPath: string, handler: string, entry?: string): string {
  const stem = withoutEnding(entry ?? "");
  if (!posix.basename(stem).includes(".")) return deployedPath(posix.join(srcPath, handler));
  return `${deployedStem(posix.join(srcPath, stem))}.${exportedPath(handler, entry)}`;
}

/** The place of a source in the deployed folder. A source outside of the folder of cdktf.json begins at the root, too. */
function deployedPath(source: string): string {
  return source.replace(/^(\.\.\/)+/, "");
}

/** The deployed place of a bundle without its ending. The name has no dots: for the service, the file name would end there. */
export function deployedStem(stem: string): string {
  const { dir, base } = posix.parse(deployedPath(stem));
  return posix.join(dir, base.replaceAll(".", "_"));
}

export const withoutEnding = (file: string): string => file.replace(/\.[^./]+$/, "");

/** What follows the file name and a dot: `get`, or `api.get` for a member of an export. */
export function exportedPath(handler: string, entry = ""): string {
  const base = posix.basename(handler);
  const named = `${withoutEnding(posix.basename(entry))}.`;
  if (named !== "." && base.startsWith(named)) return base.slice(named.length);
  const dot = base.indexOf(".");
  return dot < 0 ? "" : base.slice(dot + 1);
}
