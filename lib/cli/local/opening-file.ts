import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a page that leads to an address, for the program that opens it: every user of the machine can read the arguments of a program,
 * and only the owner can read this file.
 *
 * It is in the folder of the project. Browsers in a sandbox do not see the folder for temporary files.
 *
 * @param folder - created if it does not exist
 * @returns the path of the file
 */
export function writeOpeningFile(folder: string, url: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "console.html");
  // A new file: one that exists may have other rights, or lead elsewhere.
  rmSync(file, { force: true });
  const target = new URL(url).href;
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>serverform console</title><meta http-equiv="refresh" content="0; url=${target}">\n`,
    { mode: 0o600, flag: "wx" },
  );
  return file;
}

export function removeOpeningFile(folder: string): void {
  rmSync(join(folder, "console.html"), { force: true });
}
