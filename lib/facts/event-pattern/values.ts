import { matchesWildcard } from "../aws/wildcards";
import { isInCidr } from "./cidr";
import { wildcardPattern } from "./wildcard";

/** Whether a value of an event matches a value or a comparison of a pattern, other than `exists`. */
export function matchesValue(matcher: unknown, value: unknown): boolean {
  if (typeof matcher !== "object" || matcher === null) return matcher === value;
  const [entry] = Object.entries(matcher);
  if (entry === undefined) return false;
  const [operator, operand] = entry;
  const match = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  return match?.(operand, value) ?? false;
}

type Operator = (operand: unknown, value: unknown) => boolean;

const operators: Readonly<Record<string, Operator>> = {
  exactly: onTexts((operand, value) => value === operand),
  prefix: onTexts((operand, value) => value.startsWith(operand)),
  suffix: onTexts((operand, value) => value.endsWith(operand)),
  "equals-ignore-case": onTexts((operand, value) => value.toLowerCase() === operand.toLowerCase()),
  wildcard: onTexts((operand, value) => matchesWildcard(wildcardPattern(operand), value)),
  numeric: (operand, value) =>
    Array.isArray(operand) && typeof value === "number" && matchesNumeric(operand, value),
  cidr: (operand, value) =>
    typeof operand === "string" && typeof value === "string" && isInCidr(operand, value),
  "anything-but": (operand, value) => {
    if (Array.isArray(operand)) return !operand.includes(value);
    return typeof operand === "object" && operand !== null
      ? !matchesValue(operand, value)
      : operand !== value;
  },
};

/** The operand is one text, several in `anything-but`, or `{ "equals-ignore-case": ... }`. */
function onTexts(match: (operand: string, value: string) => boolean): Operator {
  return (operand, value) => {
    if (typeof value !== "string") return false;
    if (typeof operand === "string") return match(operand, value);
    if (Array.isArray(operand)) return operand.some((each) => typeof each === "string" && match(each, value));
    const folded =
      typeof operand === "object" && operand !== null && "equals-ignore-case" in operand
        ? operand["equals-ignore-case"]
        : undefined;
    return typeof folded === "string" && match(folded.toLowerCase(), value.toLowerCase());
  };
}

/** `[">", 0, "<=", 5]`: all comparisons must hold. */
function matchesNumeric(comparisons: readonly unknown[], value: number): boolean {
  for (let at = 0; at + 1 < comparisons.length; at += 2) {
    const limit = Number(comparisons[at + 1]);
    const holds = {
      "=": value === limit,
      "<": value < limit,
      "<=": value <= limit,
      ">": value > limit,
      ">=": value >= limit,
    };
    if (holds[String(comparisons[at]) as keyof typeof holds] !== true) return false;
  }
  return comparisons.length >= 2;
}
