import { texts, type Values } from "../../../../model";
import { detected, violation } from "../../contract/violations";
import { ItemError } from "../errors";
import { checkAttributeName, checkValue, invalid, type StoredItem } from "../expressions/attribute-values";

/** Refuses parameters of the time before expressions beside expressions, and placeholders without any. */
export function checkLegacyParameters(
  input: Values,
  expressions: readonly string[],
  others: readonly string[],
): void {
  const isGiven = (member: string): boolean => input[member] !== undefined;
  const given = expressions.filter(isGiven);
  // A filter may be an expression, and the condition of the keys not.
  const isMixed = isGiven("KeyConditions") && !isGiven("KeyConditionExpression");
  const wrong =
    given.length === 0
      ? []
      : others.filter((member) => isGiven(member) && !(isMixed && member === "KeyConditions"));
  if (wrong.length > 0) {
    throw new ItemError(
      "Can not use both expression and non-expression parameters in the same request: " +
        `Non-expression parameters: {${wrong.join(", ")}} Expression parameters: {${given.join(", ")}}`,
    );
  }
  if (isGiven("ExpressionAttributeNames") && given.length === 0) {
    throw new ItemError("ExpressionAttributeNames can only be specified when using expressions");
  }
  const filters = [input.Expected, input.QueryFilter, input.ScanFilter];
  if (
    isGiven("ConditionalOperator") &&
    given.length === 0 &&
    filters.every((each) => Object.keys(Object(each)).length === 0)
  ) {
    throw new ItemError("ConditionalOperator cannot be used without Filter or Expected");
  }
  const withValues = expressions.filter((each) => each !== "ProjectionExpression");
  if (withValues.length === 0 || !isGiven("ExpressionAttributeValues") || withValues.some(isGiven)) return;
  const absent = `${withValues.join(" and ")} ${withValues.length > 1 ? "are" : "is"} null`;
  throw new ItemError(`ExpressionAttributeValues can only be specified when using expressions: ${absent}`);
}

/** Writes the numbers of items and keys as tables hold them. Refuses values that they cannot hold. */
export function checkValues(item: unknown): void {
  for (const name of Object.keys(Object(item))) checkAttributeName(name);
  for (const value of Object.values(Object(item))) checkValue(value as Record<string, unknown>);
}

/** Errors of a start key without a word about the key. */
const untold = /contains duplicates|number set|numeric value|significant digits|number with magnitude/;

export function checkStartKey({ ExclusiveStartKey: start }: Values): void {
  try {
    checkValues(start);
  } catch (error) {
    if (!(error instanceof ItemError) || untold.test(error.message)) throw error;
    throw new ItemError(`The provided starting key is invalid: ${error.message}`);
  }
}

export function checkAttributesToGet(input: Values): void {
  const names = texts(input, "AttributesToGet");
  for (const name of names) checkAttributeName(name);
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) {
    throw new ItemError(invalid(`Duplicate value in attribute name: ${repeated}`));
  }
}

/** An object of a request whose shape was checked. */
export const itemIn = (input: Values, member: string): StoredItem => (input[member] ?? {}) as StoredItem;

/** The error of a constraint beside the shapes of requests. */
export const outside = (member: string, constraint: string): ItemError =>
  new ItemError(detected(violation(member, undefined, constraint)));
