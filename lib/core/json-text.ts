import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { fail } from "./errors";
import { memberPath } from "./prop-path";

/**
 * A value as JSON text for AWS.
 *
 * Rejects what JSON cannot hold: functions, `bigint`, objects that contain themselves, and lists that are known only at
 * deployment, which CDKTF cannot write into a text.
 */
export function jsonText(where: IConstruct | string, prop: string, value: unknown): string {
  checkJson(where, prop, value, []);
  return JSON.stringify(value);
}

function checkJson(
  where: IConstruct | string,
  prop: string,
  value: unknown,
  above: readonly unknown[],
): void {
  if (typeof value === "function" || typeof value === "bigint" || typeof value === "symbol") {
    fail(where, "prop-invalid", prop, { value: String(value), expected: "a value that JSON has" });
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    fail(where, "prop-invalid", prop, { value, expected: "a finite number" });
  }
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value) && Token.isUnresolved(value)) fail(where, "list-unknown", prop, {});
  if (Token.isUnresolved(value)) return;
  if (above.includes(value)) fail(where, "json-circular", prop, {});
  for (const [key, each] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${prop}[${key}]` : memberPath(prop, key);
    checkJson(where, at, each, [...above, value]);
  }
}
