import { readFileSync } from "node:fs";
import { fail } from "../errors";

/** Whether a JSON value is an object. Defined here because `core/check` loads all of cdktf. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads the object of a JSON file. Throws an error with the name of the file if it has none. */
export function readJsonObject(file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return fail("serverform", "json-invalid", file, { reason: (error as Error).message });
  }
  return isObject(value)
    ? value
    : fail("serverform", "json-invalid", file, { reason: "its content is not an object" });
}
