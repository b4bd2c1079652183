import type { Construct } from "constructs";

/** Makes a child exist or not; an earlier synthesis may have decided otherwise. */
export function keep(scope: Construct, id: string, isWanted: boolean, create: () => void): void {
  const existing = scope.node.tryFindChild(id);
  if (isWanted && existing === undefined) create();
  // By its id as it is kept: a slash in it was replaced.
  if (!isWanted && existing !== undefined) scope.node.tryRemoveChild(existing.node.id);
}
