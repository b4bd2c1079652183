import { type Dirent, type FSWatcher, lstatSync, readdirSync, type Stats, statSync, watch } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { contained } from "../../../facts/text/contained";

interface Around {
  readonly watcher: FSWatcher;
  /** The folders in it that lead to watched folders. */
  readonly names: Set<string>;
}

/**
 * Tells when a folder around a watched one is created, renamed or replaced.
 *
 * The system watches the original folder, so another folder that appears at its path would not be watched.
 */
export class FoldersAround {
  private readonly folders = new Set<string>();
  private readonly around = new Map<string, Around>();

  /** @param moved - called when one of the added folders may have been replaced */
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

  /** The outermost folder first: one that is created in the meantime is an event of the folder around it. */
  private watchAround(folder: string): void {
    if (folder === dirname(folder)) return;
    this.watchAround(dirname(folder));
    this.watchIn(dirname(folder), basename(folder));
  }

  private watchIn(folder: string, name: string): void {
    const known = this.around.get(folder) ?? this.start(folder);
    known?.names.add(name);
  }

  /** Undefined for a missing or unreadable folder. */
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

  /** The folders around may have changed. */
  private look(): void {
    this.leave();
    for (const folder of this.folders) this.watchAround(folder);
    this.moved();
  }
}

export interface SystemFoldersOptions {
  /** Receives the path of a file, or that of a folder if any file in it may have changed. */
  readonly changed: (path: string) => void;
  /** Receives entries that need another way of watching: links to files, and with polling everything. */
  readonly unwatchable: (path: string, isDeep: boolean) => void;
  readonly ignored: (path: string) => boolean;
}

/** Editors write a temporary file first, which soon disappears. */
const temporaryMs = 20;

interface WatchedFolder {
  readonly watcher: FSWatcher;
  /** Changes when another folder replaces this one. */
  readonly identity: string;
  /** The names of its files, if it is watched with its subfolders. */
  readonly names: Set<string>;
  isDeep: boolean;
  /** Whether it was added explicitly, not only as a subfolder. */
  isOwn: boolean;
}

/** Watches folders with the system's events, which report a change immediately without reading the folder. */
export class SystemFolders {
  private readonly folders = new Map<string, WatchedFolder>();
  /** New files that are reported if they still exist after a while. */
  private readonly awaited = new Map<string, NodeJS.Timeout>();
  /** Added folders that do not exist, and whether they are watched with their subfolders. */
  private readonly missing = new Map<string, boolean>();
  private readonly around = new FoldersAround(() => this.lookForOthers());
  private isClosed = false;

  constructor(private readonly options: SystemFoldersOptions) {}

  /** Watches one more folder; with `isDeep` also its subfolders. */
  add(folder: string, isDeep: boolean): void {
    if (!this.options.ignored(folder)) this.watch(folder, { isDeep, isOwn: true });
  }

  close(): void {
    this.isClosed = true;
    this.missing.clear();
    this.around.close();
    for (const timer of this.awaited.values()) clearTimeout(timer);
    for (const { watcher } of this.folders.values()) watcher.close();
    this.folders.clear();
  }

  /** @param isNew - the folder has just appeared, so its files are new */
  private watch(folder: string, { isDeep, isOwn = false, isNew = false }: WatchRequest): void {
    if (this.isClosed) return;
    const known = this.folders.get(folder) ?? this.start(folder);
    if (known === undefined) {
      if (isPolling() || identityOf(folder) !== undefined) this.options.unwatchable(folder, isDeep);
      else if (isOwn) {
        this.missing.set(folder, isDeep || this.missing.get(folder) === true);
        this.around.add(folder);
        this.lookForMissing(folder);
      }
      return;
    }
    if (isOwn) this.around.add(folder);
    known.isOwn ||= isOwn;
    if (known.isDeep || !isDeep) return;
    known.isDeep = true;
    for (const entry of entriesOf(folder)) this.watchEntry(join(folder, entry.name), entry, isNew);
  }

