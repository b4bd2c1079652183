import { ItemError } from "../expressions/problems";
import type { ConditionTree, Operand } from "../expressions/syntax";
import { comparators, type LegacyCondition, type LegacyConditions } from "./legacy-conditions";

const operators = new Map(Object.entries(comparators).map(([name, sign]) => [String(sign), name]));

/** The condition of each key in `KeyConditionExpression`. */
export function keyConditions(condition: ConditionTree): LegacyConditions {
  const found: Record<string, LegacyCondition> = Object.create(null);
  collect(condition, found);
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
