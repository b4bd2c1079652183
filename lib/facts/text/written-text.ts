import { readFileSync } from "node:fs";

/** Reads a text file that a person or a package may have written: without the byte order mark that some editors put in front. */
export function writtenText(file: string): string {
  return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
}
