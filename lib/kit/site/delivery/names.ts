import type { Construct } from "constructs";
import { Stack } from "../../app";
import { keptName, prefixedName } from "../../app/names/construct-name";
import { namePrefix, physicalName } from "../../core/names/name";

/**
 * The name of a part of CloudFront, which is unique in the account: app, stage, and path of the site.
 *
 * @param part - what it is for, where a site has several of the kind
 */
export function deliveryName(site: Construct, maxLength: number, part?: string): string {
  const { app, node } = Stack.of(site);
  const name = keptName(site);
  // Another site with the same id has a name that is made of its path.
  const path = name === site.node.id ? site.node.path.slice(node.path.length + 1).split("/") : [name];
  const [first = "", ...rest] = path;
  const parts = [app.logicalPrefixedName(first), ...rest];
  return physicalName(part === undefined ? parts : [...parts, part], maxLength);
}

/** The prefix that AWS completes to the name of a bucket; such names have no capitals and underscores. */
export function bucketPrefix(site: Construct, part = ""): string {
  return namePrefix(`${prefixedName(site)}${part}`.toLowerCase().replace(/[^a-z0-9-]/g, "-"), 36);
}
