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
  if (value === "true" || value === "false") return value === "true";
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

function describe(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a map" : JSON.stringify(value);
}
