import { AsyncLocalStorage } from "node:async_hooks";
import { statfs } from "node:fs/promises";
import { ServerformError } from "../../../facts/errors/error";
import { problem } from "../../errors";

/** Data cannot be written into the data folder. */
export class NotWritten extends ServerformError {
  constructor(
    /** The message for the developer: `the disk is full: /home/me/notes/data`. */
    readonly reason: string,
  ) {
    const { code, path, prop, message } = problem("serverform local", "local-data-not-written", "data", {
      reason,
    });
    super(code, path, prop, message);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EROFS: "the disk is read-only",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
};

/** The error of a write that has failed. */
export function notWritten(error: unknown, folder: string): NotWritten {
  if (error instanceof NotWritten) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new NotWritten(`${Object.hasOwn(reasons, code) ? reasons[code] : message}: ${folder}`);
}

/** Writes a file at once; fails with `NotWritten`. */
export function writeNow(folder: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw notWritten(error, folder);
  }
}

/**
 * The error of a package that writes by itself and fails with a text of its own; undefined if its write would fit on the disk.
 *
 * @param bytes - the most that the package writes at once
 */
export async function fullDisk(folder: string, bytes = 1): Promise<NotWritten | undefined> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: bytes, bsize: 1 }));
  return bavail * bsize < bytes ? diskFull(folder) : undefined;
}

/** The error of a package that has found the disk full. */
export function diskFull(folder: string): NotWritten {
  return new NotWritten(`${reasons.ENOSPC}: ${folder}`);
}

const writesOfRequest = new AsyncLocalStorage<Promise<unknown>[]>();

/** Runs something and waits for the writes that it has begun; rejects with `NotWritten` if one of them fails. */
export async function withWrites<Result>(run: () => Promise<Result>): Promise<Result> {
  const writes: Promise<unknown>[] = [];
  const result = await writesOfRequest.run(writes, run);
  await Promise.all(writes);
  return result;
}

/** Tells the request that is being processed of a write that it has begun. */
export function beginWrite(write: Promise<unknown>): void {
  writesOfRequest.getStore()?.push(write);
}
