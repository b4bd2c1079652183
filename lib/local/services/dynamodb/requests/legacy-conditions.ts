import type { Values } from "../../../../model";
import { ItemError } from "../errors";
import {
  type AttributeValue,
  beginsWith,
  checkValue,
  compareValues,
  containsValue,
  invalid,
  type StoredItem,
  typeOf,
} from "../expressions/attribute-values";
import { compares } from "../expressions/conditions";
import type { Comparator, ConditionTree, Operand } from "../expressions/syntax";
import type { Expressions } from "./expressions";

export type LegacyConditions = Readonly<Record<string, LegacyCondition>>;

export interface LegacyCondition {
  readonly ComparisonOperator?: string;
  readonly AttributeValueList?: readonly AttributeValue[];
  readonly Value?: AttributeValue;
  readonly Exists?: boolean;
}

/**
 * Whether an item fulfils `Expected`, `QueryFilter` or `ScanFilter`, which were before expressions.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.Conditions.html
 */
export function fulfilsAll(
  conditions: LegacyConditions,
  operator: string | undefined,
  item: StoredItem,
): boolean {
  const fulfils = ([name, condition]: readonly [string, LegacyCondition]): boolean =>
    isFulfilled(condition, Object.hasOwn(item, name) ? item[name] : undefined);
  const entries = Object.entries(conditions);
  return operator === "OR" && entries.length > 0 ? entries.some(fulfils) : entries.every(fulfils);
}

const comparators: Readonly<Record<string, Comparator>> = {
  EQ: "=",
  NE: "<>",
  LT: "<",
  LE: "<=",
  GT: ">",
  GE: ">=",
};

function isFulfilled(condition: LegacyCondition, value: AttributeValue | undefined): boolean {
  const { Value, AttributeValueList: values = Value === undefined ? [] : [Value] } = condition;
  const [first, second] = values;
  const operator = condition.ComparisonOperator ?? (condition.Exists === false ? "NULL" : "EQ");
  const comparator = comparators[operator];
  if (comparator !== undefined) return compares(comparator, value, first);
  if (operator === "NULL" || operator === "NOT_NULL") return (value === undefined) === (operator === "NULL");
  if (operator === "BETWEEN") return compares(">=", value, first) && compares("<=", value, second);
  if (operator === "IN") return values.some((each) => compares("=", value, each));
  if (value === undefined || first === undefined) return false;
  if (operator === "BEGINS_WITH") return beginsWith(value, first);
  return containsValue(value, first) === (operator === "CONTAINS");
}

/** Operators that need a text, a number or bytes. */
const ofScalars = ["LE", "LT", "GE", "GT", "CONTAINS", "NOT_CONTAINS", "IN", "BETWEEN", "BEGINS_WITH"];

/** Refuses conditions that AWS refuses: wrong numbers and types of values. */
export function checkConditions(conditions: LegacyConditions | undefined): void {
  for (const { ComparisonOperator: operator = "EQ", AttributeValueList = [], Value } of Object.values(
    conditions ?? {},
  )) {
    const values = AttributeValueList.length === 0 && Value !== undefined ? [Value] : AttributeValueList;
    for (const value of values) checkValue(value);
    if (!isCountOf(operator, values.length)) {
      throw new ItemError(invalid(`Invalid number of argument(s) for the ${operator} ComparisonOperator`));
    }
    checkTypes(operator, values);
  }
}

function isCountOf(operator: string, count: number): boolean {
  if (operator === "NULL" || operator === "NOT_NULL") return count === 0;
  if (operator === "IN") return count > 0;
  return count === (operator === "BETWEEN" ? 2 : 1);
}

function checkTypes(operator: string, values: readonly AttributeValue[]): void {
  const types = new Set(values.map(typeOf));
  if (types.size > 1) {
    throw new ItemError(invalid("AttributeValues inside AttributeValueList must be of same type"));
  }
  for (const type of types) {
    const isScalar = type === "S" || type === "B" || (type === "N" && operator !== "BEGINS_WITH");
    if (!isScalar && ofScalars.includes(operator)) {
      const what = `ComparisonOperator ${operator} is not valid for ${type} AttributeValue type`;
      throw new ItemError(invalid(what));
    }
  }
  const [least, most] = values;
  const order = operator === "BETWEEN" && least && most ? compareValues(least, most) : undefined;
  if (order !== undefined && order > 0) {
    throw new ItemError(
      "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound",
    );
  }
}

