import type { TerraformResource } from "cdktf";
import { resolveValue } from "./resolve";

const added = new WeakMap<TerraformResource, ReadonlySet<string>>();

/**
 * Makes a resource wait for others of its stack, in an order that does not follow from theirs.
 *
 * For what is known only when everything else is: an earlier synthesis may have made it wait for other ones, which are
 * forgotten. What the caller gave as `dependsOn` stays.
 */
export function waitFor(waiting: TerraformResource, others: readonly TerraformResource[]): void {
  const addresses = others.map((each) => `${each.terraformResourceType}.${each.friendlyUniqueId}`);
  const before = added.get(waiting);
  const kept = (waiting.dependsOn ?? []).filter((address) => !before?.has(address));
  const written = kept.map((address) => String(resolveValue(waiting, address)).replace(/^\$\{(.*)\}$/, "$1"));
  const isNew = (address: string) => !written.includes(address);
  const all = [...kept, ...[...new Set(addresses)].filter(isNew).sort()];
  waiting.dependsOn = all.length === 0 ? undefined : all;
  added.set(waiting, new Set(addresses.filter(isNew)));
}
