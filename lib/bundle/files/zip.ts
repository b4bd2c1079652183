import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { listFiles } from "./list-files";

/** The earliest time that a zip can store; a local time, because zips store local times. */
const fixedTime = new Date(1980, 0, 1, 12);
const unix = 3;
const regularFile = 0o100_000;

export interface ZippedFolder {
  readonly bytes: Uint8Array;
  /** The format of `source_code_hash`. */
  readonly sha256Base64: string;
}

/**
 * Zips a folder; equal content gives equal bytes, on any machine and at any time.
 *
 * Executable files stay executable. Other modes, owners and times are not kept.
 */
export function zipFolder(dir: string): ZippedFolder {
  const entries: Zippable = {};
  for (const { path, executable } of listFiles(dir)) {
    const mode = regularFile | (executable ? 0o755 : 0o644);
    // Unsigned: the shift sets the sign bit.
    const attrs = (mode << 16) >>> 0;
    entries[path] = [readFileSync(join(dir, path)), { mtime: fixedTime, os: unix, attrs }];
  }
  const bytes = zipSync(entries, { level: 9 });
  return { bytes, sha256Base64: createHash("sha256").update(bytes).digest("base64") };
}

/** The same contents give the same bytes. */
export function zipFiles(files: readonly (readonly [path: string, content: Uint8Array])[]): Uint8Array {
  const entries = files.map(([path, content]) => [path, [content, { mtime: fixedTime, level: 6 }]] as const);
  return zipSync(Object.fromEntries(entries) as unknown as Zippable);
}

/** The content of a zip, read without unpacking it. */
interface ZipFacts {
  /** Bytes of the file. */
  readonly zipped: number;
  /** Bytes of the files in it. */
  readonly unzipped: number;
}

/** The sizes of a zip; undefined if the file is not a zip. */
export function readZipFacts(file: string): ZipFacts | undefined {
  if (!beginsAsZip(file)) return undefined;
  // Loaded here, because few programs have a zip.
  const { unzipSync } = require("fflate") as typeof import("fflate");
  let unzipped = 0;
  try {
    unzipSync(readFileSync(file), {
      filter: ({ originalSize }) => {
        unzipped += originalSize;
        return false;
      },
    });
  } catch {
    return undefined;
  }
  return { zipped: statSync(file).size, unzipped };
}

/** A zip begins with the header of a file; an empty one begins with the end of its list. */
function beginsAsZip(file: string): boolean {
  const descriptor = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(4);
    readSync(descriptor, buffer, 0, 4, 0);
    return ["PK\u0003\u0004", "PK\u0005\u0006"].includes(buffer.toString("latin1"));
  } finally {
    closeSync(descriptor);
  }
}
