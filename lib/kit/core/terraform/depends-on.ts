import {
  type TerraformDataSource,
  type TerraformModule,
  type TerraformResource,
  TerraformStack,
} from "cdktf";
import { resolveValue } from "../tokens/resolve";
import { type Addressed, terraformAddressOf } from "./addresses";

export type Waiting = TerraformResource | TerraformDataSource | TerraformModule;

/**
 * Makes a resource wait for other resources of its stack, in addition to the caller's `dependsOn`.
 *
 * The addresses are sorted, so that the output does not depend on the order of declaration.
 */
export function waitFor(waiting: Waiting, others: readonly Addressed[]): void {
  const given = waiting.dependsOn ?? [];
  const written = given.map((address) =>
    String(resolveValue(waiting, address)).replace(/^\$\{(.*)\}$/, "$1"),
  );
  const added = [...new Set(others.map(terraformAddressOf))]
    .filter((address) => !written.includes(address))
    .sort();
  if (added.length > 0) waiting.dependsOn = [...given, ...added];
}

/**
 * Makes senders of events wait for their permissions: the services do not retry refused deliveries.
 *
 * A permission or policy in another stack is left out: stacks are deployed one after the other.
 */
export function waitForAccess(waiting: Waiting, allowedBy: readonly (TerraformResource | undefined)[]): void {
  const stack = TerraformStack.of(waiting);
  waitFor(
    waiting,
    allowedBy.flatMap((each) => (each !== undefined && TerraformStack.of(each) === stack ? [each] : [])),
  );
}
