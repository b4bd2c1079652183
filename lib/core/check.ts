import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { fail } from "./errors";

/**
 * The keys of a props type, as a value: `propKeys<ApiProps>()({ routes: true, ... })`.
 *
 * The compiler holds the list to the type, so that a new prop cannot be forgotten in the check.
 */
export function propKeys<Props>(): (keys: Record<keyof Required<Props>, true>) => readonly string[] {
  return (keys) => Object.keys(keys);
}

/** Refuses a key that the props object does not have, and names the nearest one. */
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

/** Refuses a value that is not one of the literals; a token passes, since nothing is known of it yet. */
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

/** Refuses a number outside the bounds or with a fraction; a token passes. */
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

/** Refuses what is no list; a token passes. */
export function checkList(where: IConstruct | string, prop: string, value: unknown): void {
  if (Array.isArray(value) || Token.isUnresolved(value)) return;
  fail(where, "prop-invalid", prop, { value, expected: "a list: [...]" });
}

/** True for `{ ... }` literals: what a caller writes as a props object, and nothing else. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (Token.isUnresolved(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The second case is an object literal of another realm: configuration files are often run in one of their own.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
