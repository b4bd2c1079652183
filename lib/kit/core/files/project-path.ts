import { accessSync, constants, statSync } from "node:fs";
import type { IConstruct } from "constructs";
import { fail } from "../errors";

/** Rejects the path of a file that is a folder or cannot be read. One that does not exist passes: callers say what to create. */
export function checkFile(where: IConstruct | string, prop: string, value: string, absolute: string): void {
  const reason = problemOf(absolute);
  if (reason !== undefined) fail(where, "path-unusable", prop, { value, reason });
}

function problemOf(absolute: string): string | undefined {
  try {
    const stat = statSync(absolute, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (stat.isDirectory()) return "which is a folder, and must be a file";
    accessSync(absolute, constants.R_OK);
    return undefined;
  } catch (error) {
    return `which cannot be read: ${(error as NodeJS.ErrnoException).code}`;
  }
}
