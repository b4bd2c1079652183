import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { groupedBy } from "../../facts/text/grouped";
import { jsonOf } from "../../facts/text/json";
import { type CachedFile, type CacheEntry, parseEntry } from "./cache-entry";
import { version as formatVersion } from "./format";

type Notify = (text: string) => void;

export interface NewFile extends Pick<CachedFile, "path" | "executable"> {
  readonly content: Uint8Array;
}

export interface FoundEntry {
  readonly name: string;
  readonly files: readonly CachedFile[];
}

/** The most recently used files are kept, up to this size. */
const keptBytes = 1024 * 1024 * 1024;

/** Number of notes of one kind that are kept: an app has few output folders at a time. */
const keptNotes = 20;

/** Unfinished files of a killed process are removed after this time. */
const unfinishedMs = 3_600_000;

/** Entries of one request that are tried, for example those of several branches. */
const candidatesLimit = 4;

/**
 * Results of builds, in `.serverform/cache` of the project.
 *
 * An entry lists the files that the build depended on, and their content. Entries and files are verified when they are
 * read, and written under another name first, so that several processes may use the folder.
 */
export class BundleCache {
  /** The names of entries, by request. */
  private known: ReadonlyMap<string, readonly string[]> | undefined;
  private hasFailed = false;

  private constructor(
    readonly folder: string,
    private readonly notify: Notify,
    private readonly limitBytes: number,
  ) {}

  /** The cache of a project; undefined if it is switched off, or if others may write to its folder. */
  static open(appPath: string, notify: Notify, limitBytes = keptBytes): BundleCache | undefined {
    if (process.env.SERVERFORM_CACHE === "off") return undefined;
    const folder = join(appPath, ".serverform", "cache");
    const problem = distrustOf(folder);
    if (problem === undefined) return new BundleCache(folder, notify, limitBytes);
    notify(`serverform: ${folder} is not used, because ${problem}. Remove it, or set SERVERFORM_CACHE=off`);
    return undefined;
  }

  /** The newest entries of a request. Changed entries are left out. */
  entriesOf(request: string): readonly { readonly name: string; readonly entry: CacheEntry }[] {
    const names = this.namesOf(request);
    const byAge =
      names.length < 2
        ? names
        : [...names].sort((a, b) => this.usedAt(b) - this.usedAt(a)).slice(0, candidatesLimit);
    return byAge.flatMap((name) => {
      const entry = this.readEntry(name, request);
      return entry === undefined ? [] : [{ name, entry }];
    });
  }

  /** Reads the entries that other processes and threads have written since the last call. */
  refresh(): void {
    this.known = undefined;
  }

  /** The content of a file; undefined if it is missing or changed. */
  read({ hash }: CachedFile): Buffer | undefined {
    const content = this.tryRead(hash);
    if (content === undefined || fileHash(content) === hash) return content;
    this.discard(hash, "is not what was written");
    return undefined;
  }

  touch({ name, entry }: { readonly name: string; readonly entry: CacheEntry }, now: Date): void {
    for (const each of [name, ...entry.files.map(({ hash }) => hash)]) this.touchFile(each, now);
  }

  touchFile(name: string, now: Date): void {
    try {
      utimesSync(join(this.folder, name), now, now);
    } catch {
      // Another process has removed it, or the folder is read-only: the file only looks older.
    }
  }

  /**
   * Adds a file, which `fill` writes under another name first.
   *
   * @param fill - returns the name of the file in the folder
   * @returns that name; undefined if the folder cannot be written to, which the cache reports once
   */
  create(fill: (temporary: string) => string): string | undefined {
    if (this.hasFailed) return undefined;
    const temporary = this.unfinished();
    try {
      const name = fill(temporary);
      renameSync(temporary, join(this.folder, name));
      return name;
    } catch (error) {
      remove(temporary);
      this.giveUp(error);
      return undefined;
    }
  }

  /** Adds an entry, and returns its name and files; a cache that cannot be written to reports it once. */
  add(
    request: string,
    entry: Pick<CacheEntry, "facts" | "warnings" | "exports">,
    contents: Iterable<NewFile>,
  ): FoundEntry | undefined {
    if (this.hasFailed) return undefined;
    try {
      // One file in memory at a time.
      const files = Array.from(contents, ({ path, content, executable }): CachedFile => {
        const hash = fileHash(content);
        this.write(hash, content);
        return executable === true ? { path, hash, executable } : { path, hash };
      });
      const text = JSON.stringify({ format: formatVersion, request, ...entry, files });
      const hash = fileHash(text);
      const name = `${request}-${hash.slice(0, 16)}.json`;
      this.write(name, `${hash}\n${text}`);
      return { name, files };
    } catch (error) {
      this.giveUp(error);
      return undefined;
    }
  }

  /** Undefined if the note is missing or damaged. */
  readNote(name: string): unknown {
    const content = this.tryRead(name)?.toString("utf8") ?? "";
    const end = content.indexOf("\n");
    const text = content.slice(end + 1);
    if (content !== "") this.touchFile(name, new Date());
    return end > 0 && content.slice(0, end) === fileHash(text) ? jsonOf(text) : undefined;
  }