  private watchEntry(path: string, entry: Dirent | Stats, isNew: boolean): void {
    if (this.options.ignored(path)) return;
    const target = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
    if (target?.isDirectory()) {
      // Links may be circular.
      if (!entry.isSymbolicLink() || !this.isWatched(path)) this.watch(path, { isDeep: true, isNew });
      return;
    }
    this.folders.get(dirname(path))?.names.add(basename(path));
    // The system does not report a change of a file behind a link.
    if (entry.isSymbolicLink()) this.options.unwatchable(path, false);
    if (isNew) this.options.changed(path);
  }

  private isWatched(folder: string): boolean {
    const identity = identityOf(folder);
    return [...this.folders.values()].some((each) => each.identity === identity);
  }

  /** Undefined if the system cannot watch. */
  private start(folder: string): WatchedFolder | undefined {
    const identity = identityOf(folder);
    if (identity === undefined || isPolling()) return undefined;
    try {
      const watcher = watch(
        folder,
        contained("file watcher", (event: string, name: string | null) => this.told(folder, event, name)),
      );
      watcher.on(
        "error",
        contained("file watcher", () => this.replaced(folder)),
      );
      const started = { watcher, identity, names: new Set<string>(), isDeep: false, isOwn: false };
      this.folders.set(folder, started);
      return started;
    } catch {
      return undefined;
    }
  }

  private told(folder: string, event: string, name: string | null): void {
    const known = this.folders.get(folder);
    if (known === undefined) return;
    if (event === "rename" && identityOf(folder) !== known.identity) return this.replaced(folder);
    if (name === null) return this.options.changed(folder);
    const path = join(folder, name);
    if (this.options.ignored(path)) return;
    if (!known.isDeep) return this.options.changed(path);
    const stats = statSync(path, { throwIfNoEntry: false });
    const isOther = this.folders.get(path)?.identity !== identityOf(path);
    if (isOther) this.forget(path);
    if (stats?.isDirectory()) {
      if (isOther) this.watch(path, { isDeep: true, isNew: true });
    } else if (isOther || known.names.has(name)) {
      if (stats === undefined) known.names.delete(name);
      this.options.changed(path);
    } else if (stats !== undefined) this.tellIfItStays(path);
  }

  private tellIfItStays(path: string): void {
    if (this.awaited.has(path)) return;
    const look = contained("file watcher", (): void => {
      this.awaited.delete(path);
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found !== undefined && this.folders.has(dirname(path))) this.watchEntry(path, found, true);
    });
    this.awaited.set(path, setTimeout(look, temporaryMs));
  }

  /** A watched folder was removed or renamed. Another one may be at its path. */
  private replaced(folder: string): void {
    this.forget(folder);
    this.options.changed(folder);
  }

  /** A folder around watched ones was created, removed or renamed. */
  private lookForOthers(): void {
    for (const [folder, { identity, isOwn }] of [...this.folders])
      if (isOwn && this.folders.has(folder) && identityOf(folder) !== identity) this.replaced(folder);
    for (const folder of [...this.missing.keys()]) this.lookForMissing(folder);
  }

  private lookForMissing(folder: string): void {
    const isDeep = this.missing.get(folder);
    if (isDeep === undefined || identityOf(folder) === undefined) return;
    this.missing.delete(folder);
    this.watch(folder, { isDeep, isOwn: true, isNew: true });
    this.options.changed(folder);
  }

  /** Stops watching a folder and its content. Folders that were added explicitly are watched again, at least for their return. */
  private forget(folder: string): void {
    const own: (readonly [string, WatchedFolder])[] = [];
    for (const [path, each] of this.folders) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      each.watcher.close();
      this.folders.delete(path);
      if (each.isOwn) own.push([path, each]);
    }
    for (const [path, { isDeep }] of own) this.watch(path, { isDeep, isOwn: true });
  }
}

interface WatchRequest {
  readonly isDeep: boolean;
  readonly isOwn?: boolean;
  readonly isNew?: boolean;
}

/** chokidar's variable for shared and virtual file systems, which report no changes. */
function isPolling(): boolean {
  return !["", "0", "false"].includes(process.env.CHOKIDAR_USEPOLLING?.toLowerCase() ?? "");
}

/** Undefined without a folder. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false, bigint: true });
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
}

/** Empty for a folder that has just been removed, or that may not be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
