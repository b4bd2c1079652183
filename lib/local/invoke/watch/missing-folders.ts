import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import { contained } from "../../../facts/text/contained";

/** Waits for folders: it watches the innermost existing folder around each of them. */
export class MissingFolders {
  private readonly awaited = new Map<string, { readonly isDeep: boolean }>();
  private readonly around = new Map<string, FSWatcher>();

  /** @param appeared - receives each folder once */
  constructor(private readonly appeared: (folder: string, isDeep: boolean) => void) {}

  add(folder: string, isDeep: boolean): void {
    this.awaited.set(folder, { isDeep: isDeep || this.awaited.get(folder)?.isDeep === true });
    this.look();
  }

  close(): void {
    this.awaited.clear();
    this.leave();
  }

  private leave(): void {
    for (const watcher of this.around.values()) watcher.close();
    this.around.clear();
  }

  /** Folders may appear and disappear while this starts, so it looks again after it has begun to watch. */
  private look(): void {
    this.leave();
    for (const [folder, { isDeep }] of this.awaited) {
      for (let at = nearest(folder); at !== folder; at = nearest(folder)) {
        this.watch(at);
        if (nearest(folder) === at) break;
      }
      if (identityOf(folder) === undefined) continue;
      this.awaited.delete(folder);
      this.appeared(folder, isDeep);
    }
  }

  private watch(folder: string): void {
    if (this.around.has(folder)) return;
    try {
      const watcher = watch(
        folder,
        contained("file watcher", (event) => {
          if (event === "rename") this.look();
        }),
      );
      watcher.on("error", () => {});
      this.around.set(folder, watcher);
    } catch {
      // It was removed, or may not be read.
    }
  }
}

/** The folder, or the innermost existing one around it. */
function nearest(folder: string): string {
  let at = folder;
  while (identityOf(at) === undefined && at !== dirname(at)) at = dirname(at);
  return at;
}

/** Undefined without a folder. */
export function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false, bigint: true });
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
}
