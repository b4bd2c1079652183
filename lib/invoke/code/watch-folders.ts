import { watch as watchPaths } from "chokidar";
import { onEveryChange } from "./every-change";
import { SourceFolders } from "./source-folders";

/** Reports files that are written, created or removed in folders. */
export interface FolderWatcher {
  /** Watches one more folder; with `isDeep` also its subfolders. */
  add(folder: string, isDeep: boolean): void;
  close(): Promise<void>;
}

/** @param changed - receives the path of a file, or that of a folder if any file in it may have changed */
export type Watch = (changed: (path: string) => void, failed: (error: Error) => void) => FolderWatcher;

/** Tools write to these folders, or they have too many files to watch. */
const neverWatched =
  /[\\/](node_modules|\.git|__pycache__|\.venv|\.serverform|\.terraform|cdktf\.out|\.gradle|\.pytest_cache)([\\/]|$)/;

/**
 * Watches folders instead of files: editors replace files, and a missing file may be created.
 *
 * Folders of sources are watched by the system alone, which tells a change at once. chokidar watches the others: those with
 * their subfolders, and those that are missing. After each change it reads the whole folder, and the state of each file in it.
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
  const sources = new SourceFolders(changed, (folder) => void shallow.add(folder));
  return {
    add: (folder, isDeep) => {
      if (isDeep) deep.add(folder);
      else if (!neverWatched.test(folder)) sources.add(folder);
    },
    close: async () => {
      sources.close();
      await Promise.all([shallow.close(), deep.close()]);
    },
  };
};
