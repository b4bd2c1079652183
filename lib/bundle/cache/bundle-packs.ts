import { closeSync, fstatSync, openSync } from "node:fs";
import { join } from "node:path";
import { groupedBy } from "../../facts/text/grouped";
import { type BundleCache, fileHash } from "./bundle-cache";
import { type CachedFile, type CacheEntry, checkedEntry } from "./cache-entry";
import { version as formatVersion } from "./format";
import {
  type NewBundle,
  type PackedEntry,
  type PackIndex,
  PackWriter,
  readIndex,
  readPart,
} from "./pack-file";

export interface PackedBundle {
  /** Equal for entries of one request with the same files. */
  readonly name: string;
  readonly entry: CacheEntry;
  /** When it was last built or used, in milliseconds. */
  readonly usedAt: number;
  readonly pack: Pack;
}

interface Pack {
  readonly name: string;
  readonly size: number;
  /** Entries by their request, with which their names begin. */
  readonly contents: ReadonlyMap<string, readonly [offset: number, length: number]>;
}

export const packEnding = ".pack";

/** Number of packs of about one size that become one. */
const packsOfOneSize = 8;

/** Entries of one request that are kept, for example those of several branches. */
const entriesPerRequest = 4;

/** Entries that were unused for this long are left out when packs are merged. */
const forgottenMs = 30 * 24 * 3_600_000;

/**
 * The bundles of each build in one file, with an index at its end.
 *
 * Creating a file for each bundle and each entry would take as long as the build itself. A pack never changes: it is written
 * under another name first, and merged packs are removed afterwards. So other processes find either the former packs or the
 * merged one, and a process that has read the index of a removed pack builds again. The index and each content are verified
 * when they are read; a pack with a damaged part is removed as a whole.
 */
export class BundlePacks {
  private known: ReadonlyMap<string, readonly PackedBundle[]> | undefined;
  private readonly packs = new Map<string, Pack>();
  private readonly used = new Set<string>();
  private readonly touched = new Set<string>();

  constructor(private readonly cache: BundleCache) {}

  /** Entries of a request, those that were used last first. */
  entriesOf(request: string): readonly PackedBundle[] {
    this.known ??= this.readAll();
    return this.known.get(request) ?? [];
  }

  all(): readonly PackedBundle[] {
    this.known ??= this.readAll();
    return [...this.known.values()].flat();
  }

  /** Reads the packs that other processes have written since the last call. */
  refresh(): void {
    this.known = undefined;
  }

  /** The content of a file; undefined if it is missing or changed. */
  read({ pack }: PackedBundle, { hash }: CachedFile): Buffer | undefined {
    const content = this.contentOf(pack, hash);
    if (content !== undefined && fileHash(content) === hash) return content;
    this.discard(pack.name, "is not what was written");
    return undefined;
  }

  touch({ name, pack }: PackedBundle, now: Date): void {
    this.used.add(name);
    if (!this.touched.has(pack.name)) this.cache.touchFile(pack.name, now);
    this.touched.add(pack.name);
  }

  /** Writes the bundles of one build. Returns them in their order; undefined if the cache cannot be written to. */
  add(bundles: readonly NewBundle[], now: number = Date.now()): readonly PackedBundle[] | undefined {
    return this.write((writer) => {
      for (const bundle of bundles) writer.add(bundle);
    }, now);
  }

  /** Merges packs of about one size if there are many, so that few indexes must be read. */
  merge(now: number = Date.now()): void {
    const count = this.cache.names().filter((name) => name.endsWith(packEnding)).length;
    if (count < packsOfOneSize) return;
    this.known = this.readAll();
    for (let packs = manyOfOneSize(this.packs); packs !== undefined; packs = manyOfOneSize(this.packs)) {
      if (!this.join(packs, now)) return;
    }
  }

  private join(packs: readonly Pack[], now: number): boolean {
    const names = new Set(packs.map(({ name }) => name));
    const found = this.all().filter(({ pack }) => names.has(pack.name));
    const used = found.map((each) => ({ ...each, usedAt: this.used.has(each.name) ? now : each.usedAt }));
    const kept = withoutEqual(newest(used)).filter(({ usedAt }) => usedAt >= now - forgottenMs);
    const written = this.write((writer) => {
      for (const each of kept) this.copy(each, writer);
    }, now);
    if (written === undefined) return false;
    const [merged] = written;
    for (const { name } of packs) if (name !== merged?.pack.name) this.remove(name);
    this.known = this.readAll();
    return true;
  }

  /** Leaves out the entry if its content is missing or changed. */
  private copy(bundle: PackedBundle, writer: PackWriter): void {
    const { entry, usedAt } = bundle;
    const contents = entry.files.map(({ path, executable, hash }) => {
      const content = writer.has(hash) ? undefined : this.contentOf(bundle.pack, hash);
      if (content !== undefined && fileHash(content) !== hash) return undefined;
      return content === undefined && !writer.has(hash) ? undefined : { path, executable, hash, content };
    });
    if (contents.every((each) => each !== undefined)) writer.take(entry, contents, usedAt);
  }

