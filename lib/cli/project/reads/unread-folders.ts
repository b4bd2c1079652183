import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ReadPaths } from "./read-paths";

/** Clocks of file systems are this coarse. */
const clockMs = 100;

/**
 * The outermost folders of a project from which a run of the app has read nothing, relative to the root.
 *
 * A folder that has changed since the run began may be new, and the app may have listed the folder around it before. It counts as
 * read until the next run, like links.
 *
 * @param startedAt - the time of the file system when the run began, in milliseconds
 */
export function unreadFolders(
  root: string,
  paths: ReadPaths,
  startedAt: number,
  folder = "",
): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const inside = join(folder, entry.name);
    // The watcher ignores installed packages and hidden folders.
    if (!entry.isDirectory() || entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    if (paths.hasRead(inside)) return [];
    if (paths.hasReadIn(inside)) return unreadFolders(root, paths, startedAt, inside);
    const found = statSync(join(root, inside), { throwIfNoEntry: false });
    return found !== undefined && found.ctimeMs < startedAt - clockMs ? [inside] : [];
  });
}
