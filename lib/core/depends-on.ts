import type { TerraformResource } from "cdktf";
import { resolveValue } from "./resolve";

/**
 * Makes a resource wait for other resources of its stack, in addition to the `dependsOn` of the caller.
 *
 * The addresses are sorted, so that the output does not depend on the order of declaration.
 */
export function waitFor(waiting: TerraformResource, others: readonly TerraformResource[]): void {
  const given = waiting.dependsOn ?? [];
  const written = given.map((address) =>
    String(resolveValue(waiting, address)).replace(/^\$\{(.*)\}$/, "$1"),
  );
  const addresses = others.map((each) => `${each.terraformResourceType}.${each.friendlyUniqueId}`);
  const added = [...new Set(addresses)].filter((address) => !written.includes(address)).sort();
  if (added.length > 0) waiting.dependsOn = [...given, ...added];
}
