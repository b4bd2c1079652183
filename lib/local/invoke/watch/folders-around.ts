import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { contained } from "../../../facts/text/contained";

interface Around {
  readonly watcher: FSWatcher;
  /** The folders in it that lead to watched ones. */
  readonly names: Set<string>;
}

/**
 * Tells when a folder around a watched one is renamed or replaced.
 *
 * The system's watching follows the folder that it has begun with, so that another folder that is at the path afterwards would
 * not be watched.
 */
export class FoldersAround {
  private readonly folders = new Set<string>();
  private readonly around = new Map<string, Around>();

  /** @param moved - called when one of the added folders may be another one now */
  constructor(private readonly moved: () => void) {}

  add(folder: string): void {
    if (this.folders.has(folder)) return;
    this.folders.add(folder);
    this.watchAround(folder);
  }

  close(): void {
    this.folders.clear();
    this.leave();
  }

  private leave(): void {
    for (const { watcher } of this.around.values()) watcher.close();
    this.around.clear();
  }

  private watchAround(folder: string): void {
    for (let at = folder; at !== dirname(at); at = dirname(at)) this.watchIn(dirname(at), basename(at));
  }

  private watchIn(folder: string, name: string): void {
    const known = this.around.get(folder) ?? this.start(folder);
    known?.names.add(name);
  }

  /** Undefined for a folder that is missing, or that may not be read. */
  private start(folder: string): Around | undefined {
    try {
      const names = new Set<string>();
      const watcher = watch(
        folder,
        contained("file watcher", (event: string, name: string | null) => {
          if (event === "rename" && (name === null || names.has(name))) this.look();
        }),
      );
      watcher.on("error", () => {});
      const started = { watcher, names };
      this.around.set(folder, started);
      return started;
    } catch {
      return undefined;
    }
  }

  /** Other folders may be around now. */
  private look(): void {
    this.leave();
    for (const folder of this.folders) this.watchAround(folder);
    this.moved();
  }
}
