import { bitsOf, parseRange } from "../../../facts/event-pattern/cidr";
import { baseOperator, type Condition, isKnownOperator, timeOf } from "../conditions";
import type { PolicyDocumentStatement } from "../policy-document";
import { variablesIn, withVariables } from "../policy-variables";
import { type ConditionKeys, requestKeys } from "../request-keys";
import { anyText, intersectionsOf, sampleOf, shortSamplesOf } from "./patterns";

/** The values of a condition key in a request; undefined for a request without it. */
type Candidate = readonly string[] | undefined;

/** Combinations of condition keys to compare. */
export interface Contexts {
  readonly list: readonly ConditionKeys[];
  /** Whether there are more combinations than are tried. */
  readonly isPartial: boolean;
}

const maxContexts = 2048;

/** A value of a policy variable that no policy contains, so that resources with the variable differ from all others. */
const variableValue = (key: string): string => `\uE102${key.toLowerCase()}\uE102`;

/**
 * Combinations of condition keys in which every difference between the conditions of statements has an effect: values on both
 * sides of each limit, a value that no condition names, and no value.
 */
export function contextsOf(statements: readonly PolicyDocumentStatement[]): Contexts {
  const tests = testsOf(statements);
  const variables = variableKeysOf(statements);
  const keys = [...new Set([...tests.keys(), ...variables])];
  let candidates = keys.map((key) => candidatesOf(key, tests.get(key) ?? [], variables.has(key)));
  const combinations = (): number => candidates.reduce((product, { length }) => product * length, 1);
  const isPartial = combinations() > maxContexts;
  while (combinations() > maxContexts) {
    const longest = Math.max(...candidates.map(({ length }) => length));
    candidates = candidates.map((each) => (each.length === longest ? each.slice(0, longest - 1) : each));
  }
  const list = candidates.reduce<readonly ConditionKeys[]>(
    (contexts, values, index) =>
      contexts.flatMap((context) => values.map((value) => ({ ...context, [keys[index] ?? ""]: value }))),
    [{}],
  );
  return { list, isPartial };
}

interface Test {
  readonly operator: string;
  readonly isForMany: boolean;
  readonly values: readonly string[];
}

/** The comparisons of statements, by the key in lower case. */
function testsOf(statements: readonly PolicyDocumentStatement[]): ReadonlyMap<string, readonly Test[]> {
  const tests = new Map<string, Test[]>();
  for (const { condition = {} } of statements) {
    for (const [written, keys] of Object.entries(condition)) {
      for (const [key, values] of Object.entries(Object(keys) as Readonly<Record<string, unknown>>)) {
        const name = key.toLowerCase();
        const test = {
          operator: baseOperator(written),
          isForMany: /^For\w+Values?:/.test(written),
          values: [values].flat().map(String).flatMap(filledIn),
        };
        tests.set(name, [...(tests.get(name) ?? []), test]);
      }
    }
  }
  return tests;
}

const filledIn = (value: string): readonly string[] => {
  const keys = Object.fromEntries(variablesIn(value).map((key) => [key, variableValue(key)]));
  const filled = withVariables(value, requestKeys(keys));
  return filled === undefined ? [] : [filled];
};

function variableKeysOf(statements: readonly PolicyDocumentStatement[]): ReadonlySet<string> {
  const texts = statements.flatMap(({ resources, condition }) => [
    ...resources,
    ...(condition === undefined ? [] : [JSON.stringify(condition)]),
  ]);
  return new Set(texts.flatMap(variablesIn).map((key) => key.toLowerCase()));
}

function candidatesOf(key: string, tests: readonly Test[], isVariable: boolean): readonly Candidate[] {
  if (isOpaqueKey(key)) return [["true"], undefined];
  const single = [...new Set([...tests.flatMap(samplesOf), ...numbersIn(tests), ...meetsIn(tests)])];
  const own = isVariable ? variableValue(key) : anyText;
  const other = tests.some(({ operator }) => operator === "Bool") ? [] : [own];
  const values = [...single, ...other];
  // With several values, each may decide.
  const many = tests.some(({ isForMany }) => isForMany)
    ? [...single.map((each) => [each, anyText]), ...(single.length > 1 ? [single] : [])]
    : [];
  return [...values.map((each) => [each]), ...many, undefined];
}

