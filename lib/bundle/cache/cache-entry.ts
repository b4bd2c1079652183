import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { jsonOf } from "../../facts/text/json";
import { listFiles } from "../files/list-files";
import type { NewFile } from "./bundle-cache";
import { version as formatVersion } from "./format";

export interface CachedFile {
  /** Relative to the folder of the artifact. */
  readonly path: string;
  /** Its content's hash, and its name in the cache. */
  readonly hash: string;
  /** @default false */
  readonly executable?: boolean;
}

export interface CacheEntry {
  readonly format: string;
  readonly request: string;
  /** Facts of `FileFacts`: the build has the same result as long as they are true. */
  readonly facts: readonly string[];
  readonly files: readonly CachedFile[];
  readonly warnings: readonly string[];
  /** Exports that the bundle certainly has. */
  readonly exports: readonly string[];
}

/** Undefined if the text is not an entry of the request. */
export const parseEntry = (text: string, request: string): CacheEntry | undefined =>
  checkedEntry(jsonOf(text), request);

/** Like `parseEntry`, for JSON that was read already. */
export function checkedEntry(value: unknown, request: string): CacheEntry | undefined {
  const entry = value as Partial<CacheEntry> | null | undefined;
  if (entry?.format !== formatVersion || entry.request !== request || !isFileName(request)) return undefined;
  const { facts, files, warnings, exports } = entry;
  const isEntry =
    [facts, warnings, exports].every(isListOfText) && Array.isArray(files) && files.every(isFile);
  return isEntry ? (entry as CacheEntry) : undefined;
}

/** Files of the cache are named after the request, which may come from another machine. */
const isFileName = (request: string): boolean => /^[\w-]+$/.test(request);

const isListOfText = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** Whether a file is in the cache, and its path is in the folder of its artifact. */
function isFile(value: unknown): boolean {
  const { path, hash } = (value ?? {}) as Partial<CachedFile>;
  return (
    typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash) && typeof path === "string" && isInside(path)
  );
}

const isInside = (path: string): boolean =>
  path !== "" && posix.normalize(path) === path && !/^\.\.?(\/|$)|^\/|[\\\0]/.test(path);

/** Writes files of the cache to a folder. Returns false, and writes nothing, if one of them is missing or changed. */
export function restoreFiles(
  cache: { read(file: CachedFile): Buffer | undefined },
  files: readonly CachedFile[],
  folder: string,
): boolean {
  const written: string[] = [];
  for (const file of files) {
    const content = cache.read(file);
    if (content === undefined) {
      for (const path of written) rmSync(path, { force: true });
      return false;
    }
    const path = join(folder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: file.executable === true ? 0o755 : 0o644 });
    written.push(path);
  }
  return true;
}

/** The files of a folder, each read only when it is needed. */
export function* filesToKeep(folder: string): Generator<NewFile, void> {
  for (const { path, executable } of listFiles(folder)) {
    yield { path, executable, content: readFileSync(join(folder, path)) };
  }
}
