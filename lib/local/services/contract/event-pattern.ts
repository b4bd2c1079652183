import { BlockList, isIP } from "node:net";

/**
 * Whether an event matches an event pattern: of a rule, of the filters of a consumer, or of the filter policy of a
 * topic.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (!isObject(pattern)) return false;
  return Object.entries(pattern).every(([key, expected]) => {
    if (key === "$or" && Array.isArray(expected)) {
      return expected.some((each) => matchesPattern(each, event));
    }
    const actual = isObject(event) && Object.hasOwn(event, key) ? event[key] : undefined;
    if (Array.isArray(expected)) return matchesField(expected, actual);
    // A list of objects matches when one object matches.
    const candidates = Array.isArray(actual) ? actual : [actual];
    return candidates.some((each) => matchesPattern(expected, each));
  });
}

function matchesField(expected: readonly unknown[], actual: unknown): boolean {
  const values = Array.isArray(actual) ? actual.flat(Infinity) : actual === undefined ? [] : [actual];
  return expected.some((matcher) => {
    if (isObject(matcher) && "exists" in matcher) return matcher.exists === values.length > 0;
    return values.some((value) => matchesValue(matcher, value));
  });
}

function matchesValue(matcher: unknown, value: unknown): boolean {
  if (!isObject(matcher)) return matcher === value;
  const [entry] = Object.entries(matcher);
  if (entry === undefined) return false;
  const [operator, operand] = entry;
  const match = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  return match?.(operand, value) ?? false;
}

type Operator = (operand: unknown, value: unknown) => boolean;

const operators: Readonly<Record<string, Operator>> = {
  prefix: onTexts((operand, value) => value.startsWith(operand)),
  suffix: onTexts((operand, value) => value.endsWith(operand)),
  "equals-ignore-case": onTexts((operand, value) => value.toLowerCase() === operand.toLowerCase()),
  wildcard: onTexts((operand, value) => wildcard(operand).test(value)),
  numeric: (operand, value) =>
    Array.isArray(operand) && typeof value === "number" && matchesNumeric(operand, value),
  cidr: (operand, value) =>
    typeof operand === "string" && typeof value === "string" && isInRange(operand, value),
  "anything-but": (operand, value) => {
    if (Array.isArray(operand)) return !operand.includes(value);
    return isObject(operand) ? !matchesValue(operand, value) : operand !== value;
  },
};

/** The operand is one text, several in `anything-but`, or `{ "equals-ignore-case": ... }`. */
function onTexts(match: (operand: string, value: string) => boolean): Operator {
  return (operand, value) => {
    if (typeof value !== "string") return false;
    if (typeof operand === "string") return match(operand, value);
    if (Array.isArray(operand)) return operand.some((each) => typeof each === "string" && match(each, value));
    const folded = isObject(operand) ? operand["equals-ignore-case"] : undefined;
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

const compiled = new Map<string, RegExp>();

function wildcard(text: string): RegExp {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const parts = text.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join("[^]*")}$`);
  compiled.set(text, expression);
  return expression;
}

function isInRange(range: string, address: string): boolean {
  const [network = "", bits] = range.split("/");
  const family = isIP(network) === 6 ? "ipv6" : "ipv4";
  if (isIP(network) === 0 || isIP(address) !== isIP(network)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(address, family);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
