import { type Stats, statSync } from "node:fs";
import type * as chokidar from "chokidar";
import type { FSWatcher } from "chokidar";
import { contained } from "../../../facts/text/contained";
import { SystemFolders } from "./system-folders";

export interface FolderWatcherOptions {
  /** Receives the path of a file, or that of a folder if any file in it may have changed. */
  readonly changed: (path: string) => void;
  readonly failed: (error: Error) => void;
  readonly ignored: (path: string) => boolean;
}

/**
 * Watches files whose changes the system does not report: links to files, and with `CHOKIDAR_USEPOLLING` file systems without
 * events.
 *
 * After each change, chokidar reads the whole folder and the state of each file in it. It is loaded on demand.
 *
 * https://github.com/paulmillr/chokidar
 */
export class ChokidarFolders {
  private readonly watchers = new Map<boolean, chokidar.FSWatcher>();
  private readonly starts: Promise<void>[] = [];

  constructor(private readonly options: FolderWatcherOptions) {}

  /** Watches a file or a folder; with `isDeep` also its subfolders. */
  add(path: string, isDeep: boolean): void {
    const watcher = this.watchers.get(isDeep) ?? this.start(isDeep);
    watcher.add(path);
  }

  /** Settles when everything is watched. */
  async ready(): Promise<void> {
    await Promise.all(this.starts);
  }

  async close(): Promise<void> {
    await Promise.all([...this.watchers.values()].map((each) => each.close()));
  }

  private start(isDeep: boolean): chokidar.FSWatcher {
    const { watch } = require("chokidar") as typeof chokidar;
    const { changed, failed, ignored } = this.options;
    const depth = isDeep ? {} : { depth: 0 };
    const watcher = watch([], { ignoreInitial: true, atomic: false, ignored, ...depth });
    onEveryChange(watcher, changed);
    watcher.on(
      "error",
      contained("file watcher", (error) => failed(error as Error)),
    );
    this.starts.push(new Promise((ready) => watcher.once("ready", () => ready())));
    this.watchers.set(isDeep, watcher);
    return watcher;
  }
}

/** chokidar drops changes of a file for 50 ms after a change, including the last one. */
const droppedMs = 60;

/**
 * Calls the listener after each reported change, and after dropped ones: a formatter that runs on save, for example, writes the
 * file again immediately.
 */
export function onEveryChange(
  watcher: Pick<FSWatcher, "on" | "closed">,
  changed: (path: string) => void,
  afterMs = droppedMs,
): void {
  const awaited = new Set<string>();
  const lookAgain = (path: string, seen: number): void => {
    awaited.add(path);
    const look = contained("file watcher", (): void => {
      awaited.delete(path);
      // Undefined if the file does not exist: its removal is a separate event.
      const now = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (watcher.closed || now === undefined || now === seen) return;
      changed(path);
      lookAgain(path, now);
    });
    setTimeout(look, afterMs).unref();
  };
  watcher.on(
    "all",
    contained("file watcher", (event: string, path: string, stats?: Stats) => {
      changed(path);
      if (event === "change" && stats !== undefined && !awaited.has(path)) lookAgain(path, stats.mtimeMs);
    }),
  );
}

export interface FolderWatcher {
  /** Watches one more folder; with `isDeep` also its subfolders. */
  add(folder: string, isDeep: boolean): void;
  close(): Promise<void>;
}

/** @param changed - receives the path of a file, or that of a folder if any file in it may have changed */
export type Watch = (changed: (path: string) => void, failed: (error: Error) => void) => FolderWatcher;

/** Tools write to these folders, or they contain too many files to watch. */
const neverWatched =
  /[\\/](node_modules|\.git|__pycache__|\.venv|\.serverform|\.terraform|cdktf\.out|\.gradle|\.pytest_cache)([\\/]|$)/;

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

export const watchFolders: Watch = (changed, failed) =>
  createFolderWatcher({ changed, failed, ignored: (path) => neverWatched.test(path) });
