import type { Where } from "../../../facts/errors/error";
import { isPlainObject } from "../checks/check";
import { fail, refuseValue } from "../errors";
import { isUnknown } from "../limits";
import { memberPath } from "../prop-path";
import { isUnresolved } from "../tokens/unresolved";

/**
 * Rejects references that are not possible in JSON that the library writes.
 *
 * CDKTF resolves references in texts. A list, a number or an object that is known only at deployment needs
 * Terraform.
 */
export function checkJsonText(where: Where, prop: string, value: unknown): void {
  checkValue(where, prop, value, []);
}

function checkValue(where: Where, prop: string, value: unknown, above: readonly unknown[]): void {
  if (typeof value === "string") return;
  if (typeof value === "function" || typeof value === "bigint" || typeof value === "symbol") {
    refuseValue(where, prop, String(value), "a value that JSON has");
  }
  if (isUnresolved(value)) fail(where, "json-reference", prop, { kind: kindOf(value) });
  if (above.includes(value)) fail(where, "json-circular", prop, {});
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      if (isUnresolved([each]) && !isUnresolved(each)) {
        fail(where, "json-reference", prop, { kind: "array" });
      }
      checkValue(where, `${prop}[${index}]`, each, [...above, value]);
    }
  } else if (isPlainObject(value)) {
    for (const [key, each] of Object.entries(value))
      checkValue(where, memberPath(prop, key), each, [...above, value]);
  }
}

function kindOf(reference: unknown): string {
  if (Array.isArray(reference)) return "array";
  return typeof reference === "number" ? "number" : "value";
}

/** The object in a JSON text; undefined if the text has references, which are known only at deployment. */
export function parseJsonText(
  where: Where,
  prop: string,
  text: string,
  example: string,
): Readonly<Record<string, unknown>> | undefined {
  if (isUnknown(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isPlainObject(value)) return value;
  return refuseValue(where, prop, text, `the JSON of an object: ${example}`);
}
