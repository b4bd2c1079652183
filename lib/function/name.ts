import { Token } from "cdktf";
import type { Construct } from "constructs";
import type { App } from "../app/app";
import { Stack } from "../app/stack";
import { physicalName } from "../core/name";
import { quotas } from "../core/quotas";
import { fail } from "./errors";
import type { FunctionProps } from "./props";

/** The ids from the stack down to a construct. */
export function pathFromStack(construct: Construct): readonly string[] {
  const above = Stack.of(construct).node.scopes.length - 1;
  return construct.node.scopes.slice(above).map((scope) => scope.node.id);
}

const namesOf = new WeakMap<App, Map<string, string>>();

/** The name of a function in AWS; two functions of one app never share one. */
export function functionNameOf(fn: Construct, props: FunctionProps): string {
  const stack = Stack.of(fn);
  const { functionName } = props;
  const given =
    typeof functionName === "function" ? functionName({ stack, functionProps: props }) : functionName;
  const name = given ?? physicalName(pathFromStack(fn), quotas.functionNameLength);
  if (Token.isUnresolved(name)) return name;
  if (typeof name !== "string" || !/^[A-Za-z0-9_-]+$/.test(name)) {
    fail(fn, "prop-invalid", "functionName", { value: name, expected: "letters, digits, - and _" });
  }
  if (name.length > quotas.functionNameLength) {
    fail(fn, "name-too-long", "functionName", {
      value: name,
      length: name.length,
      limit: quotas.functionNameLength,
    });
  }
  const names = namesOf.get(stack.app) ?? new Map<string, string>();
  namesOf.set(stack.app, names);
  const other = names.get(name) ?? fn.node.path;
  // The function itself may have been planned before, in a call that was refused.
  if (other !== fn.node.path) fail(fn, "function-name-duplicate", "functionName", { value: name, other });
  names.set(name, fn.node.path);
  return name;
}
