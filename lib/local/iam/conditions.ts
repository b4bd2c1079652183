import { BlockList, isIP } from "node:net";
import { matchesWildcard } from "./wildcard";

/** The `Condition` element of a statement: values by operator and condition key. */
export type Condition = Readonly<Record<string, unknown>>;

/** Values of condition keys. Names of keys are not case-sensitive. */
export type ConditionKeys = Readonly<Record<string, string | readonly string[]>>;

type Comparison = (wanted: string, actual: string) => boolean;

const numeric =
  (compare: (difference: number) => boolean): Comparison =>
  (wanted, actual) =>
    compare(Number(actual) - Number(wanted));

/** Dates are written in ISO 8601 or in seconds since 1970. */
const date =
  (compare: (difference: number) => boolean): Comparison =>
  (wanted, actual) =>
    compare(timeOf(actual) - timeOf(wanted));

/** Operators that hold when one of the wanted values matches. */
const comparisons: Readonly<Record<string, Comparison>> = {
  StringEquals: (wanted, actual) => wanted === actual,
  StringEqualsIgnoreCase: (wanted, actual) => wanted.toLowerCase() === actual.toLowerCase(),
  StringLike: matchesWildcard,
  ArnEquals: matchesArn,
  ArnLike: matchesArn,
  BinaryEquals: (wanted, actual) => wanted === actual,
  Bool: (wanted, actual) => wanted.toLowerCase() === actual.toLowerCase(),
  NumericEquals: numeric((difference) => difference === 0),
  NumericLessThan: numeric((difference) => difference < 0),
  NumericLessThanEquals: numeric((difference) => difference <= 0),
  NumericGreaterThan: numeric((difference) => difference > 0),
  NumericGreaterThanEquals: numeric((difference) => difference >= 0),
  DateEquals: date((difference) => difference === 0),
  DateLessThan: date((difference) => difference < 0),
  DateLessThanEquals: date((difference) => difference <= 0),
  DateGreaterThan: date((difference) => difference > 0),
  DateGreaterThanEquals: date((difference) => difference >= 0),
  IpAddress: isInRange,
};

/** Operators that hold when none of the wanted values matches. */
const negations: Readonly<Record<string, Comparison | undefined>> = {
  StringNotEquals: comparisons.StringEquals,
  StringNotEqualsIgnoreCase: comparisons.StringEqualsIgnoreCase,
  StringNotLike: comparisons.StringLike,
  ArnNotEquals: matchesArn,
  ArnNotLike: matchesArn,
  NumericNotEquals: comparisons.NumericEquals,
  DateNotEquals: comparisons.DateEquals,
  NotIpAddress: isInRange,
};

const operatorPattern = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/;

/**
 * Whether a condition is met: all of its operators, and all keys of each, must hold. An operator that does not exist
 * never holds.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
export function conditionHolds(condition: Condition, keys: ConditionKeys): boolean {
  const values = new Map(Object.entries(keys).map(([key, value]) => [key.toLowerCase(), [value].flat()]));
  return Object.entries(condition).every(([operator, expected]) =>
    Object.entries(Object(expected) as Readonly<Record<string, unknown>>).every(([key, wanted]) =>
      holds(operator, [wanted].flat().map(String), values.get(key.toLowerCase())),
    ),
  );
}

function holds(written: string, wanted: readonly string[], actual: readonly string[] | undefined): boolean {
  const [, quantifier, operator = "", ifExists] = operatorPattern.exec(written) ?? [];
  if (operator === "Null") return wanted.some((each) => (each === "true") === (actual === undefined));
  const negated = Object.hasOwn(negations, operator) ? negations[operator] : undefined;
  const comparison = negated ?? (Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined);
  if (comparison === undefined) return false;
  const isNegated = negated !== undefined;
  if (actual === undefined || actual.length === 0) {
    return ifExists !== undefined || quantifier === "ForAllValues" || (isNegated && quantifier === undefined);
  }
  const matches = (value: string): boolean => wanted.some((each) => comparison(each, value)) !== isNegated;
  if (quantifier === "ForAllValues") return actual.every(matches);
  // Without a quantifier, a negated operator must hold for every value of the key.
  return isNegated && quantifier === undefined ? actual.every(matches) : actual.some(matches);
}

/** Each of the six parts is compared on its own, so that a wildcard does not cross a colon. */
function matchesArn(pattern: string, arn: string): boolean {
  const [wanted, actual] = [arnParts(pattern), arnParts(arn)];
  return (
    wanted.length === actual.length &&
    wanted.every((part, index) => matchesWildcard(part, actual[index] ?? ""))
  );
}

/** The last part of an ARN may hold colons itself. */
function arnParts(arn: string): readonly string[] {
  const parts = arn.split(":");
  return [...parts.slice(0, 5), parts.slice(5).join(":")];
}

function isInRange(range: string, address: string): boolean {
  const [network = "", bits] = range.split("/");
  const version = isIP(network);
  if (version === 0 || isIP(address) !== version) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(network, bits === undefined ? (version === 6 ? 128 : 32) : Number(bits), family);
  return list.check(address, family);
}

function timeOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}
