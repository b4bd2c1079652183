import { createHash } from "node:crypto";
import { accessSync, constants, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Where } from "../../facts/errors/error";
import { isRecord } from "../../facts/text/record";
import { writtenText } from "../../facts/text/written-text";
import { fail } from "./errors";

/** The object of a JSON file, or the reason why there is none. */
type JsonFile =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly value: undefined; readonly reason: string };

/** Reads the object of a JSON file. */
export function readJsonFile(file: string): JsonFile {
  try {
    const text = writtenText(file);
    if (text.trim() === "") return { value: undefined, reason: "it is empty" };
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { value };
    return { value: undefined, reason: "its content is not an object" };
  } catch (error) {
    return { value: undefined, reason: (error as Error).message };
  }
}

/** Rejects the path of a folder or an unreadable file. A missing file passes: callers explain what to create. */
export function checkFile(where: Where, prop: string, value: string, absolute: string): void {
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

/**
 * A hash of the names and contents of all files of a folder.
 *
 * @param isSkipped - whether a file or folder is left out, by its path in the folder, with `/`
 */
export function hashFolder(folder: string, isSkipped: (path: string) => boolean = () => false): string {
  const hash = createHash("sha256");
  for (const file of filesIn(folder, "", isSkipped).sort()) {
    const content = readFileSync(join(folder, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

function filesIn(folder: string, below: string, isSkipped: (path: string) => boolean): string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === "" ? name : `${below}/${name}`;
    if (isSkipped(path)) return [];
    const found = statSync(join(folder, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) return filesIn(folder, path, isSkipped);
    return found?.isFile() ? [path] : [];
  });
}
