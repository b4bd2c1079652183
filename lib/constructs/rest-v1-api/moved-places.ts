import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { moveFrom } from "../../kit/core";
import { parentsOf, partsOf, pathId, type RestRouteKey, writtenPathId } from "./rest-route-key";

/** A route of the API, and the key that it had in an earlier version of the app. */
export interface RenamedRoute {
  readonly key: RestRouteKey;
  readonly former: RestRouteKey | undefined;
}

/**
 * The paths that had another place in the API, by their present ones.
 *
 * A resource is a part of a path, which several routes share. It is moved if all routes at it and below it come from one other
 * path, no route needs that path any longer, and the methods stay: AWS has one method of a kind at a resource, so that a
 * method that comes would collide with one that goes.
 */
export function formerPaths(
  paths: readonly string[],
  routes: readonly RenamedRoute[],
): ReadonlyMap<string, string> {
  const present = new Set(paths.map(pathId));
  const claimed = new Set<string>();
  const found = new Map<string, string>();
  for (const path of paths) {
    const below = routes.filter(({ key }) => key.path === path || parentsOf(key.path).includes(path));
    const sources = new Set(below.map((route) => sourceOf(route, path)));
    const [former] = sources;
    if (sources.size !== 1 || former === undefined) continue;
    const id = pathId(former);
    if (present.has(id) || claimed.has(id)) continue;
    claimed.add(id);
    found.set(path, former);
  }
  return found;
}

/** The path that a path had for one route; undefined if the route was not moved, or has another method there. */
function sourceOf({ key, former }: RenamedRoute, path: string): string | undefined {
  if (former === undefined) return undefined;
  const parts = partsOf(former.path);
  const above = parts.length - (partsOf(key.path).length - partsOf(path).length);
  const hasSameMethod = key.path !== path || key.method === former.method;
  return above > 0 && hasSameMethod ? `/${parts.slice(0, above).join("/")}` : undefined;
}

/** Whether the method of a route is the one that it was, at the resource at which it was. */
export function keepsMethod({ key, former }: RenamedRoute, moved: ReadonlyMap<string, string>): boolean {
  if (former === undefined || key.method !== former.method) return false;
  return pathId(moved.get(key.path) ?? key.path) === pathId(former.path);
}

/** Moves a resource from the place of a former path, and from the one that it had in earlier versions of the library. */
export function moveFromPath(
  api: Construct,
  resource: TerraformResource,
  former: string,
  idAt: (path: string) => string,
): void {
  moveFrom(resource, api, [idAt(writtenPathId(former))]);
  moveFrom(resource, api, [idAt(pathId(former))]);
}
