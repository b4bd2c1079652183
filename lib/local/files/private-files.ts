import { appendFileSync, chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Only the owner may access files and folders of the server: they may contain data and secrets. */
export const privateFile = { mode: 0o600 } as const;
export const privateFolder = { recursive: true, mode: 0o700 } as const;

/** Writes a file that only its owner can read, and its folder. The replacement is atomic. */
export function writePrivate(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), privateFolder);
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content, privateFile);
  renameSync(unfinished, file);
}

/** Adds a line to a file that only its owner can read. */
export function appendPrivate(file: string, line: string): void {
  mkdirSync(dirname(file), privateFolder);
  appendFileSync(file, line, privateFile);
}

/** Closes a folder that a package writes, with everything in it. */
export function closeFolder(folder: string): void {
  ignoreMissing(() => chmodSync(folder, privateFolder.mode));
  ignoreMissing(() => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) closeFolder(path);
      else if (entry.isFile()) ignoreMissing(() => chmodSync(path, privateFile.mode));
    }
  });
}

/** A package may have removed a file in the meantime, and some file systems have no modes. */
function ignoreMissing(change: () => void): void {
  try {
    change();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EPERM" && code !== "ENOTSUP") throw error;
  }
}
