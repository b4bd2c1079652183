import type { Values } from "../resources/model";
import { requireText } from "../resources/values";

/** Paths of resources by id, from their parents. */
export function readPaths(resources: readonly Values[], rootId: string): ReadonlyMap<string, string> {
  const byId = new Map(resources.map((each) => [requireText(each, "id"), each]));
  const pathOf = (id: string, depth = 0): string | undefined => {
    if (id === rootId) return "";
    const resource = byId.get(id);
    // The parents may form a cycle, which Terraform would refuse.
    if (resource === undefined || depth > byId.size) return undefined;
    const parent = pathOf(requireText(resource, "parent_id"), depth + 1);
    return parent === undefined ? undefined : `${parent}/${requireText(resource, "path_part")}`;
  };
  return new Map(
    [rootId, ...byId.keys()].flatMap((id) => {
      const path = pathOf(id);
      return path === undefined ? [] : [[id, path === "" ? "/" : path] as const];
    }),
  );
}
