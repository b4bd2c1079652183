import { isRecord } from "../../../../facts/text/record";
import { type AttributeOnWire, toDynamoDB } from "./dynamodb-values";
import { ResolverError } from "./signals";

/** An expression of DynamoDB with the values of its placeholders. */
export interface Expression {
  readonly expression: string;
  readonly expressionNames: Readonly<Record<string, string>>;
  readonly expressionValues: Readonly<Record<string, AttributeOnWire>>;
}

/** Collects the placeholders of expressions. */
export class ConditionPlaceholders {
  private readonly names = new Map<string, string>();
  private readonly values = new Map<string, AttributeOnWire>();

  /** `#address.#street` of `address.street`. */
  name(path: string): string {
    const parts = path.split(".").map((part) => {
      const [, name = part, index = ""] = /^([^[]*)((?:\[\d+\])*)$/.exec(part) ?? [];
      const placeholder = `#${name.replace(/\W/g, "_")}`;
      this.names.set(placeholder, name);
      return placeholder + index;
    });
    return parts.join(".");
  }

  value(hint: string, value: unknown): string {
    return this.attribute(hint, toDynamoDB(value));
  }

  /** A value in DynamoDB's form. */
  attribute(hint: string, value: AttributeOnWire): string {
    const base = `:${hint.replace(/\W/g, "_")}`;
    let placeholder = base;
    for (let count = 1; this.values.has(placeholder); count += 1) placeholder = `${base}_${count}`;
    this.values.set(placeholder, value);
    return placeholder;
  }

  expression(text: string): Expression {
    return {
      expression: text,
      expressionNames: Object.fromEntries(this.names),
      expressionValues: Object.fromEntries(this.values),
    };
  }
}

type Operator = (field: string, given: unknown, value: (given: unknown) => string) => string;

const comparison =
  (sign: string): Operator =>
  (field, given, value) =>
    `${field} ${sign} ${value(given)}`;

const attributeTypes: Readonly<Record<string, string>> = {
  _null: "NULL",
  string: "S",
  stringSet: "SS",
  number: "N",
  numberSet: "NS",
  binary: "B",
  binarySet: "BS",
  boolean: "BOOL",
  list: "L",
  map: "M",
};

const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : [given]);

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/transformation-helpers-in-utils-transform-js.html */
const operators: Readonly<Record<string, Operator>> = {
  eq: comparison("="),
  ne: comparison("<>"),
  le: comparison("<="),
  lt: comparison("<"),
  ge: comparison(">="),
  gt: comparison(">"),
  contains: (field, given, value) => `contains(${field},${value(given)})`,
  notContains: (field, given, value) => `NOT contains(${field},${value(given)})`,
  beginsWith: (field, given, value) => `begins_with(${field},${value(given)})`,
  between: (field, given, value) => {
    const [from, to] = listOf(given);
    return `${field} BETWEEN ${value(from)} AND ${value(to)}`;
  },
  in: (field, given, value) => `${field} IN (${listOf(given).map(value).join(", ")})`,
  attributeExists: (field, given) => `attribute_${given === false ? "not_exists" : "exists"}(${field})`,
  attributeType: (field, given, value) =>
    `attribute_type(${field}, ${value(attributeTypes[String(given)] ?? given)})`,
};

/** Writes a filter as an expression, which is empty for one that asks for nothing. */
export function conditionOf(filter: unknown): Expression {
  const placeholders = new ConditionPlaceholders();
  return placeholders.expression(bracketed(filter, placeholders).join(" AND "));
}

/** The conditions of a filter, each in brackets; DynamoDB refuses two pairs around one condition. */
function bracketed(filter: unknown, placeholders: ConditionPlaceholders): readonly string[] {
  return Object.entries(isRecord(filter) ? filter : {}).flatMap(([key, given]) => {
    if (given === null || given === undefined) return [];
    if (key === "and" || key === "or") return joined(listOf(given), key, placeholders) ?? [];
    if (key === "not") {
      const inner = joined(listOf(given), "and", placeholders);
      return inner === undefined ? [] : [`(NOT ${inner})`];
    }
    return fieldConditions(key, given, placeholders).map((each) => `(${each})`);
  });
}

function joined(
  filters: readonly unknown[],
  word: "and" | "or",
  placeholders: ConditionPlaceholders,
): string | undefined {
  const parts = filters.flatMap((each) => inBrackets(bracketed(each, placeholders), "AND") ?? []);
  return inBrackets(parts, word.toUpperCase());
}

function inBrackets(parts: readonly string[], word: string): string | undefined {
  return parts.length > 1 ? `(${parts.join(` ${word} `)})` : parts[0];
}

function fieldConditions(
  path: string,
  given: unknown,
  placeholders: ConditionPlaceholders,
): readonly string[] {
  const field = placeholders.name(path);
  return Object.entries(isRecord(given) ? given : {}).flatMap(([name, operand]) => {
    if (operand === null || operand === undefined) return [];
    if (name === "size") return sizeConditions(path, field, operand, placeholders);
    const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (operator === undefined) {
      const known = [...Object.keys(operators), "size"].join(", ");
      throw new ResolverError(`Unknown operator ${name} of ${path}. Known operators: ${known}.`, "Code");
    }
    return [operator(field, operand, (value) => placeholders.value(`${path}_${name}`, value))];
  });
}

function sizeConditions(
  path: string,
  field: string,
  given: unknown,
  placeholders: ConditionPlaceholders,
): readonly string[] {
  return Object.entries(isRecord(given) ? given : {}).flatMap(([name, operand]) => {
    const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (operand === null || operator === undefined) return [];
    return [
      operator(`size(${field})`, operand, (value) => placeholders.value(`${path}_size_${name}`, value)),
    ];
  });
}
