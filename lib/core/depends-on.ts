import type { TerraformResource } from "cdktf";
import { resolveValue } from "./resolve";

/**
 * Makes a resource wait for others of its stack, beside those that the caller gave as `dependsOn`.
 *
 * The addresses are sorted: the order in which the others were declared must not show in the output.
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
