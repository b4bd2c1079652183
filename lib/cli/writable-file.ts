import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileFacts } from "../facts/errors/fault-texts";
import { fail } from "./errors";

/**
 * Refuses a file that cannot be written. Call it before the work whose result the file is for: the report of a deployment cannot be
 * made a second time. Creates nothing.
 *
 * @param command - the command that writes it: `serverform deploy`
 * @param option - the option that names it: `--outputs-file`
 */
export function requireWritable(command: string, option: string, file: string | undefined): void {
  if (file === undefined) return;
  const reason = whyUnwritable(resolve(file));
  if (reason !== undefined) fail(command, "file-not-writable", option, { value: file, reason });
}

function whyUnwritable(file: string): string | undefined {
  let existing = file;
  while (!existsSync(existing)) existing = dirname(existing);
  const isFolder = statSync(existing).isDirectory();
  if (existing === file && isFolder) return "it is a folder";
  if (existing !== file && !isFolder) return `${existing} is a file`;
  try {
    accessSync(existing, constants.W_OK);
    return undefined;
  } catch (error) {
    return fileFacts(error)?.reason ?? String(error);
  }
}