  /**
   * Writes a note, and replaces the former one of that name.
   *
   * Keeps only the newest notes of each kind, such as `written-<output folder>.json`, because tests use many output folders.
   */
  writeNote(name: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
      if (!this.prepare()) return;
      this.replace(name, `${fileHash(text)}\n${text}`);
      this.removeOldNotes(name);
    } catch (error) {
      this.giveUp(error);
    }
  }

  private removeOldNotes(name: string): void {
    const kind = /^([a-z]+-)[^.]+\.json$/.exec(name)?.[1];
    if (kind === undefined) return;
    const ofKind = this.names().filter((each) => each.startsWith(kind) && each.endsWith(".json"));
    if (ofKind.length <= keptNotes) return;
    const byAge = ofKind
      .map((each) => ({ each, usedAt: each === name ? Number.POSITIVE_INFINITY : this.usedAt(each) }))
      .sort((a, b) => b.usedAt - a.usedAt || (a.each < b.each ? -1 : 1));
    for (const { each } of byAge.slice(keptNotes)) remove(join(this.folder, each));
  }

  /** Creates the folder. False if that is not possible. */
  prepare(): boolean {
    if (this.hasFailed) return false;
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      const problem = distrustOf(this.folder);
      if (problem === undefined) return true;
      throw new Error(problem);
    } catch (error) {
      this.giveUp(error);
      return false;
    }
  }

  /**
   * A time of the file system: files that were written before this call are older, and files that are written later are not.
   *
   * Undefined if the clock of the file system is too coarse.
   */
  mark(): number | undefined {
    const file = this.unfinished();
    try {
      const write = (): number => {
        writeFileSync(file, "");
        chmodSync(file, 0o600);
        return lstatSync(file).ctimeMs;
      };
      const before = write();
      for (let tries = 0; tries < 20; tries++) {
        const now = write();
        if (now > before) return now;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    } catch (error) {
      this.giveUp(error);
    } finally {
      remove(file);
    }
    return undefined;
  }

  /** A name for an unfinished file. Files that are not renamed are removed later. */
  unfinished(): string {
    // Processes of several containers may have the same number.
    return join(this.folder, `unfinished-${randomBytes(12).toString("hex")}`);
  }

  /** Removes the least recently used entries above the limit. */
  prune(now: number = Date.now()): void {
    const found = this.names().flatMap((name) => {
      const path = join(this.folder, name);
      const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? {};
      return mtimeMs === undefined || size === undefined ? [] : [{ path, name, mtimeMs, size }];
    });
    for (const { path, name, mtimeMs } of found) {
      if (name.startsWith("unfinished-") && mtimeMs < now - unfinishedMs) remove(path);
    }
    // A stable order, so that files with the same time are always kept or removed alike.
    const files = found.filter(({ name }) => !name.startsWith("unfinished-"));
    files.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.name < b.name ? -1 : 1));
    let bytes = 0;
    for (const { path, size } of files) {
      bytes += size;
      if (bytes > this.limitBytes) remove(path);
    }
  }

  private namesOf(request: string): readonly string[] {
    this.known ??= byRequest(this.names());
    return this.known.get(request) ?? [];
  }

  names(): readonly string[] {
    try {
      return readdirSync(this.folder);
    } catch {
      return [];
    }
  }

  private usedAt(name: string): number {
    return statSync(join(this.folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  private readEntry(name: string, request: string): CacheEntry | undefined {
    const content = this.tryRead(name)?.toString("utf8");
    if (content === undefined) return undefined;
    const end = content.indexOf("\n");
    const text = content.slice(end + 1);
    if (end > 0 && content.slice(0, end) === fileHash(text)) {
      const entry = parseEntry(text, request);
      if (entry !== undefined) return entry;
    }
    this.discard(name, "is not an entry for this");
    return undefined;
  }

  private tryRead(name: string): Buffer | undefined {
    try {
      return readFileSync(join(this.folder, name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT") this.discard(name, `cannot be read (${code})`);
      return undefined;
    }
  }

  discard(name: string, why: string): void {
    debug(`${name} ${why}, and is built again`);
    this.removeFile(name);
  }

  removeFile(name: string): void {
    remove(join(this.folder, name));
  }

  private write(name: string, content: Uint8Array | string): void {
    // Files and entries are named by their content. A changed one is removed when it is read.
    if (!existsSync(join(this.folder, name))) this.replace(name, content);
  }

  private replace(name: string, content: Uint8Array | string): void {
    const temporary = this.unfinished();
    try {
      writeFileSync(temporary, content, { mode: 0o600, flag: "wx" });
      renameSync(temporary, join(this.folder, name));
    } catch (error) {
      remove(temporary);
      throw error;
    }
  }

  private giveUp(error: unknown): void {
    this.hasFailed = true;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = (code && reasons[code]) ?? message;
    this.notify(
      `serverform: builds are not kept in ${dirname(this.folder)}/cache, because ${reason}. Set SERVERFORM_CACHE=off if that is as it should be`,
    );
  }
}

/** Meanings of errors of the file system. Other errors explain themselves. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "it may not be written to",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EPERM: "it may not be written to",
  EROFS: "its file system is read-only",
};

/** The reason not to trust the folder: another user could give this one any code to deploy. */
function distrustOf(folder: string): string | undefined {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isDirectory()) return "it is not a folder";
  const user = process.getuid?.();
  if (user !== undefined && found.uid !== user) return `it belongs to another user (${found.uid})`;
  return (found.mode & 0o022) === 0 ? undefined : "other users may write to it";
}

/** The names of entries begin with their request. */
function byRequest(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const entries = names.filter((name) => name.includes("-"));
  return groupedBy(entries, (name) => name.split("-")[0] ?? "");
}

export const fileHash = (content: Uint8Array | string): string =>
  createHash("sha256").update(content).digest("hex");

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The folder is read-only.
  }
}

function debug(text: string): void {
  if (process.env.DEBUG) process.stderr.write(`serverform: cache: ${text}\n`);
}
