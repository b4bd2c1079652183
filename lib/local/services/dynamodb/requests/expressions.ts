import type { Values } from "../../../../model/resources/model";
import type { StoredItem } from "../expressions/attribute-values";
import { parseCondition } from "../expressions/condition-parser";
import { Placeholders } from "../expressions/placeholders";
import { ItemError } from "../expressions/problems";
import { parseProjection } from "../expressions/projection-parser";
import type { ConditionTree, Operand, Path, UpdateStep } from "../expressions/syntax";
import { parseUpdate } from "../expressions/update-parser";
import type { Table } from "../store/table";

/** The expressions of a request. Each is undefined where the request has none. */
export interface Expressions {
  readonly update: readonly UpdateStep[] | undefined;
  readonly condition: ConditionTree | undefined;
  readonly keyCondition: ConditionTree | undefined;
  readonly filter: ConditionTree | undefined;
  readonly projection: readonly Path[] | undefined;
}

/** Parses the expressions of a request. Throws AWS's error. */
export function parseExpressions(input: Values): Expressions {
  const placeholders = new Placeholders(
    input.ExpressionAttributeNames as Readonly<Record<string, string>> | undefined,
    input.ExpressionAttributeValues as StoredItem | undefined,
  );
  const parsed = <Result>(
    member: string,
    parse: (text: string, given: Placeholders) => Result,
  ): Result | undefined => {
    const text = input[member];
    if (typeof text !== "string") return undefined;
    try {
      return parse(text, placeholders);
    } catch (error) {
      throw error instanceof ItemError ? new ItemError(`Invalid ${member}: ${error.message}`) : error;
    }
  };
  const expressions = {
    update: parsed("UpdateExpression", parseUpdate),
    condition: parsed("ConditionExpression", parseCondition),
    keyCondition: parsed("KeyConditionExpression", parseCondition),
    filter: parsed("FilterExpression", parseCondition),
    projection: parsed("ProjectionExpression", parseProjection),
  };
  placeholders.refuseUnused();
  return expressions;
}

/** Refuses paths into keys, since only documents have parts. */
export function checkKeyPaths(paths: Iterable<Path> | undefined, table: Table): void {
  const heads = new Set([...(paths ?? [])].filter(({ length }) => length > 1).map(([name]) => name));
  if (heads.size === 0) return;
  const refuse = (kind: string, name: string): void => {
    const rule = "list random access '[]' and map lookup '.' are not allowed";
    if (heads.has(name)) throw new ItemError(`Key attributes must be scalars; ${rule}: ${kind}: ${name}`);
  };
  for (const { name } of table.keys) refuse("Key", name);
  for (const { keys } of table.indexes) for (const { name } of keys) refuse("IndexKey", name);
}

/** The paths that a condition names. */
export function* pathsOf(condition: ConditionTree | undefined): Iterable<Path> {
  switch (condition?.kind) {
    case "and":
    case "or":
      yield* pathsOf(condition.left);
      yield* pathsOf(condition.right);
      return;
    case "not":
      yield* pathsOf(condition.of);
      return;
    case "compare":
      yield* pathsOfOperands([condition.left, condition.right]);
      return;
    case "between":
      yield* pathsOfOperands([condition.operand, condition.least, condition.most]);
      return;
    case "in":
      yield* pathsOfOperands([condition.operand, ...condition.among]);
      return;
    case "test":
      yield* pathsOfOperands(condition.operands);
  }
}

function* pathsOfOperands(operands: readonly Operand[]): Iterable<Path> {
  for (const operand of operands) {
    if (operand.kind === "path") yield operand.path;
    if (operand.kind === "call") yield* pathsOfOperands(operand.operands);
  }
}
