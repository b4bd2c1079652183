import { ChokidarFolders } from "./chokidar-folders";
import { SystemFolders } from "./system-folders";

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

export interface FolderWatcherOptions {
  /** Receives the path of a file, or that of a folder if any file in it may have changed. */
  readonly changed: (path: string) => void;
  readonly failed: (error: Error) => void;
  readonly ignored: (path: string) => boolean;
}

/** Watches folders instead of files: editors replace files, and a missing file may be created. */
export function createFolderWatcher(options: FolderWatcherOptions): FolderWatcher & {
  /** Settles when changes from now on are reported. */
  ready(): Promise<void>;
} {
  const others = new ChokidarFolders(options);
  const folders = new SystemFolders({ ...options, unwatchable: (path, isDeep) => others.add(path, isDeep) });
  return {
    add: (folder, isDeep) => folders.add(folder, isDeep),
    ready: () => others.ready(),
    close: async () => {
      folders.close();
      await others.close();
    },
  };
}

/** Watches folders of sources. */
export const watchFolders: Watch = (changed, failed) =>
  createFolderWatcher({ changed, failed, ignored: (path) => neverWatched.test(path) });
