import { watch as watchPaths } from "chokidar";
import { onEveryChange } from "./every-change";

/** Reports files that are written, created or removed in folders. */
export interface FolderWatcher {
  /** Watches one more folder; with `isDeep` also its subfolders. */
  add(folder: string, isDeep: boolean): void;
  close(): Promise<void>;
}

export type Watch = (changed: (path: string) => void, failed: (error: Error) => void) => FolderWatcher;

/** Tools write to these folders, or they have too many files to watch. */
const neverWatched =
  /[\\/](node_modules|\.git|__pycache__|\.venv|\.serverform|\.terraform|cdktf\.out|\.gradle|\.pytest_cache)([\\/]|$)/;

/**
 * Watches folders instead of files: editors replace files, and a missing file may be created.
 *
 * https://github.com/paulmillr/chokidar
 */
export const watchFolders: Watch = (changed, failed) => {
  const start = (depth: number | undefined) => {
    const ignored = (path: string): boolean => neverWatched.test(path);
    const watcher = watchPaths([], { ignoreInitial: true, atomic: false, depth, ignored });
    onEveryChange(watcher, changed);
    return watcher.on("error", (error) => failed(error as Error));
  };
  const [shallow, deep] = [start(0), start(undefined)];
  return {
    add: (folder, isDeep) => void (isDeep ? deep : shallow).add(folder),
    close: async () => {
      await Promise.all([shallow.close(), deep.close()]);
    },
  };
};
