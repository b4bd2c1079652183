import { readFileSync } from "node:fs";
import { fail } from "../../errors/error";

/** A value of a JSON file that is an object. Not `shared/check`, which loads all of cdktf. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in a JSON file, or an error that names the file. */
export function readJsonObject(file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return fail("serverform", "json-invalid", file, { reason: (error as Error).message });
  }
  return isObject(value) ? value : fail("serverform", "json-invalid", file, { reason: "it holds no object" });
}
