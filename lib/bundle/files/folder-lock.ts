import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textOfFile } from "./list-files";

/** The locks of this process. After a restart in a container, another process may have had the same id. */
const held = new Set<string>();

/** Locks a folder for this process. Returns a function that unlocks it; undefined if another process holds the lock. */
export function lockFolder(folder: string, fileName: string): (() => void) | undefined {
  const file = join(folder, fileName);
  mkdirSync(folder, { recursive: true });
  if (!create(file) && (isHeld(file, textOfFile(file)) || !replace(folder, fileName))) return undefined;
  held.add(file);
  return () => {
    held.delete(file);
    rmSync(file, { force: true });
  };
}

/**
 * Replaces the file that a killed process has left behind. Only one process at a time may do so: another one that has found the
 * same file would remove the new one.
 */
function replace(folder: string, fileName: string): boolean {
  const unlock = lockFolder(folder, `${fileName}.next`);
  if (unlock === undefined) return false;
  const file = join(folder, fileName);
  try {
    const text = textOfFile(file);
    // A missing file was released, and may be that of a third process by now.
    if (text !== undefined && !isHeld(file, text)) rmSync(file);
    return create(file);
  } finally {
    unlock();
  }
}

function create(file: string): boolean {
  const own = `${file}.${process.pid}`;
  const content = `${process.pid}\n`;
  writeFileSync(own, content);
  try {
    // The file is complete at once: an empty one would look abandoned.
    return isNew(() => linkSync(own, file));
  } catch {
    // A file system without links.
    return isNew(() => writeFileSync(file, content, { flag: "wx" }));
  } finally {
    rmSync(own, { force: true });
  }
}

function isNew(create: () => void): boolean {
  try {
    create();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isHeld(file: string, text = ""): boolean {
  const pid = Number(text);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  return pid === process.pid ? held.has(file) : isRunning(pid);
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
