import type { Construct, IConstruct } from "constructs";
import {
  type Binding,
  createBinding,
  fetchFromSsm,
  parameterArn,
  Stack,
  storeVariable,
} from "../../../kit/app";
import { isProviderObject, resolveValue } from "../../../kit/core";
import type { Function } from "../../../kit/function";
import { fail } from "../errors";
import { userbaseDescription } from "../library";
import type { Triggers } from "./triggers";

/** The ids of a directory, by the name with which functions read them. */
export type DirectoryVariables = Readonly<Record<"userPoolId" | "userPoolClientId", string>>;

/**
 * The binding that `bind` passes to a function: the ids of the directory, or, for its own triggers, the parameters that hold them.
 *
 * An id in a trigger's environment would be a circular dependency: the directory waits for its triggers. The names of
 * the parameters are known before the deployment.
 */
export function directoryBinding(
  userbase: Construct,
  variables: DirectoryVariables,
  triggers: Triggers,
  consumer: IConstruct | undefined,
): Binding {
  const trigger = triggers.all.find((fn) => fn === consumer);
  if (trigger === undefined) return createBinding(userbaseDescription, userbase, variables);
  const placeholders = { userPoolId: fetchFromSsm, userPoolClientId: fetchFromSsm } as const;
  const binding = createBinding(userbaseDescription, userbase, placeholders);
  const names = Object.entries(variables).map(([variable, value]) =>
    storeVariable(userbase, binding, variable, value),
  );
  const read = {
    Action: ["ssm:GetParameters"],
    Resource: names.map((name) => parameterArn(userbase, name)),
  };
  return { ...binding, permissions: [...triggers.permitHere(trigger, [userbase]), read] };
}

/** Refuses triggers whose environment refers to resources that wait for the triggers. */
export function checkTriggerEnvironments(userbase: Construct, triggers: Triggers): void {
  const waiting = waitingForTriggers(userbase);
  for (const [key, fn] of triggers.entries) {
    // A reference from another stack is a circle of stacks, which the app refuses.
    if (Stack.of(fn) === Stack.of(userbase)) checkEnvironment(userbase, key, fn, waiting);
  }
}

function checkEnvironment(userbase: Construct, key: string, fn: Function, waiting: readonly string[]): void {
  const variables = fn.cdk.function.environmentInput?.variables ?? {};
  for (const [name, value] of Object.entries(variables)) {
    const text = String(resolveValue(fn, value));
    const target = waiting.find((address) => refersTo(text, address));
    if (target !== undefined) {
      fail(userbase, "trigger-own-pool", `triggers.${key}.environment.${name}`, { target });
    }
  }
}

/** Addresses of the pool and of the resources that refer to it. */
function waitingForTriggers(userbase: Construct): readonly string[] {
  const isRole = (path: string) =>
    /^\/(AuthRole|UnauthRole|GroupRole_[^/]+)\/Role$/.test(path.slice(userbase.node.path.length));
  return userbase.node
    .findAll()
    .filter((each) => isProviderObject(each))
    .filter((each) => each.terraformResourceType.startsWith("aws_cognito_") || isRole(each.node.path))
    .map((each) => `${each.terraformResourceType}.${each.friendlyUniqueId}`);
}

function refersTo(text: string, address: string): boolean {
  const at = text.indexOf(address);
  return at !== -1 && !/[\w-]/.test(text.charAt(at + address.length));
}
