import { readJsonFile } from "../../kit/core";
import { fail } from "../errors";

/** Whether a JSON value is an object. Defined here because `core/check` loads all of cdktf. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object that a text is in JSON, without spaces before it; undefined for any other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  // Most lines of logs are not JSON, and an exception takes longer than this check.
  if (!text.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the object of a JSON file. Throws an error with the name of the file if it has none. */
export function readJsonObject(file: string): Record<string, unknown> {
  const read = readJsonFile(file);
  return read.value ?? fail("serverform", "json-invalid", file, { reason: read.reason });
}
