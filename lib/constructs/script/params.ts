import type { IConstruct } from "constructs";
import { isPlainObject } from "../../kit/core/checks/check";
import { memberPath } from "../../kit/core/prop-path";
import { quotas } from "../../kit/core/quotas";
import { isUnresolved } from "../../kit/core/tokens/unresolved";
import { fail } from "./errors";

/** Refuses params that are not JSON, or that Lambda would not take. */
export function checkParams(script: IConstruct, params: unknown): void {
  if (!isPlainObject(params)) {
    return fail(script, "prop-invalid", "params", {
      value: params,
      expected: 'an object: { tableName: "notes" }',
    });
  }
  checkValue(script, "params", params, []);
  const bytes = Buffer.byteLength(JSON.stringify(params));
  const limit = quotas.invocationPayloadBytes;
  if (bytes > limit) fail(script, "script-params-too-large", "params", { bytes, limit });
}

function checkValue(script: IConstruct, prop: string, value: unknown, above: readonly unknown[]): void {
  const refuse = (reason: string) => fail(script, "script-params-invalid", prop, { value, reason });
  if (isUnresolved(value) || value === null || value === undefined) return;
  if (above.includes(value))
    fail(script, "script-params-invalid", prop, { value: "...", reason: "which contains itself" });
  switch (typeof value) {
    case "string":
    case "boolean":
      return;
    case "number":
      if (!Number.isFinite(value)) refuse("which is not a number in JSON");
      return;
    case "object":
      break;
    default:
      return refuse("which is not JSON");
  }
  const inside = [...above, value];
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) checkValue(script, `${prop}[${index}]`, each, inside);
    return;
  }
  if (!isPlainObject(value)) refuse("which is not a plain object");
  for (const [key, each] of Object.entries(value)) checkValue(script, memberPath(prop, key), each, inside);
}