  private write(fill: (writer: PackWriter) => void, now: number): readonly PackedBundle[] | undefined {
    let written: ReturnType<PackWriter["finish"]> | undefined;
    const name = this.cache.create((file) => {
      const descriptor = openSync(file, "wx", 0o600);
      try {
        const writer = new PackWriter(descriptor);
        fill(writer);
        written = writer.finish();
      } finally {
        closeSync(descriptor);
      }
      return `${written.hash.slice(0, 32)}${packEnding}`;
    });
    if (name === undefined || written === undefined) return undefined;
    return bundlesOf(packOf(name, written.size, written.index), written.index, now);
  }

  private readAll(): ReadonlyMap<string, readonly PackedBundle[]> {
    const found: PackedBundle[] = [];
    this.packs.clear();
    for (const name of this.cache.names()) {
      if (name.endsWith(packEnding)) found.push(...this.readPack(name));
    }
    return byRequest(newest(found));
  }

  private readPack(name: string): readonly PackedBundle[] {
    try {
      return this.withFile(name, (descriptor) => {
        const { size, mtimeMs } = fstatSync(descriptor);
        const index = readIndex(descriptor, size);
        if (index === undefined) {
          this.discard(name, "is not a pack of bundles");
          return [];
        }
        const pack = packOf(name, size, index);
        this.packs.set(name, pack);
        return bundlesOf(pack, index, mtimeMs);
      });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT") this.discard(name, `cannot be read (${code})`);
      return [];
    }
  }

  private contentOf({ name, contents }: Pack, hash: string): Buffer | undefined {
    const [offset, length] = contents.get(hash) ?? [];
    if (offset === undefined || length === undefined) return undefined;
    try {
      return this.withFile(name, (descriptor) => readPart(descriptor, offset, length));
    } catch {
      // Another process has removed it.
      return undefined;
    }
  }

  private withFile<Result>(name: string, use: (descriptor: number) => Result): Result {
    const descriptor = openSync(join(this.cache.folder, name), "r");
    try {
      return use(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  private discard(name: string, why: string): void {
    this.cache.discard(name, why);
    this.packs.delete(name);
    this.refresh();
  }

  private remove(name: string): void {
    this.cache.removeFile(name);
    this.packs.delete(name);
  }
}

function packOf(name: string, size: number, { contents }: PackIndex): Pack {
  const valid = contents.filter(
    (each) =>
      Array.isArray(each) &&
      each.slice(1).every((number) => Number.isSafeInteger(number) && Number(number) >= 0),
  );
  const inside = valid.filter(([, offset, length]) => offset + length <= size);
  return { name, size, contents: new Map(inside.map(([hash, offset, length]) => [hash, [offset, length]])) };
}

/** Changed entries are left out. */
function bundlesOf(pack: Pack, { lines, entries }: PackIndex, writtenAt: number): readonly PackedBundle[] {
  return entries.flatMap((each) => {
    const { facts, usedAt = writtenAt, ...rest } = Object(each) as PackedEntry;
    if (!Array.isArray(facts) || typeof rest.request !== "string") return [];
    const whole = { ...rest, format: formatVersion, facts: facts.map((number) => lines[number]) };
    const entry = checkedEntry(whole, rest.request);
    if (entry === undefined) return [];
    const name = [rest.request, ...entry.files.map(({ hash }) => hash)].join(" ");
    return [{ name, entry, usedAt: Number(usedAt) || 0, pack }];
  });
}

/** The last used entries of each request. */
function newest(bundles: readonly PackedBundle[]): readonly PackedBundle[] {
  const sorted = [...bundles].sort((a, b) => b.usedAt - a.usedAt);
  return [...byRequest(sorted).values()].flatMap((each) => each.slice(0, entriesPerRequest));
}

/** Two processes may have built the same. */
function withoutEqual(bundles: readonly PackedBundle[]): readonly PackedBundle[] {
  const once = new Map<string, PackedBundle>();
  for (const each of bundles) {
    const key = JSON.stringify(each.entry);
    if (!once.has(key)) once.set(key, each);
  }
  return [...once.values()];
}

/** The smallest packs of similar size, if there are too many of them. */
function manyOfOneSize(packs: ReadonlyMap<string, Pack>): readonly Pack[] | undefined {
  const sorted = [...packs.values()].sort((a, b) => a.size - b.size);
  const groups = sorted.map((least) =>
    sorted.filter(({ size }) => size >= least.size && size <= least.size * packsOfOneSize),
  );
  return groups.find((group) => group.length >= packsOfOneSize);
}

const byRequest = (bundles: readonly PackedBundle[]): ReadonlyMap<string, readonly PackedBundle[]> =>
  groupedBy(bundles, ({ entry }) => entry.request);
