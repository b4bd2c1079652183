import type { TerraformResource } from "cdktf";

const added = new WeakMap<TerraformResource, ReadonlySet<string>>();

/**
 * Makes a resource wait for others of its stack.
 *
 * For what is known only when everything else is: an earlier synthesis may have made it wait for other ones, which are
 * forgotten. What the caller gave as `dependsOn` stays.
 */
export function waitFor(waiting: TerraformResource, others: readonly TerraformResource[]): void {
  const addresses = others.map((each) => `${each.terraformResourceType}.${each.friendlyUniqueId}`);
  const before = added.get(waiting);
  const kept = (waiting.dependsOn ?? []).filter((address) => !before?.has(address));
  const all = [...new Set([...kept, ...addresses])];
  waiting.dependsOn = all.length === 0 ? undefined : all;
  added.set(waiting, new Set(addresses.filter((address) => !kept.includes(address))));
}
