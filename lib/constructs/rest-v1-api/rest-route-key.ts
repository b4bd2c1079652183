import type { IConstruct } from "constructs";
import { refuseValue, shortHash } from "../../kit/core";
import { parseMethodRouteKey, type RouteMethod } from "../../kit/gateway";
import { fail } from "./errors";

/** A route key of a REST API, normalized. */
export interface RestRouteKey {
  /** `GET /notes/{id}`. */
  readonly key: string;
  readonly method: RouteMethod;
  readonly path: string;
  /** Ends the id of its function. */
  readonly id: string;
  /** Ends the ids of its parts in the gateway. It does not depend on the names of variables. */
  readonly placeId: string;
}

// Source: https://docs.aws.amazon.com/apigateway/latest/api/API_CreateResource.html
const plainPart = /^[A-Za-z0-9._:$-]+$/;

/**
 * Parses a route key `<METHOD> <path>`. Refuses a key that a REST API cannot serve.
 *
 * @param at - where it is written, if it is not a key of `routes`
 */
export function parseRestRouteKey(where: IConstruct, written: string, at?: string): RestRouteKey {
  if (typeof written !== "string")
    return refuseValue(where, at ?? "the route key", written, 'a string such as "GET /notes"');
  const prop = at ?? `routes[${JSON.stringify(written)}]`;
  const normal = written.trim().replace(/\s+/g, " ");
  if (normal === "$default") fail(where, "rest-route-default", prop, {});
  if (normal.split(" ").length !== 2) fail(where, "rest-route-key-invalid", prop, { value: written });
  const { key, route } = parseMethodRouteKey(where, written, at);
  if (route === undefined) return fail(where, "rest-route-key-invalid", prop, { value: written });
  for (const part of partsOf(route.path)) {
    if (!part.startsWith("{") && !plainPart.test(part)) fail(where, "rest-path-part", prop, { part });
  }
  const { method, path } = route;
  return { key, method, path, id: `${method}_${writtenPathId(path)}`, placeId: `${method}_${pathId(path)}` };
}

/** The parts of a path, none for the root. */
export function partsOf(path: string): readonly string[] {
  return path
    .split("/")
    .slice(1)
    .filter((part) => part !== "");
}

/** The paths of all resources above a path, the nearest last, without the root. */
export function parentsOf(path: string): readonly string[] {
  const parts = partsOf(path);
  return parts.slice(0, -1).map((_, index) => `/${parts.slice(0, index + 1).join("/")}`);
}

/**
 * A path as part of a construct id, where `/` becomes `--`. A path that contains `--` gets a hash, so that it stays unique.
 *
 * The names of variables are left out. A resource has at most one child that is a variable, and AWS refuses a second one,
 * so that a renamed variable must keep its address and change in place.
 */
export function pathId(path: string): string {
  return writtenPathId(path.replace(/\{[^}]*\}/g, "{var}"));
}

/** A path as part of a construct id, with the names of its variables. */
export function writtenPathId(path: string): string {
  return path.includes("--") ? `${path}_${shortHash(path)}` : path;
}
