import type { Construct } from "constructs";

/** Makes a child exist or not; an earlier synthesis may have decided otherwise. Returns it when it exists. */
export function keep<Child extends Construct>(
  scope: Construct,
  id: string,
  isWanted: boolean,
  create: () => Child | undefined,
): Child | undefined {
  const existing = scope.node.tryFindChild(id) as Child | undefined;
  if (isWanted) return existing ?? create();
  // By its id as it is kept: a slash in it was replaced.
  if (existing !== undefined) scope.node.tryRemoveChild(existing.node.id);
  return undefined;
}