/** Values on both sides of the limits of a comparison. */
function samplesOf({ operator, values }: Test): readonly string[] {
  switch (operator) {
    case "Bool":
      return ["true", "false"];
    case "Null":
      return [];
    case "IpAddress":
      return [...values.flatMap(addressesAround), "203.0.113.77", "2001:db8::77"];
    case "StringLike":
    case "ArnLike":
    case "ArnEquals":
      return values.flatMap((value) => [sampleOf(value), ...shortSamplesOf(value)]);
    case "StringEqualsIgnoreCase":
      return values.flatMap((value) => [value, value.toLowerCase(), value.toUpperCase()]);
    default:
      if (operator.startsWith("Numeric")) return [];
      if (operator.startsWith("Date")) return values.flatMap(datesAround);
      return values;
  }
}

/** The intersections of the patterns for one key. */
function meetsIn(tests: readonly Test[]): readonly string[] {
  const patterns = tests.flatMap(({ operator, values }) => (/Like$|^Arn/.test(operator) ? values : []));
  const distinct = [...new Set(patterns)].slice(0, 12);
  return distinct.flatMap((one, index) =>
    distinct.slice(index + 1).flatMap((other) => intersectionsOf(one, other).map(sampleOf)),
  );
}

/** The limits of the comparisons of numbers, and a number between each two of them. */
function numbersIn(tests: readonly Test[]): readonly string[] {
  const ofNumbers = tests.filter(({ operator }) => operator.startsWith("Numeric"));
  const limits = ofNumbers.flatMap(({ values }) => values.map(Number)).filter((each) => !Number.isNaN(each));
  const sorted = [Math.min(...limits) - 2, ...limits, Math.max(...limits) + 2].sort((a, b) => a - b);
  if (limits.length === 0) return [];
  return sorted.flatMap((each, index) => [each, (each + (sorted[index + 1] ?? each)) / 2]).map(String);
}

function datesAround(value: string): readonly string[] {
  const time = timeOf(value);
  if (Number.isNaN(time)) return [];
  return [time - 1000, time, time + 1000].map((each) => new Date(each).toISOString());
}

/** The prefix of keys that represent conditions which cannot be evaluated. */
const prefix = "condition that cannot be evaluated: ";

export const isOpaqueKey = (key: string): boolean => key.startsWith(prefix);

/**
 * Replaces each condition with an unknown operator by a key that is present or missing. The same condition in two policies
 * becomes the same key.
 */
export function withOpaqueConditions(statement: PolicyDocumentStatement): PolicyDocumentStatement {
  const { condition } = statement;
  if (condition === undefined || Object.keys(condition).every(isKnownOperator)) return statement;
  const known: Record<string, Record<string, unknown>> = {};
  for (const [operator, keys] of Object.entries(condition)) {
    const entries = Object.entries(Object(keys) as Condition);
    if (isKnownOperator(operator)) {
      known[operator] = { ...known[operator], ...Object.fromEntries(entries) };
      continue;
    }
    for (const [key, values] of entries) {
      const sorted = [...new Set([values].flat().map(String))].sort();
      const opaque = `${prefix}${operator} ${key} ${JSON.stringify(sorted)}`;
      known.StringEquals = { ...known.StringEquals, [opaque]: "true" };
    }
  }
  return { ...statement, condition: known };
}

/** The first and the last address of a range, and the neighbours of both; none for a text that is not a range. */
function addressesAround(range: string): readonly string[] {
  const parsed = parseRange(range);
  if (parsed === undefined) return [];
  const { network, version, bits } = parsed;
  const all = bitsOf[version];
  const size = 1n << BigInt(all - bits);
  const start = (toNumber(network, version) / size) * size;
  return [start - 1n, start, start + size - 1n, start + size]
    .filter((each) => each >= 0n && each < 1n << BigInt(all))
    .map((each) => toAddress(each, version));
}

function toNumber(address: string, version: 4 | 6): bigint {
  if (version === 4) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  // Written in one way: an address of IPv4 may be at the end.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string): readonly string[] => (text === "" ? [] : text.split(":"));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(Math.max(0, missing)).fill("0"), ...last].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

function toAddress(value: bigint, version: 4 | 6): string {
  const [count, width, base] = version === 4 ? ([4, 8n, 10] as const) : ([8, 16n, 16] as const);
  const parts = Array.from({ length: count }, (_, index) =>
    ((value >> (width * BigInt(count - 1 - index))) & ((1n << width) - 1n)).toString(base),
  );
  return parts.join(version === 4 ? "." : ":");
}