/** Refuses `Expected` where its members do not go together. */
export function checkExpected(expected: LegacyConditions | undefined): void {
  for (const [name, condition] of Object.entries(expected ?? {})) {
    const problem = problemOf(condition);
    if (problem !== undefined) throw new ItemError(invalid(`${problem} for Attribute: ${name}`));
    const { ComparisonOperator, Value } = condition;
    if (ComparisonOperator !== undefined) checkConditions({ [name]: condition });
    else if (Value !== undefined) checkValue(Value);
  }
}

function problemOf(condition: LegacyCondition): string | undefined {
  const { ComparisonOperator: operator, AttributeValueList: list, Value, Exists } = condition;
  if (list !== undefined && Value !== undefined)
    return "Value and AttributeValueList cannot be used together";
  if (operator !== undefined) {
    if (Exists !== undefined) return "Exists and ComparisonOperator cannot be used together";
    const isWithout = operator === "NULL" || operator === "NOT_NULL";
    return isWithout || list !== undefined || Value !== undefined
      ? undefined
      : `Value or AttributeValueList must be used with ComparisonOperator: ${operator}`;
  }
  if (list !== undefined) return "AttributeValueList can only be used with a ComparisonOperator";
  if (Exists === false) {
    return Value === undefined ? undefined : "Value cannot be used when Exists is false";
  }
  return Value === undefined ? `Value must be provided when Exists is ${Exists ?? "null"}` : undefined;
}

const operators = new Map(Object.entries(comparators).map(([name, sign]) => [String(sign), name]));

/** The condition of each key in a query. */
export function queryConditions(input: Values, { keyCondition }: Partial<Expressions>): LegacyConditions {
  if (keyCondition === undefined) return (input.KeyConditions ?? {}) as LegacyConditions;
  const found: Record<string, LegacyCondition> = Object.create(null);
  collect(keyCondition, found);
  return found;
}

function collect(condition: ConditionTree, found: Record<string, LegacyCondition>): void {
  switch (condition.kind) {
    case "and":
      collect(condition.left, found);
      collect(condition.right, found);
      return;
    case "compare": {
      const { comparator, left, right } = condition;
      if (comparator === "<>") throw invalidOperator(comparator);
      const isReversed = left.kind !== "path" && right.kind === "path";
      // `:a < id` is `id > :a`.
      const turned = comparator.replace(/[<>]/, (sign) => (sign === "<" ? ">" : "<"));
      const operator = operators.get(isReversed ? turned : comparator) ?? "";
      add(found, operator, isReversed ? [right, left] : [left, right]);
      return;
    }
    case "between":
      requireKeyFirst("BETWEEN", condition.operand);
      add(found, "BETWEEN", [condition.operand, condition.least, condition.most]);
      return;
    case "test":
      if (condition.name !== "begins_with") throw invalidOperator(condition.name);
      requireKeyFirst("begins_with", condition.operands[0]);
      add(found, "BEGINS_WITH", condition.operands);
      return;
    default:
      throw invalidOperator(condition.kind.toUpperCase());
  }
}

function add(found: Record<string, LegacyCondition>, operator: string, operands: readonly Operand[]): void {
  if (operands.some(({ kind }) => kind === "call")) {
    throw new ItemError("KeyConditionExpressions cannot contain nested operations");
  }
  const paths = operands.flatMap((each) => (each.kind === "path" ? [each.path] : []));
  if (paths.length > 1) throw invalidCondition("Multiple attribute names used in one condition");
  const [[name, ...parts] = []] = paths;
  if (typeof name !== "string") throw invalidCondition("No key attribute specified");
  if (parts.length > 0) {
    throw new ItemError("KeyConditionExpressions cannot have conditions on nested attributes");
  }
  if (found[name] !== undefined) {
    throw new ItemError("KeyConditionExpressions must only contain one condition per key");
  }
  const values = operands.flatMap((each) => (each.kind === "value" ? [each.value] : []));
  found[name] = { ComparisonOperator: operator, AttributeValueList: values };
}

function requireKeyFirst(operator: string, operand: Operand | undefined): void {
  if (operand?.kind === "path") return;
  throw invalidCondition(`${operator} operator must have the key attribute as its first operand`);
}

const invalidOperator = (name: string): ItemError =>
  new ItemError(`Invalid operator used in KeyConditionExpression: ${name}`);

const invalidCondition = (what: string): ItemError =>
  new ItemError(`Invalid condition in KeyConditionExpression: ${what}`);
