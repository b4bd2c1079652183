import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { fail } from "./errors";
import { parseList } from "./list";

/**
 * The keys of a props type, as a value: `propKeys<ApiProps>()({ routes: true, ... })`.
 *
 * The compiler compares the list with the type, so that the check cannot miss a new prop.
 */
export function propKeys<Props>(): (keys: Record<keyof Required<Props>, true>) => readonly string[] {
  return (keys) => Object.keys(keys);
}

/** Rejects an unknown key, and suggests the nearest known one. */
export function checkKeys(
  where: IConstruct | string,
  prop: string,
  value: object,
  allowed: readonly string[],
): void {
  for (const key of Object.keys(value)) {
    if (!allowed.includes(key)) fail(where, "key-unknown", prop, { key, allowed });
  }
}

/** Rejects a value that is not one of the literals. A token passes, since its value is not known yet. */
export function checkLiteral(
  where: IConstruct | string,
  prop: string,
  value: unknown,
  allowed: readonly string[],
): void {
  if (Token.isUnresolved(value)) return;
  if (typeof value !== "string" || !allowed.includes(value))
    fail(where, "literal-unknown", prop, { value, allowed });
}

/** Rejects a number that is out of range or not an integer. A token passes. */
export function checkInteger(
  where: IConstruct | string,
  prop: string,
  value: unknown,
  min: number,
  max: number,
  unit = "",
): void {
  if (Token.isUnresolved(value)) return;
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
    fail(where, "out-of-range", prop, { value, range: `${min} to ${max}${unit && ` ${unit}`}` });
  }
}

/** Rejects a value that is not a list. A list that is known only at deployment passes. */
export function checkList(where: IConstruct | string, prop: string, value: unknown): void {
  parseList(where, prop, value as readonly unknown[]);
}

/** True for `{ ... }` literals, which are what callers write as props. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (Token.isUnresolved(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The second case is an object literal of another realm: tools often run configuration files in their own.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
