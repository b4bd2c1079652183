import { jsonOf } from "../../facts/text/json";
import { isRecord } from "../../facts/text/record";
import { readJsonFile } from "../../kit/core";
import { fail } from "../errors";

/** Parses a text as a JSON object without leading spaces; undefined for other texts. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  // Most lines of logs are not JSON, and an exception is slower than this check.
  if (!text.startsWith("{")) return undefined;
  const value = jsonOf(text);
  return isRecord(value) ? value : undefined;
}

/** Reads the object of a JSON file. Throws an error with the name of the file for other content. */
export function readJsonObject(file: string): Record<string, unknown> {
  const read = readJsonFile(file);
  return read.value ?? fail("serverform", "json-invalid", file, { reason: read.reason });
}
