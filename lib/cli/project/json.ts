import { readJsonFile } from "../../core/files/json-file";
import { fail } from "../errors";

/** Whether a JSON value is an object. Defined here because `core/check` loads all of cdktf. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads the object of a JSON file. Throws an error with the name of the file if it has none. */
export function readJsonObject(file: string): Record<string, unknown> {
  const read = readJsonFile(file);
  return read.value ?? fail("serverform", "json-invalid", file, { reason: read.reason });
}
