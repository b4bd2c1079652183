import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";

const root = resolve(__dirname, "../..");

/**
 * Validates what a command has printed with `--json` by its published schema. Members that the schema does not name fail, too.
 *
 * @param command - the name of the file in `schemas`: `local-invoke`
 * @param output - the text, or the value of which it is made
 */
export function expectOutputOf(command: string, output: unknown): void {
  const schema = JSON.parse(readFileSync(join(root, "schemas", `${command}.json`), "utf8")) as Schema;
  const value: unknown = JSON.parse(typeof output === "string" ? output : JSON.stringify(output));
  const { valid, errors } = new Validator(strict(schema) as Schema, "7", false).validate(value);
  expect({ command, valid, errors: valid ? [] : errors, value: valid ? {} : value }).toEqual({
    command,
    valid: true,
    errors: [],
    value: {},
  });
}

/** Objects with named members have no others. Published schemas allow them, since later versions may print more. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== "object" || value === null) return value;
  const mapped = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, strict(each)]));
  const isClosed = mapped.type === "object" && "properties" in mapped && !("additionalProperties" in mapped);
  return isClosed ? { ...mapped, additionalProperties: false } : mapped;
}
