import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";

/** The content of a zip, read without unpacking it. */
export interface ZipFacts {
  /** Bytes of the file. */
  readonly zipped: number;
  /** Bytes of the files in it. */
  readonly unzipped: number;
}

/** The facts about a zip; undefined if the file is not a zip. */
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

/** A zip begins with the header of a file, or with the end of its list when it is empty. */
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
