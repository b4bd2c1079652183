import { typeOf } from "../expressions/attribute-values";
import { parseCondition } from "../expressions/condition-parser";
import { Placeholders } from "../expressions/placeholders";
import { ItemError } from "../expressions/problems";
import { parseProjection } from "../expressions/projection-parser";
import type { ConditionTree, Operand, Path, UpdateStep } from "../expressions/syntax";
import { parseUpdate } from "../expressions/update-parser";
import type { Parsed, ParsedCondition, Request } from "./package";

/** Parses the expressions of a request, and puts them where the package has its own. Throws AWS's error. */
export function parseExpressions(request: Request): void {
  const placeholders = new Placeholders(request.ExpressionAttributeNames, request.ExpressionAttributeValues);
  const { UpdateExpression, ConditionExpression, KeyConditionExpression } = request;
  const { FilterExpression, ProjectionExpression } = request;
  if (UpdateExpression !== undefined) {
    const steps = of("UpdateExpression", () => parseUpdate(UpdateExpression, placeholders));
    const sections = steps.map((step) => ({ path: step.path, ...typeOfStep(step) }));
    request._updates = { steps, sections, ...attributesOf(steps.map(({ path }) => path)) };
  }
  const condition = (member: string, text: string): ParsedCondition => {
    const expression = of(member, () => parseCondition(text, placeholders));
    return { expression, ...attributesOf([...pathsOf(expression)]) };
  };
  if (ConditionExpression !== undefined) {
    request._condition = condition("ConditionExpression", ConditionExpression);
  }
  if (KeyConditionExpression !== undefined) {
    request._keyCondition = condition("KeyConditionExpression", KeyConditionExpression);
  }
  if (FilterExpression !== undefined) request._filter = condition("FilterExpression", FilterExpression);
  if (ProjectionExpression !== undefined) {
    const paths = of("ProjectionExpression", () => parseProjection(ProjectionExpression, placeholders));
    request._projection = { paths, ...attributesOf(paths) };
  }
  placeholders.refuseUnused();
}

function of<Result>(member: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ItemError)) throw error;
    throw new ItemError(`Invalid ${member}: ${error.message}`);
  }
}

function attributesOf(paths: readonly Path[]): Parsed {
  const pathHeads: Record<string, true> = Object.create(null);
  const nestedPaths: Record<string, true> = Object.create(null);
  for (const [name, ...parts] of paths) {
    pathHeads[String(name)] = true;
    if (parts.length > 0) nestedPaths[String(name)] = true;
  }
  return { pathHeads, nestedPaths };
}

/** The type that an update gives to an attribute, where the request says it. */
function typeOfStep(step: UpdateStep): { readonly attrType?: string } {
  if (step.kind === "REMOVE") return {};
  const value =
    step.kind !== "SET" ? step.value : step.operand.kind === "value" ? step.operand.value : undefined;
  return value === undefined ? {} : { attrType: typeOf(value) };
}

function* pathsOf(condition: ConditionTree): Iterable<Path> {
  switch (condition.kind) {
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
