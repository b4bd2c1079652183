import type { Where } from "../../../facts/errors/error";
import { patternRefusal } from "../../../facts/event-pattern";
import { isAddressRange } from "../checks/address-range";
import { isPlainObject } from "../checks/check";
import { fail, refuseValue } from "../errors";
import { memberPath } from "../prop-path";
import { isUnresolved } from "../tokens/unresolved";
import { checkJsonText } from "./json-text";

/** An event pattern, as event rules and event filters write it: an object with lists of values. */
export type EventPattern = Readonly<Record<string, unknown>>;

const eventComparisons = [
  "anything-but",
  "cidr",
  "equals-ignore-case",
  "exists",
  "numeric",
  "prefix",
  "suffix",
  "wildcard",
] as const;

export type EventComparison = (typeof eventComparisons)[number];

interface Place {
  readonly where: Where;
  readonly known: readonly string[];
  readonly maxNumber: number;
}

/**
 * Refuses a pattern that the service does not accept, or that no event can match.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern.html
 *
 * @param known - the supported comparisons
 * @param maxNumber - the largest absolute value of a number
 */
export function checkEventPattern(
  where: Where,
  prop: string,
  pattern: unknown,
  known: readonly EventComparison[] = eventComparisons,
  maxNumber = 5e9,
): void {
  checkJsonText(where, prop, pattern);
  if (!isPlainObject(pattern)) refuseValue(where, prop, pattern, 'an object: { status: ["paid"] }');
  checkObject({ where, known, maxNumber }, prop, pattern);
}

/**
 * Refuses a pattern that `checkEventPattern` or AWS refuses, the latter with the reason of AWS.
 *
 * Rules, pipes, consumers and topics share this check. Values that are known only at deployment are left to AWS.
 */
export function checkEventRule(
  where: Where,
  prop: string,
  pattern: unknown,
  known?: readonly EventComparison[],
  maxNumber?: number,
): void {
  checkEventPattern(where, prop, pattern, known, maxNumber);
  if (hasReference(pattern)) return;
  const refusal = patternRefusal(JSON.stringify(pattern));
  if (refusal === undefined) return;
  fail(where, "event-pattern-invalid", prop, {
    problem: `is refused by AWS: "${refusal.message}".`,
    remedy: "See https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html.",
  });
}

function hasReference(value: unknown): boolean {
  if (isUnresolved(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasReference);
}

function checkObject(place: Place, prop: string, object: Readonly<Record<string, unknown>>): void {
  const entries = Object.entries(object);
  if (entries.length === 0) refuse(place, prop, "is empty, so no event matches it", "Write what must match.");
  for (const [key, value] of entries) checkMember(place, memberPath(prop, key), key, value);
}

function checkMember(place: Place, prop: string, key: string, value: unknown): void {
  if (isUnresolved(value)) return;
  if (isPlainObject(value)) return checkObject(place, prop, value);
  if (!Array.isArray(value)) {
    const text = JSON.stringify(value) ?? String(value);
    return refuse(
      place,
      prop,
      `is ${text}, which is not an array`,
      `Write an array of values that may match: [${text}].`,
    );
  }
  if (value.length === 0) {
    refuse(place, prop, "is an empty array, so no event matches it", "Write at least one value.");
  }
  if (key === "$or" && value.length === 1) {
    refuse(place, prop, "has one pattern only", 'Write two or more: { $or: [{ a: ["x"] }, { b: ["y"] }] }.');
  }
  for (const [index, each] of value.entries()) {
    const at = `${prop}[${index}]`;
    if (key !== "$or") checkValue(place, at, each);
    else if (isPlainObject(each)) checkObject(place, at, each);
    else refuse(place, at, "is not a pattern", 'Write patterns: { $or: [{ a: ["x"] }, { b: ["y"] }] }.');
  }
}

function checkValue(place: Place, prop: string, value: unknown): void {
  if (isScalar(value) || isUnresolved(value)) return;
  const [first, ...more] = isPlainObject(value) ? Object.entries(value) : [];
  if (first === undefined || more.length > 0 || !place.known.includes(first[0])) {
    const known = place.known.map((each) => `"${each}"`).join(", ");
    return refuse(
      place,
      prop,
      `is ${JSON.stringify(value)}, which is neither a value nor a comparison`,
      `Write a string, a number, true, false, null, or one of ${known}: [{ prefix: "a" }].`,
    );
  }
  const [comparison, operand] = first;
  if (isUnresolved(operand)) return;
  const { isValid, expected } = operands[comparison as EventComparison];
  if (isValid(operand)) {
    if (comparison === "numeric") checkNumbers(place, memberPath(prop, comparison), operand as unknown[]);
    return;
  }
  refuse(place, memberPath(prop, comparison), `is ${JSON.stringify(operand)}`, `Write ${expected}.`);
}

function checkNumbers({ where, maxNumber }: Place, prop: string, operand: readonly unknown[]): void {
  for (const value of operand) {
    if (typeof value !== "number" || Math.abs(value) <= maxNumber) continue;
    fail(where, "out-of-range", prop, { value, range: `-${maxNumber} to ${maxNumber}` });
  }
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isTextOrList = (value: unknown): boolean =>
  isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText));
