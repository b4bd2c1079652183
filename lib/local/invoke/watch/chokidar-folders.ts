import type * as chokidar from "chokidar";
import { contained } from "../../../facts/text/contained";
import { onEveryChange } from "./every-change";

export interface ChokidarFoldersOptions {
  readonly changed: (path: string) => void;
  readonly failed: (error: Error) => void;
  readonly ignored: (path: string) => boolean;
}

/**
 * Watches files whose changes the system does not report: links to files, and with `CHOKIDAR_USEPOLLING` file systems without
 * reports.
 *
 * After each change, chokidar reads the whole folder and the state of each file in it. It is loaded when it is needed.
 *
 * https://github.com/paulmillr/chokidar
 */
export class ChokidarFolders {
  private readonly watchers = new Map<boolean, chokidar.FSWatcher>();
  private readonly starts: Promise<void>[] = [];

  constructor(private readonly options: ChokidarFoldersOptions) {}

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
