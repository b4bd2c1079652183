import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";

/** Users of shared and virtual file systems, which tell no changes, have chokidar poll them. */
const isPolling = (): boolean => !["", "0", "false"].includes(process.env.CHOKIDAR_USEPOLLING ?? "");

/** Watches the files of folders, without their subfolders, by the means of the system. */
export class SourceFolders {
  private readonly watchers = new Map<string, FSWatcher>();

  /**
   * @param changed - receives the path of a file, or that of a folder if any file in it may have changed
   * @param unwatchable - receives folders that are missing, have disappeared, or cannot be watched this way
   */
  constructor(
    private readonly changed: (path: string) => void,
    private readonly unwatchable: (folder: string) => void,
  ) {}

  add(folder: string): void {
    const identity = identityOf(folder);
    if (identity === undefined || isPolling()) return this.unwatchable(folder);
    try {
      const watcher = watch(folder, (event, name) => {
        if (event === "rename" && identityOf(folder) !== identity) this.replaced(folder);
        else this.changed(name === null ? folder : join(folder, name));
      });
      watcher.on("error", () => this.giveUp(folder));
      this.watchers.set(folder, watcher);
    } catch {
      this.unwatchable(folder);
    }
  }

  close(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  /** The watched folder was removed or renamed. There may be another one at its path. */
  private replaced(folder: string): void {
    this.forget(folder);
    this.add(folder);
    this.changed(folder);
  }

  private giveUp(folder: string): void {
    this.forget(folder);
    this.unwatchable(folder);
  }

  private forget(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }
}

/** Differs from that of a folder that was at this path before; undefined without a folder. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false, bigint: true });
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
}
