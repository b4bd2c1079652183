import { isDeepStrictEqual } from "node:util";
import { ExpressionError } from "../../../facts/expressions/syntax";
import { isRecord } from "../../../facts/text/record";

/** A value as Terraform converts it to text. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new ExpressionError(`${describe(value)} cannot be converted to text`);
}

export function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw new ExpressionError(`${describe(value)} is not a number`);
  return number;
}

export function toFlag(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  throw new ExpressionError(`${describe(value)} is neither true nor false`);
}

export function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ExpressionError(`${describe(value)} is not a list`);
}

export function toObject(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new ExpressionError(`${describe(value)} is not a map`);
}

/** Marks a set among the lists: each element is its own key. */
const set = Symbol("set");

export const distinct = (values: readonly unknown[]): unknown[] =>
  values.filter((each, index) => values.findIndex((other) => isDeepStrictEqual(each, other)) === index);

export function toSet(values: readonly unknown[]): readonly unknown[] {
  const sorted = distinct(values).sort((a, b) =>
    typeof a === "number" ? a - Number(b) : String(a) < String(b) ? -1 : 1,
  );
  return Object.defineProperty(sorted, set, { value: true });
}

/** The keys and values of a list, a set or a map, in the order in which Terraform visits them. */
export function entriesOf(of: unknown): readonly (readonly [key: unknown, value: unknown])[] {
  if (Array.isArray(of)) return set in of ? of.map((each) => [each, each]) : [...of.entries()];
  return Object.entries(toObject(of)).sort(([a], [b]) => (a < b ? -1 : 1));
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a map" : JSON.stringify(value);
}
