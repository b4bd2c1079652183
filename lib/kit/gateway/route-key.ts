import type { IConstruct } from "constructs";
import { refuseValue } from "../core/errors";
import { fail } from "./errors";
import { meantRoutes } from "./meant-route";

/** The methods of route keys. `ANY` matches every method for which the path has no other route. */
export const routeMethods = ["GET", "PUT", "HEAD", "POST", "DELETE", "ANY", "PATCH", "OPTIONS"] as const;

export type RouteMethod = (typeof routeMethods)[number];

/** A route key of an HTTP or REST API, normalized. */
export interface HttpRouteKey {
  /** `GET /notes/{id}`, or `$default`. */
  readonly key: string;
  /** Undefined for `$default`. */
  readonly route: { readonly method: RouteMethod; readonly path: string } | undefined;
  /** Ends the ids of its function and of the function's parts: `GET_/notes/{id}`, or `default`. */
  readonly id: string;
  /**
   * Ends the ids of its parts in the gateway: `GET_/notes/{var}`. It does not depend on the names of variables: AWS refuses a second
   * route that differs in them only, so that a renamed variable must keep its address and change in place.
   */
  readonly placeId: string;
}

/**
 * Parses a route key `<METHOD> <path>` or `$default`. Refuses a key that no gateway can serve.
 *
 * @param at - where it is written, if it is not a key of `routes`
 */
export function parseMethodRouteKey(where: IConstruct, written: string, at?: string): HttpRouteKey {
  if (typeof written !== "string")
    return refuseValue(where, at ?? "the route key", written, 'a string such as "GET /notes"');
  const prop = at ?? `routes[${JSON.stringify(written)}]`;
  const key = written.trim().replace(/\s+/g, " ");
  if (key === "$default") return { key, route: undefined, id: "default", placeId: "default" };
  const parts = key.split(" ");
  const [method, path] = parts;
  if (parts.length !== 2 || method === undefined || path === undefined || path === "") {
    return fail(where, "route-key-invalid", prop, { value: written });
  }
  const upper = method.toUpperCase();
  if (!isMethod(upper)) fail(where, "route-method-unknown", prop, { method, path, methods: routeMethods });
  checkRoutePath(where, prop, upper, path);
  const id = `${upper}_${path}`;
  const placeId = id.replace(/\{[^}+]*(\+?)\}/g, "{var$1}");
  return { key: `${upper} ${path}`, route: { method: upper, path }, id, placeId };
}

/** Whether the path of a route has a variable: `{name}`, or `{name+}` at its end. */
export function hasPathVariable(path: string, variable: string): boolean {
  return path.includes(`{${variable}}`) || path.includes(`{${variable}+}`);
}

/** Refuses variables that the path of a route does not have: the gateway would have nothing to put there. */
export function checkPathVariables(
  where: IConstruct,
  prop: string,
  variables: Iterable<RegExpMatchArray>,
  path: string,
): void {
  for (const [, variable = ""] of variables) {
    if (!hasPathVariable(path, variable)) fail(where, "url-variable-unknown", prop, { variable, path });
  }
}

/**
 * A segment of the path of a request, except `.` and `..`, which clients resolve.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc3986#section-3.3
 */
const plainPart = /^(?!\.{1,2}$)([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;

function isMethod(text: string): text is RouteMethod {
  return (routeMethods as readonly string[]).includes(text);
}

function checkRoutePath(
  where: IConstruct,
  prop: string,
  method: string,
  path: string,
): asserts path is `/${string}` {
  if (!path.startsWith("/")) fail(where, "route-path-no-slash", prop, { method, path });
  if (path !== "/" && path.endsWith("/")) fail(where, "route-path-trailing-slash", prop, { method, path });
  const parts = path.split("/").slice(1);
  const greedy = parts.findIndex((part) => /^\{[^}]*\+\}$/.test(part));
  if (greedy !== -1 && greedy < parts.length - 1) {
    const before = parts.slice(0, greedy);
    const variable = parts[greedy] ?? "";
    const end = `${method} /${[...before, variable].join("/")}`;
    const single = `${method} /${[...before, variable.replace("+", ""), ...parts.slice(greedy + 1)].join("/")}`;
    fail(where, "route-greedy-not-last", prop, { variable, end, single });
  }
  const names = new Set<string>();
  for (const part of path === "/" ? [] : parts) {
    const variable = /^\{([A-Za-z0-9._-]+)\+?\}$/.exec(part)?.[1];
    if (variable === undefined && !plainPart.test(part))
      fail(where, "route-part-invalid", prop, { part, key: `${method} ${path}` });
    if (/^(:\w+|\*{1,2})$/.test(part)) {
      const [suggestion = `${method} /{proxy+}`] = meantRoutes(`${method} ${path}`);
      fail(where, "route-part-colon", prop, { part, suggestion });
    }
    if (variable !== undefined && names.has(variable))
      fail(where, "route-variable-twice", prop, { variable });
    if (variable !== undefined) names.add(variable);
  }
}
