import { matchesWildcard, textOfPattern } from "../../facts/aws/wildcards";
import { isInCidr } from "../../facts/event-pattern/cidr";
import { variablesIn, withVariables } from "./policy-variables";
import type { RequestKeys } from "./request-keys";

/** The `Condition` element of a statement: values by operator and condition key. */
export type Condition = Readonly<Record<string, unknown>>;

type Comparison = (wanted: string, actual: string) => boolean;

/** Texts compare without wildcards; a policy variable may have put escaped ones into them. */
const exactly =
  (compare: Comparison): Comparison =>
  (wanted, actual) =>
    compare(textOfPattern(wanted), actual);

/** Only decimal numbers are numbers. */
const numeric =
  (compare: (difference: number) => boolean): Comparison =>
  (wanted, actual) =>
    compare(numberOf(actual) - numberOf(wanted));

/** Dates are written in ISO 8601 or in seconds since 1970. */
const date =
  (compare: (difference: number) => boolean): Comparison =>
  (wanted, actual) =>
    compare(timeOf(actual) - timeOf(wanted));

const sameText: Comparison = exactly((wanted, actual) => wanted === actual);
const sameTextIgnoringCase: Comparison = exactly(
  (wanted, actual) => wanted.toLowerCase() === actual.toLowerCase(),
);

/** Operators that hold when one of the wanted values matches. */
const comparisons: Readonly<Record<string, Comparison>> = {
  StringEquals: sameText,
  StringEqualsIgnoreCase: sameTextIgnoringCase,
  StringLike: matchesWildcard,
  ArnEquals: matchesArn,
  ArnLike: matchesArn,
  BinaryEquals: sameText,
  Bool: sameTextIgnoringCase,
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
  IpAddress: isInCidr,
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
  NotIpAddress: isInCidr,
};

interface Operator {
  readonly quantifier: "ForAllValues" | "ForAnyValue" | undefined;
  /** Undefined for `Null`, and for an operator that does not exist. */
  readonly comparison: Comparison | undefined;
  readonly isNegated: boolean;
  readonly isNull: boolean;
  readonly ifExists: boolean;
}

const operatorPattern = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/;
const parsedOperators = new Map<string, Operator>();

function operatorOf(written: string): Operator {
  const known = parsedOperators.get(written);
  if (known !== undefined) return known;
  const [, quantifier, name = "", ifExists] = operatorPattern.exec(written) ?? [];
  const negated = Object.hasOwn(negations, name) ? negations[name] : undefined;
  const parsed: Operator = {
    quantifier: quantifier as Operator["quantifier"],
    comparison: negated ?? (Object.hasOwn(comparisons, name) ? comparisons[name] : undefined),
    isNegated: negated !== undefined,
    // `NullIfExists` does not exist.
    isNull: name === "Null" && ifExists === undefined,
    ifExists: ifExists !== undefined,
  };
  // Policies choose the texts, so the cache is limited.
  if (parsedOperators.size < 1000) parsedOperators.set(written, parsed);
  return parsed;
}

/** Whether a condition operator is one that AWS has: `StringLike`, `ForAnyValue:ArnNotLikeIfExists`. */
export function isKnownOperator(written: string): boolean {
  const { comparison, isNull } = operatorOf(written);
  return comparison !== undefined || isNull;
}

/** The comparison of an operator, without its quantifier, its negation and `IfExists`: `StringEquals` of `StringNotEqualsIfExists`. */
export function baseOperator(written: string): string {
  const [, , name = ""] = operatorPattern.exec(written) ?? [];
  return name === "NotIpAddress" ? "IpAddress" : name.replace("Not", "");
}

/**
 * Whether a condition matches: all of its operators, and all keys of each, must hold.
 *
 * A key or a variable that this machine cannot know, and unknown operators, count as met in a `Deny` and as unmet in an `Allow`,
 * so that this server never allows a request that AWS might deny.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 *
 * @param unknown - receives each key that cannot be known
 */
export function conditionHolds(
  condition: Condition,
  keys: RequestKeys,
  effect: "Allow" | "Deny" = "Allow",
  unknown?: (key: string) => void,
): boolean {
  const unknownKeys: string[] = [];
  let isCertain = true;
  for (const [written, expected] of Object.entries(condition)) {
    const operator = operatorOf(written);
    for (const [key, wanted] of Object.entries(Object(expected) as Readonly<Record<string, unknown>>)) {
      const texts = [wanted].flat().map(String);
      const asked = [key, ...texts.flatMap(variablesIn)].filter((each) => !keys.isKnown(each));
      if (asked.length > 0) unknownKeys.push(...asked);
      else if (operator.comparison === undefined && !operator.isNull) isCertain = false;
      else if (!holds(operator, key, texts, keys)) return false;
    }
  }
  for (const key of unknownKeys) unknown?.(key);
  return (isCertain && unknownKeys.length === 0) || effect === "Deny";
}

function holds(operator: Operator, key: string, wanted: readonly string[], keys: RequestKeys): boolean {
  const actual = keys.valuesOf(key);
  if (operator.isNull) {
    return wanted.some((each) => (each.toLowerCase() === "true") === (actual === undefined));
  }
  const { comparison = sameText, quantifier, isNegated } = operator;
  if (actual === undefined) {
    // `IfExists` has no effect after `ForAnyValue`, which needs a value. Sources:
    // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html,
    // https://repost.aws/questions/QU9HFmDzP0QGuU-fd7rS6B7w/foranyvalue-stringequalsifexists-behaving-unexpectedly
    if (quantifier !== undefined) return quantifier === "ForAllValues";
    return operator.ifExists || isNegated;
  }
  // Nothing equals a variable without a value, so negated operators hold for it.
  // Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html#policy-vars-no-value
  const resolved = wanted.flatMap((each) => withVariables(each, keys) ?? []);
  const matches = (value: string): boolean => resolved.some((each) => comparison(each, value)) !== isNegated;
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

/** The last part of an ARN may contain colons. */
function arnParts(arn: string): readonly string[] {
  const parts = arn.split(":");
  return [...parts.slice(0, 5), parts.slice(5).join(":")];
}

function numberOf(text: string): number {
  return /^[+-]?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** Milliseconds since 1970; not a number for another text. */
export function timeOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}
