import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Construct } from "constructs";
import { isFile } from "../../bundle";
import { Stack } from "../../kit/app";
import { refuseValue } from "../../kit/core";
import { fail } from "./errors";

/** A file of the project. */
export interface ProjectFile {
  /** As the caller wrote it. */
  readonly file: string;
  readonly absolute: string;
  readonly text: string;
}

/** Reads a file whose path is relative to the project; refuses one that does not exist. */
export function readProjectFile(api: Construct, prop: string, file: unknown): ProjectFile {
  if (typeof file !== "string" || file === "") return refuseValue(api, prop, file, "the path of a file");
  const absolute = resolve(Stack.of(api).app.appPath, file);
  if (!isFile(absolute)) {
    fail(api, "appsync-file-missing", prop, { value: file, absolute });
  }
  return { file, absolute, text: readFileSync(absolute, "utf8") };
}
