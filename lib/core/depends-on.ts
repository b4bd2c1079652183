import type { TerraformDataSource, TerraformModule, TerraformResource } from "cdktf";
import { type Addressed, terraformAddressOf } from "./addresses";
import { resolveValue } from "./resolve";

/** What has `depends_on`. */
export type Waiting = TerraformResource | TerraformDataSource | TerraformModule;

/**
 * Makes a resource wait for other resources of its stack, in addition to the `dependsOn` of the caller.
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
