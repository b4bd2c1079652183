import { readSync, writeSync } from "node:fs";
import { jsonOf } from "../../facts/text/json";
import { fileHash, type NewFile } from "./bundle-cache";
import type { CachedFile, CacheEntry } from "./cache-entry";
import { version as formatVersion } from "./format";

export interface NewBundle extends Pick<CacheEntry, "request" | "facts" | "warnings" | "exports"> {
  /** Each is read only when it is needed, so that one is in memory at a time. */
  readonly contents: () => Iterable<NewFile>;
}

/** The index of a pack. Facts are numbers of lines, because most bundles of a build share them. */
export interface PackIndex {
  readonly format: string;
  readonly lines: readonly string[];
  readonly contents: readonly (readonly [hash: string, offset: number, length: number])[];
  readonly entries: readonly PackedEntry[];
}

export interface PackedEntry extends Omit<CacheEntry, "facts" | "format"> {
  readonly facts: readonly number[];
  /** The time of an entry that comes from another pack. */
  readonly usedAt?: number;
}

/** A hash of the index, and the offset of the index. */
const trailer = { hash: 64, offset: 16 };
const trailerBytes = trailer.hash + trailer.offset;

/** Writes contents one after the other, then the index. */
export class PackWriter {
  private readonly lines = new Map<string, number>();
  private readonly contents = new Map<string, readonly [offset: number, length: number]>();
  private readonly entries: PackedEntry[] = [];
  private offset = 0;

  constructor(private readonly descriptor: number) {}

  /** Number of bytes written so far. */
  get size(): number {
    return this.offset;
  }

  has(hash: string): boolean {
    return this.contents.has(hash);
  }

  add({ contents, ...entry }: NewBundle): void {
    const files = Array.from(contents(), (each) => ({ ...each, hash: fileHash(each.content) }));
    this.take(entry, files);
  }

  /** Contents that are already in the pack may be absent. */
  take(
    { request, facts, warnings, exports }: Omit<CacheEntry, "format" | "files">,
    contents: readonly (CachedFile & { readonly content: Uint8Array | undefined })[],
    usedAt?: number,
  ): void {
    const files = contents.map(({ path, executable, hash, content }): CachedFile => {
      if (content !== undefined && !this.contents.has(hash)) {
        this.contents.set(hash, [this.offset, content.length]);
        this.append(content);
      }
      return executable === true ? { path, hash, executable } : { path, hash };
    });
    const numbers = facts.map((line) => this.numberOf(line));
    this.entries.push({
      request,
      facts: numbers,
      warnings,
      exports,
      files,
      ...(usedAt !== undefined && { usedAt }),
    });
  }

  finish(): { readonly index: PackIndex; readonly hash: string; readonly size: number } {
    const index: PackIndex = {
      format: formatVersion,
      lines: [...this.lines.keys()],
      contents: [...this.contents].map(([hash, [offset, length]]) => [hash, offset, length]),
      entries: this.entries,
    };
    const text = JSON.stringify(index);
    const hash = fileHash(text);
    const begin = this.offset;
    this.append(Buffer.from(`${text}${hash}${String(begin).padStart(trailer.offset, "0")}`));
    return { index, hash, size: this.offset };
  }

  private numberOf(line: string): number {
    const known = this.lines.get(line);
    if (known !== undefined) return known;
    this.lines.set(line, this.lines.size);
    return this.lines.size - 1;
  }

  private append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.descriptor, bytes, done);
    this.offset += bytes.length;
  }
}

/** The index of a pack; undefined if it was changed. */
export function readIndex(descriptor: number, size: number): PackIndex | undefined {
  if (size < trailerBytes) return undefined;
  const end = readPart(descriptor, size - trailerBytes, trailerBytes)?.toString("latin1") ?? "";
  const begin = Number(end.slice(trailer.hash));
  if (!Number.isSafeInteger(begin) || begin < 0 || begin > size - trailerBytes) return undefined;
  const text = readPart(descriptor, begin, size - trailerBytes - begin)?.toString("utf8");
  if (text === undefined || fileHash(text) !== end.slice(0, trailer.hash)) return undefined;
  const index = jsonOf(text) as Partial<PackIndex> | null | undefined;
  const isIndex =
    index?.format === formatVersion && [index.lines, index.contents, index.entries].every(Array.isArray);
  return isIndex ? (index as PackIndex) : undefined;
}

/** Undefined if the file is too short. */
export function readPart(descriptor: number, offset: number, length: number): Buffer | undefined {
  const buffer = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const read = readSync(descriptor, buffer, done, length - done, offset + done);
    if (read === 0) return undefined;
    done += read;
  }
  return buffer;
}
