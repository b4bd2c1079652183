import * as fs from "node:fs";
import * as path from "node:path";
import { Manifest } from "cdktf";
import { isLibraryError } from "../../../facts/errors/error";
import { problem } from "../errors";

/**
 * Creates the output folder. Refuses a folder that is not writable, before CDKTF fails with an error of the file system.
 *
 * @param given - without it, CDKTF uses the folder that its command line passes in the environment
 */
export function prepareOutdir(given: string | undefined): void {
  const folder = given ?? process.env.CDKTF_OUTDIR ?? "cdktf.out";
  try {
    for (const each of [folder, path.join(folder, Manifest.stacksFolder)]) {
      fs.mkdirSync(each, { recursive: true });
      fs.accessSync(each, fs.constants.W_OK);
    }
  } catch (error) {
    throw explainOutdir(folder, error);
  }
}

/** Explains an error of the file system in the output folder; other errors are unchanged. */
export function explainOutdir(folder: string, error: unknown): unknown {
  // It also has a code and a path.
  if (isLibraryError(error)) return error;
  const { code, path: file } = Object(error) as NodeJS.ErrnoException;
  // Errors of writes to an open file contain no path.
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  const isThere = file !== undefined && !path.relative(folder, file).startsWith("..");
  if (code === undefined || !(isThere || isFull)) return error;
  const reason = reasons[code] ?? code;
  return problem("app", "outdir-unusable", "outdir", { value: folder, reason, file: file ?? folder });
}

/** Meanings of errors of the file system. Others are shown by their code. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "it may not be written to",
  EDQUOT: "the quota of the disk is used up",
  EEXIST: "it is a file",
  ENOSPC: "the disk is full",
  ENOTDIR: "it is not a folder",
  EPERM: "it may not be written to",
  EROFS: "its file system is read-only",
};
