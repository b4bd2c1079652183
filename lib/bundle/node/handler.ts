import { join, posix } from "node:path";
import { isFile } from "../files/list-files";

/** The extensions of a Node handler, in the order in which they are tried. */
export const nodeExtensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"] as const;

/**
 * The file of a Node handler such as `functions/notes.get`, relative to `srcPath`.
 *
 * As in Lambda, the file name ends at the first dot of the last part. If no such file exists, it ends at a later dot: the
 * bundle gets a name without dots.
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

/** The path of a source in the deployed folder. Sources outside the folder of cdktf.json also begin at the root. */
function deployedPath(source: string): string {
  return source.replace(/^(\.\.\/)+/, "");
}

/** The path of a bundle without its extension. It has no dots, because Lambda would end the file name there. */
export function deployedStem(stem: string): string {
  const { dir, base } = posix.parse(deployedPath(stem));
  return posix.join(dir, base.replaceAll(".", "_"));
}

export const withoutEnding = (file: string): string => file.replace(/\.[^./]+$/, "");

/** The part after the file name and a dot: `get`, or `api.get` for a member of an export. */
export function exportedPath(handler: string, entry = ""): string {
  const base = posix.basename(handler);
  const named = `${withoutEnding(posix.basename(entry))}.`;
  if (named !== "." && base.startsWith(named)) return base.slice(named.length);
  const dot = base.indexOf(".");
  return dot < 0 ? "" : base.slice(dot + 1);
}
