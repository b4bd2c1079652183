import { isRecord } from "../../text/record";
import { Aggregate, refusedInput, SqlStatement, type Writer } from "./writer";

const comparisons: Readonly<Record<string, string>> = {
  eq: "=",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

export const aggregates = ["max", "min", "count", "avg", "sum"] as const;

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** The text of a `where`; empty if it has no condition. */
export function whereClause(given: unknown, writer: Writer): string {
  if (isNothing(given)) return "";
  if (given instanceof SqlStatement && given.isText) return given.write(writer);
  if (!isConditions(given)) {
    throw refusedInput("WHERE values are expected to be SQL templates or a condition object.");
  }
  return conditionsText(given, writer);
}

function isConditions(given: unknown): given is Readonly<Record<string, unknown>> {
  return isRecord(given) && !(given instanceof SqlStatement);
}

/**
 * Conditions of one level, joined by AND.
 *
 * AWS puts no brackets around an `or` next to other conditions: `a AND b OR c` matches every row that matches c. Inside a
 * group, each condition has brackets, and the operator of the group joins them.
 *
 * @param group - the operator of the group that contains the level
 */
function conditionsText(
  given: Readonly<Record<string, unknown>>,
  writer: Writer,
  group?: "AND" | "OR",
): string {
  const bracketed = (text: string): string => (group === undefined || text === "" ? text : `(${text})`);
  let hasOpenOr = false;
  const texts = Object.entries(given).flatMap(([key, value]) => {
    if (key === "and" || key === "or") {
      const parts = groupTexts(key, value, writer);
      hasOpenOr ||= key === "or" && parts.length > 1 && group === undefined;
      const text = parts.join(` ${key.toUpperCase()} `);
      return text === "" ? [] : [bracketed(text)];
    }
    return [bracketed(columnText(key, value, writer))];
  });
  const word = group ?? "AND";
  if (texts.length > 1 && hasOpenOr) {
    writer.warn(
      "where has an or beside other conditions. AWS writes no brackets around it, so that rows match which only one part of the or describes. Put it into and: [{ or: [...] }].",
    );
  }
  if (texts.length > 1 && group === "OR") {
    writer.warn(
      "An element of or has several conditions. They are joined by OR, too. Put them into and: [...].",
    );
  }
  return texts.join(` ${word} `);
}

function groupTexts(key: "and" | "or", given: unknown, writer: Writer): readonly string[] {
  if (!Array.isArray(given)) throw refusedInput(`${key} expects conditions to be an array`);
  return given.map((each: unknown) => {
    if (!isConditions(each)) throw refusedInput(`Expected ${key} to be an Object.`);
    return conditionsText(each, writer, key === "and" ? "AND" : "OR");
  });
}

function columnText(path: string, given: unknown, writer: Writer): string {
  if (!isConditions(given)) throw refusedInput("Expected condition to be an Object.");
  return Object.entries(given)
    .map(([operator, value]) => operationText(writer.name(path), path, operator, value, writer))
    .join(" AND ");
}

function operationText(
  column: string,
  path: string,
  operator: string,
  value: unknown,
  writer: Writer,
): string {
  const where = `${path}.${operator}`;
  const needed = (): unknown => {
    if (isNothing(value)) throw refusedInput(`Value for ${where} can't be null.`);
    return value;
  };
  const text = (): string => {
    const given = needed();
    if (typeof given !== "string") throw refusedInput(`${where} expects a string value to be passed.`);
    return given;
  };
  const sign = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  if (sign !== undefined) return `${column} ${sign} ${writer.value(needed())}`;
  const aggregate = aggregateOf(operator);
  if (aggregate !== undefined) {
    const target = writer.source(aggregate(path));
    return Object.entries(isConditions(value) ? value : {})
      .map(([name, each]) => operationText(target, where, name, each, writer))
      .join(" AND ");
  }
  switch (operator) {
    case "beginsWith":
      return `${column} LIKE ${writer.value(`${text()}%`)}`;
    case "contains":
      return `${column} LIKE ${writer.value(`%${text()}%`)}`;
    case "notContains":
      // AWS adds no wildcards.
      return `${column} NOT LIKE ${writer.value(text())}`;
    case "between":
      return betweenText(column, where, value, writer);
    case "attributeExists": {
      const exists = needed();
      if (typeof exists !== "boolean") throw refusedInput(`${where} expects a boolean value to be passed.`);
      return `${column} IS ${exists ? "NOT " : ""}NULL`;
    }
    case "size":
      return sizeText(column, where, value, writer);
    default:
      throw refusedInput(`Unsupported condition ${where}.`);
  }
}

function betweenText(target: string, where: string, given: unknown, writer: Writer): string {
  if (!Array.isArray(given)) throw refusedInput(`${where} condition expects an array with length of 2.`);
  if (given.length !== 2) {
    throw refusedInput(
      `${where} condition expects an array with 2 values but received an array with length ${given.length}.`,
    );
  }
  const [from, to] = given.map((each) => writer.valueOrNull(each));
  return `${target} BETWEEN ${from} AND ${to}`;
}

function sizeText(column: string, where: string, given: unknown, writer: Writer): string {
  if (!isConditions(given)) throw refusedInput(`Expected ${where} to be an Object.`);
  const target = `LENGTH (${column})`;
  return Object.entries(given)
    .map(([operator, value]) => {
      if (operator === "between") return betweenText(target, where, value, writer);
      const sign = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
      if (sign === undefined) throw refusedInput(`${where} has invalid size operator.`);
      return `${target} ${sign} ${writer.valueOrNull(value)}`;
    })
    .join(" AND ");
}

/** Whether a member of a condition is a function over its column: `count`, `sumDistinct`. */
export function isAggregate(operator: string): boolean {
  return aggregateOf(operator) !== undefined;
}

function aggregateOf(operator: string): ((column: unknown) => Aggregate) | undefined {
  const [, name, distinct] = /^([a-z]+)(Distinct)?$/.exec(operator) ?? [];
  if (!aggregates.some((each) => each === name)) return undefined;
  return (column) => new Aggregate(String(name), distinct !== undefined, column);
}
