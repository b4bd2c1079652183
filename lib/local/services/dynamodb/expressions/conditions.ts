import {
  type AttributeValue,
  areEqual,
  beginsWith,
  compareValues,
  containsValue,
  type StoredItem,
  sizeOf,
  typeOf,
} from "./attribute-values";
import { type Comparator, type ConditionTree, type Operand, valueAtPath } from "./syntax";

/** Whether an item fulfils a condition. An absent attribute is equal to nothing, and in no order with anything. */
export function isFulfilled(condition: ConditionTree, item: StoredItem): boolean {
  switch (condition.kind) {
    case "and":
      return isFulfilled(condition.left, item) && isFulfilled(condition.right, item);
    case "or":
      return isFulfilled(condition.left, item) || isFulfilled(condition.right, item);
    case "not":
      return !isFulfilled(condition.of, item);
    case "compare":
      return compares(condition.comparator, valueOf(condition.left, item), valueOf(condition.right, item));
    case "between": {
      const value = valueOf(condition.operand, item);
      return (
        compares(">=", value, valueOf(condition.least, item)) &&
        compares("<=", value, valueOf(condition.most, item))
      );
    }
    case "in": {
      const value = valueOf(condition.operand, item);
      return condition.among.some((each) => compares("=", value, valueOf(each, item)));
    }
    case "test":
      return isTrue(condition.name, condition.operands, item);
  }
}

export function compares(
  comparator: Comparator,
  left: AttributeValue | undefined,
  right: AttributeValue | undefined,
): boolean {
  if (left === undefined || right === undefined) return comparator === "<>";
  if (comparator === "=") return areEqual(left, right);
  if (comparator === "<>") return !areEqual(left, right);
  const order = compareValues(left, right);
  if (order === undefined) return false;
  switch (comparator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

function isTrue(name: string, operands: readonly Operand[], item: StoredItem): boolean {
  const [first, second] = operands.map((each) => valueOf(each, item));
  if (name === "attribute_exists") return first !== undefined;
  if (name === "attribute_not_exists") return first === undefined;
  if (first === undefined || second === undefined) return false;
  if (name === "attribute_type") return typeOf(first) === second.S;
  return name === "begins_with" ? beginsWith(first, second) : containsValue(first, second);
}

function valueOf(operand: Operand, item: StoredItem): AttributeValue | undefined {
  if (operand.kind === "value") return operand.value;
  if (operand.kind === "path") return valueAtPath(item, operand.path);
  if (operand.kind !== "call") return undefined;
  const [of] = operand.operands;
  const value = of && valueOf(of, item);
  const size = value && sizeOf(value);
  return size === undefined ? undefined : { N: String(size) };
}
