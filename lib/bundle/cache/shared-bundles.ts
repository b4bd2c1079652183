import { createHash } from "node:crypto";
import {
  closeSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { BundleCache } from "./bundle-cache";
import { BundlePacks, packEnding } from "./bundle-packs";
import type { CachedFile, CacheEntry } from "./cache-entry";
import { FileFacts } from "./file-facts";
import { PackWriter, readIndex } from "./pack-file";

/** The bundles of one version of an app, as one file. */
export interface SharedPack {
  /** SHA-256 of the content, in hexadecimal digits: the same bundles give the same name on every machine. */
  readonly name: string;
  readonly content: Buffer;
}

/** An entry, and the source of its files. */
interface Readable {
  readonly entry: CacheEntry;
  readonly read: (file: CachedFile) => Buffer | undefined;
}

/** Names of entries of the folder begin with their request. */
const entryName = /^([0-9a-f]{32})-[0-9a-f]{16}\.json$/;

/**
 * The part of a project's cache that other machines can use: a pack of the bundles of the current sources.
 *
 * A received pack is not trusted. Synthesis uses a bundle from it only if the facts of its entry are true on this machine,
 * and verifies each content again.
 */
export class SharedBundles {
  private constructor(
    private readonly cache: BundleCache,
    private readonly appPath: string,
  ) {}

  /** Undefined without a cache on this machine. */
  static open(root: string, notify: (text: string) => void): SharedBundles | undefined {
    const appPath = realpathSync.native(root);
    const cache = BundleCache.open(appPath, notify);
    return cache && new SharedBundles(cache, appPath);
  }

  /** The names of the entries in the cache. A different list later means that a build has run. */
  names(): readonly string[] {
    return this.cache.names().filter((name) => name.endsWith(packEnding) || entryName.test(name));
  }

  readNote(name: string): unknown {
    return this.cache.readNote(name);
  }

  writeNote(name: string, value: unknown): void {
    this.cache.writeNote(name, value);
  }

  /**
   * Packs the bundles whose facts are true now, and builds of other tools that a synthesis has used.
   *
   * @param usedSince - in milliseconds: when the synthesis began
   * @param limitBytes - bundles that do not fit are left out
   * @returns undefined if there is nothing to pack, or the cache cannot be written to
   */
  pack(usedSince: number, limitBytes: number): SharedPack | undefined {
    if (!this.cache.prepare()) return undefined;
    const file = this.cache.unfinished();
    const descriptor = openSync(file, "wx", 0o600);
    let count = 0;
    try {
      const writer = new PackWriter(descriptor);
      for (const each of this.current(usedSince)) count += Number(copy(each, writer, limitBytes));
      writer.finish();
      if (count === 0) return undefined;
      const content = readFileSync(file);
      return { name: packName(content), content };
    } finally {
      closeSync(descriptor);
      rmSync(file, { force: true });
    }
  }

  /** Adds a pack of another machine to the cache. False if it is damaged, or the cache cannot be written to. */
  receive({ name, content }: SharedPack): boolean {
    if (packName(content) !== name || !this.cache.prepare()) return false;
    const file = this.cache.unfinished();
    try {
      writeFileSync(file, content, { mode: 0o600, flag: "wx" });
      if (!isPack(file, content.length)) return false;
      const received = this.cache.create((temporary) => {
        renameSync(file, temporary);
        return `${name.slice(0, 32)}${packEnding}`;
      });
      if (received !== undefined) this.unpackToolBuilds(received);
      return received !== undefined;
    } finally {
      rmSync(file, { force: true });
    }
  }

  /** Builds of tools are looked up as entries of the folder, not in packs. */
  private unpackToolBuilds(pack: string): void {
    const packs = new BundlePacks(this.cache);
    for (const bundle of packs.all()) {
      if (bundle.pack.name !== pack || !isToolBuild(bundle.entry)) continue;
      const { request, facts, warnings, exports, files } = bundle.entry;
      const contents = files.map((file) => ({ ...file, content: packs.read(bundle, file) }));
      const whole = contents.flatMap(({ content, ...rest }) =>
        content === undefined ? [] : [{ ...rest, content }],
      );
      if (whole.length === files.length) this.cache.add(request, { facts, warnings, exports }, whole);
    }
  }

  /** In the same order on every machine. */
  private current(usedSince: number): readonly Readable[] {
    const facts = new FileFacts(this.appPath);
    const packs = new BundlePacks(this.cache);
    const bundles = packs
      .all()
      .filter(({ entry }) => !isToolBuild(entry) && entry.facts.every((line) => facts.holds(line)))
      .map((each): Readable => ({ entry: each.entry, read: (file) => packs.read(each, file) }));
    const once = new Map(
      [...bundles, ...this.toolBuilds(usedSince)].map((each) => [JSON.stringify(each.entry), each]),
    );
    return [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  }

  /** Only the tool knows their inputs, so the builds that a synthesis has used are found by their time of use. */
  private toolBuilds(usedSince: number): readonly Readable[] {
    const requests = this.cache.names().flatMap((name) => {
      const request = entryName.exec(name)?.[1];
      const usedAt = statSync(join(this.cache.folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      return request === undefined || usedAt < usedSince ? [] : [request];
    });
    return [...new Set(requests)].flatMap((request) => {
      const [newest] = this.cache.entriesOf(request);
      return newest === undefined
        ? []
        : [{ entry: newest.entry, read: (file: CachedFile) => this.cache.read(file) }];
    });
  }
}

const packName = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

function isPack(file: string, size: number): boolean {
  const descriptor = openSync(file, "r");
  try {
    return readIndex(descriptor, size) !== undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Bundles of esbuild have facts. A tool's inputs are part of its request. */
const isToolBuild = ({ facts }: CacheEntry): boolean => facts.length === 0;

/** Adds an entry. False if it does not fit, or one of its files is missing. */
function copy({ entry, read }: Readable, writer: PackWriter, limitBytes: number): boolean {
  const contents = entry.files.map((file) => ({
    ...file,
    content: writer.has(file.hash) ? undefined : read(file),
  }));
  if (contents.some(({ hash, content }) => content === undefined && !writer.has(hash))) return false;
  const bytes = contents.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  if (writer.size + bytes > limitBytes) return false;
  writer.take(entry, contents);
  return true;
}
