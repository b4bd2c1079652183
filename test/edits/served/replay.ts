import type { Stack } from "../../../lib/kit/app";
import { synthesized, testStack } from "../../support/stack";
import { AccountModel, type Check } from "./account-model";
import { type Configuration, possibleOrders, StandIns } from "./stand-ins";

/** Creates the deployed resources; undefined removes all of them. */
export type State = ((stack: Stack) => unknown) | undefined;

/**
 * Deploys states one after the other, in every order that Terraform may choose. Returns what clients would notice, and what AWS
 * would refuse.
 *
 * @param check - what is wrong after an operation, given the configurations before and after the deployment
 */
export function replayed(
  states: readonly State[],
  check: (before: Configuration, after: Configuration) => Check,
): readonly string[] {
  const standIns = new StandIns();
  const problems = new Set<string>();
  let before: Configuration = { resource: {} };
  let model = new AccountModel(() => []);
  for (const [index, state] of states.entries()) {
    const after = state === undefined ? { resource: {} } : configurationOf(state);
    const deployment = standIns.deploy(after, index === states.length - 1);
    let next = model;
    for (const order of possibleOrders(deployment).toReversed()) {
      next = model.copy(check(before, after));
      next.replay(order, after);
      for (const problem of next.problems) problems.add(problem);
    }
    [model, before] = [next, after];
  }
  return [...problems].sort();
}

function configurationOf(make: NonNullable<State>): Configuration {
  const stack = testStack();
  make(stack);
  const { resource, moved } = synthesized(stack) as Partial<Configuration>;
  return { resource: resource ?? {}, ...(moved && { moved }) };
}

/** The addresses of a type that both configurations have. */
export function lasting(type: string, before: Configuration, after: Configuration): readonly string[] {
  const names = Object.keys(before.resource[type] ?? {});
  return names.filter((name) => after.resource[type]?.[name] !== undefined).map((name) => `${type}.${name}`);
}