const isAffix = (value: unknown): boolean =>
  typeof value === "string" ||
  (isPlainObject(value) && Object.keys(value).length === 1 && isText(value["equals-ignore-case"]));

const operands: Readonly<
  Record<EventComparison, { readonly isValid: (operand: unknown) => boolean; readonly expected: string }>
> = {
  "anything-but": {
    isValid: isExclusion,
    expected: 'a value, an array of values of one kind, or one comparison: { prefix: "a" }',
  },
  cidr: {
    isValid: (value) => typeof value === "string" && isAddressRange(value),
    expected: 'a range of addresses: "10.0.0.0/24"',
  },
  "equals-ignore-case": { isValid: (value) => typeof value === "string", expected: "a string" },
  exists: { isValid: (value) => typeof value === "boolean", expected: "true or false" },
  numeric: {
    isValid: isNumeric,
    expected: 'a comparison with a number, or a range that is not empty: ["=", 5] or [">", 0, "<=", 5]',
  },
  // The empty prefix is valid: a rule uses it to match all events.
  prefix: { isValid: isAffix, expected: "the prefix as a string" },
  suffix: { isValid: isAffix, expected: "the suffix as a string" },
  wildcard: {
    isValid: (value) => typeof value === "string" && !value.includes("**"),
    expected: 'a string without "**": "orders/*"',
  },
};

function isExclusion(operand: unknown): boolean {
  if (isScalar(operand)) return operand !== null;
  if (Array.isArray(operand)) {
    const types = new Set(operand.filter((each) => !isUnresolved(each)).map((each) => typeof each));
    return operand.length > 0 && operand.every((each) => isScalar(each)) && types.size < 2;
  }
  const [first, ...more] = isPlainObject(operand) ? Object.entries(operand) : [];
  if (first === undefined || more.length > 0) return false;
  if (["equals-ignore-case", "wildcard"].includes(first[0]) && first[1] === "") return true;
  return ["equals-ignore-case", "prefix", "suffix", "wildcard"].includes(first[0]) && isTextOrList(first[1]);
}

function isNumeric(operand: unknown): boolean {
  if (!Array.isArray(operand)) return false;
  const [low, from, high, to, ...more]: readonly unknown[] = operand;
  if (typeof from !== "number" || more.length > 0) return false;
  if (high === undefined && to === undefined) return ["=", "<", "<=", ">", ">="].includes(String(low));
  if (typeof to !== "number" || ![">", ">="].includes(String(low)) || !["<", "<="].includes(String(high))) {
    return false;
  }
  return from < to;
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
}

function refuse({ where }: Place, prop: string, problem: string, remedy: string): never {
  return fail(where, "event-pattern-invalid", prop, { problem: `${problem}.`, remedy });
}
