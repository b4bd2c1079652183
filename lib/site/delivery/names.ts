import type { Construct } from "constructs";
import { Stack } from "../../app";
import { namePrefix, physicalName } from "../../core/name";

/** The name of a part of CloudFront, which is unique in the account: app, stage and path of the construct. */
export function deliveryName(construct: Construct, maxLength: number): string {
  const stack = Stack.of(construct);
  const path = construct.node.path.slice(stack.node.path.length + 1).split("/");
  const [first = "", ...rest] = path;
  return physicalName([stack.app.logicalPrefixedName(first), ...rest], maxLength);
}

/** The prefix that AWS completes to the name of a bucket; such names have no capitals and underscores. */
export function bucketPrefix(construct: Construct, id = construct.node.id): string {
  const name = Stack.of(construct).app.logicalPrefixedName(id);
  return namePrefix(name.toLowerCase().replace(/[^a-z0-9-]/g, "-"), 36);
}
