import { Token } from "cdktf";
import type { Where } from "../../../facts/errors/error";
import { checkObject, isPlainObject } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";

/** Values by operator and key. They are always lists, so that references to lists and to strings differ. */
type ParsedConditions = Record<string, Record<string, readonly string[]>>;

/** The form of this library and of IAM: operator, key, value or values. */
export function parseConditions(where: Where, prop: string, value: unknown): ParsedConditions {
  if (value === undefined) return {};
  const expected = 'operator, key and value: { StringEquals: { "aws:SourceAccount": "111122223333" } }';
  if (!isPlainObject(value)) return refuseValue(where, prop, value, expected);
  const conditions: ParsedConditions = {};
  for (const [operator, keys] of Object.entries(value)) {
    const at = `${prop}.${operator}`;
    if (!isPlainObject(keys)) return refuseValue(where, at, keys, expected);
    checkCondition(where, at, operator, Object.keys(keys));
    const parsed = Object.entries(keys).map(([key, values]) => {
      return [key, parseTexts(where, `${at}["${key}"]`, asTexts(values))] as const;
    });
    conditions[operator] = Object.fromEntries(parsed);
  }
  return conditions;
}

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const operators = [
  ...["StringEquals", "StringNotEquals", "StringEqualsIgnoreCase", "StringNotEqualsIgnoreCase"],
  ...["StringLike", "StringNotLike", "NumericEquals", "NumericNotEquals", "NumericLessThan"],
  ...["NumericLessThanEquals", "NumericGreaterThan", "NumericGreaterThanEquals", "DateEquals"],
  ...["DateNotEquals", "DateLessThan", "DateLessThanEquals", "DateGreaterThan", "DateGreaterThanEquals"],
  ...["Bool", "BinaryEquals", "IpAddress", "NotIpAddress", "ArnEquals", "ArnLike", "ArnNotEquals"],
  ...["ArnNotLike", "Null"],
];

/** Refuses operators that IAM does not have, and keys that name no service. */
function checkCondition(where: Where, prop: string, operator: string, keys: readonly string[]): void {
  const plain = operator.replace(/^(ForAllValues|ForAnyValue):/, "").replace(/IfExists$/, "");
  // `NullIfExists` does not exist.
  const isKnown = operators.includes(plain) && !operator.endsWith("NullIfExists");
  if (!operator.includes("${") && !isKnown)
    fail(where, "literal-unknown", prop, { value: operator, allowed: operators });
  for (const key of keys) {
    if (key.includes("${") || /^[A-Za-z0-9.-]+:[^\s]+$/.test(key)) continue;
    const expected = 'a condition key with its service, such as "aws:SourceAccount"';
    refuseValue(where, prop, key, expected);
  }
}

/** IAM compares strings: `true` equals `"true"`, and 5 equals `"5"`. */
function asTexts(value: unknown): unknown {
  if (isUnresolved(value)) return value;
  if (Array.isArray(value)) return value.map(asTexts);
  return typeof value === "boolean" || typeof value === "number" ? String(value) : value;
}

/** The provider's form: a list of `{ test, variable, values }`. */
export function parseProviderConditions(where: Where, prop: string, value: unknown): ParsedConditions {
  if (value === undefined) return {};
  const expected = "an array of { test, variable, values }";
  if (!Array.isArray(value)) return refuseValue(where, prop, value, expected);
  const conditions: ParsedConditions = {};
  const blocks: readonly unknown[] = value;
  for (const [index, each] of blocks.entries()) {
    const at = `${prop}[${index}]`;
    checkObject(where, at, each, ["test", "variable", "values"], expected);
    const test = parseText(where, `${at}.test`, each.test);
    const variable = parseText(where, `${at}.variable`, each.variable);
    const values = parseTexts(where, `${at}.values`, each.values);
    checkCondition(where, at, test, [variable]);
    conditions[test] = {
      ...conditions[test],
      [variable]: [...(conditions[test]?.[variable] ?? []), ...values],
    };
  }
  return conditions;
}

type Check = (where: Where, prop: string, text: string) => void;

/** Parses a string or a list of strings. A list that is a token is returned unchanged. */
export function parseTexts(
  where: Where,
  prop: string,
  value: unknown,
  check: Check = () => {},
): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) && isUnresolved(value)) return value;
  if (list.length === 0) refuseValue(where, prop, value, "at least one entry");
  return list.map((each, index) => {
    const at = Array.isArray(value) ? `${prop}[${index}]` : prop;
    const text = parseText(where, at, each);
    check(where, at, text);
    return text;
  });
}

export function parseText(where: Where, prop: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  if (isUnresolved(value)) return Token.asString(value);
  return refuseValue(where, prop, value, "a string");
}
