import type { Construct } from "constructs";
import { Stack } from "../../app/stack";
import { FactKey, factOf } from "../../core/app-facts";
import { limits, requireWithin } from "../../core/limits";
import { physicalName } from "../../core/names/name";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

export function pathFromStack(construct: Construct): readonly string[] {
  const above = Stack.of(construct).node.scopes.length - 1;
  return construct.node.scopes.slice(above).map((scope) => scope.node.id);
}

/**
 * The ids from the stack down to a construct, or to a resource below it, for names in AWS.
 *
 * A moved construct keeps its former ids.
 */
export function namePath(construct: Construct, ...below: readonly string[]): readonly string[] {
  const stack = Stack.of(construct);
  const [stackId = "", ...ids] = pathFromStack(construct);
  return [stackId, ...stack.app.movedConstructs.formerIds(stack, [...ids, ...below])];
}

/** The paths of functions by their names, regions and credentials. */
const namesOfFunctions = new FactKey<Map<string, string>>("names of functions", () => new Map());

/**
 * The name of a function in AWS. Two functions of one app never have the same name in one region.
 *
 * @param where - path of the function
 * @param path - ids from the stack down to the function
 */
export function functionNameOf(
  where: string,
  stack: Stack,
  path: readonly string[],
  props: FunctionProps,
): string {
  const { functionName } = props;
  const given =
    typeof functionName === "function" && !isClass(functionName)
      ? functionName({ stack, functionProps: props })
      : functionName;
  const name = given ?? physicalName(path, limits.aws_lambda_function.functionName.max);
  if (typeof name === "string" && isUnresolved(name)) return name;
  requireWithin(where, "functionName", name, limits.aws_lambda_function.functionName);
  const names = factOf(stack, namesOfFunctions);
  const provider = Object(props.cdk?.function?.provider) as { readonly fqn?: unknown };
  const key = JSON.stringify([name, stack.accountKey, stack.region, provider.fqn]);
  const other = names.get(key) ?? where;
  // The function itself may have been planned before, in a refused call.
  if (other !== where) fail(where, "function-name-duplicate", "functionName", { value: name, other });
  names.set(key, where);
  return name;
}

function isClass(value: object): boolean {
  return String(value).startsWith("class ");
}
