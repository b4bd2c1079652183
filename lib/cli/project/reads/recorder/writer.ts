import { openSync, writeSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
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
export function doubt(reason: string): void {
  writeOnce(`doubt ${reason}`, { kind: "doubt", reason });
}

/** Records a path as the functions of `fs` take it. A descriptor was recorded when it was opened. */
export function notePath(given: unknown, isDeep = false): void {
  if (typeof given === "string") {
    // Most calls repeat a path. Paths of folders with their subfolders are few.
    if (!isDeep && known.has(given)) return;
    if (!isDeep && isAbsolute(given)) known.add(given);
    writePath(resolve(given), isDeep);
  } else if (given instanceof URL) noteUrl(given, isDeep);
  else if (given instanceof Uint8Array) writePath(resolve(Buffer.from(given).toString()), isDeep);
}

/** Records the file of a URL; nothing for other URLs. */
export function noteUrl(url: URL, isDeep = false): void {
  if (url.protocol === "file:") notePath(fileURLToPath(url), isDeep);
}

function writePath(path: string, isDeep: boolean): void {
  const kept = isDeep ? path : packageOf(path);
  writeOnce(`${isDeep ? "deep" : "read"} ${kept}`, { kind: "read", path: kept, ...(isDeep && { isDeep }) });
}

function writeOnce(key: string, record: ReadRecord): void {
  if (known.has(key)) return;
  known.add(key);
  write(record);
}

const packages = /[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/g;

/** The folder of an installed package in place of a file in it: nobody watches the file, and the folder may be a link into the project. */
function packageOf(path: string): string {
  if (!path.includes("node_modules")) return path;
  const last = [...path.matchAll(packages)].at(-1);
  return last === undefined ? path : path.slice(0, last.index + last[0].length);
}
