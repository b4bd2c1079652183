import { openSync, writeSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { type ReadRecord, readsFileVariable } from "./read-record";

const descriptor = openSync(process.env[readsFileVariable] ?? "", "a");
const known = new Set<string>();
/** Lines that are written when the process ends. Other threads end without an event, so they write at once. */
let waiting: string[] | undefined = isMainThread ? [] : undefined;

export function write(record: ReadRecord): void {
  const line = `${JSON.stringify(record)}\n`;
  if (waiting === undefined) writeSync(descriptor, line);
  else waiting.push(line);
}

/** Writes the lines that wait. Later ones are written at once. */
export function endRecord(): void {
  const lines = waiting ?? [];
  waiting = undefined;
  writeSync(descriptor, lines.join(""));
  write({ kind: "ended" });
}

/** Records that something may read files that the recorder does not see. */
export function recordDoubt(reason: string): void {
  const key = `doubt ${reason}`;
  if (known.has(key)) return;
  known.add(key);
  write({ kind: "doubt", reason });
}

/** Records a path as the functions of `fs` take it. A descriptor was recorded when it was opened. */
export function notePath(given: unknown, isDeep = false): void {
  if (typeof given === "string") writePath(given, isDeep);
  else if (given instanceof URL) noteUrl(given.href, isDeep);
  else if (given instanceof Uint8Array) writePath(Buffer.from(given).toString(), isDeep);
}

/** A URL that is the path of a file with a scheme before it. */
const plainUrl = /^file:\/\/\/[^%?#]*$/;

/** The path of a URL; undefined for other URLs than those of files. */
export function pathOfUrl(url: string): string | undefined {
  if (!url.startsWith("file:")) return undefined;
  return plainUrl.test(url) && sep === "/" ? url.slice("file://".length) : fileURLToPath(url);
}

/** Records the file of a URL; nothing for other URLs. */
export function noteUrl(url: string, isDeep = false): void {
  const path = pathOfUrl(url);
  if (path !== undefined) writePath(path, isDeep);
}

/** Nearly all calls name a file of a package, so its folder comes first. */
function writePath(given: string, isDeep: boolean): void {
  const path = isAbsolute(given) && !given.includes("..") ? given : resolve(given);
  const kept = isDeep ? path : packageOf(path);
  const key = isDeep ? `deep ${kept}` : kept;
  if (known.has(key)) return;
  known.add(key);
  write({ kind: "read", path: kept, ...(isDeep && { isDeep }) });
}

const packages = `${sep}node_modules${sep}`;

/**
 * The folder of an installed package in place of a file in it: the file is not watched, and the folder may be a link into the
 * project.
 */
function packageOf(path: string): string {
  const at = path.lastIndexOf(packages);
  if (at === -1) return path;
  const name = at + packages.length;
  const first = path.indexOf(sep, name);
  const end = path[name] === "@" && first !== -1 ? path.indexOf(sep, first + 1) : first;
  return end === -1 ? path : path.slice(0, end);
}
