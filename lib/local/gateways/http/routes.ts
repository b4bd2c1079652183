import { type PathPattern, PathTree, parsePattern, routeOfMethod } from "../path-tree";

/** The parts of a route key. */
export interface RoutePattern extends PathPattern {
  /** `GET /notes/{id}`, or `$default`. */
  readonly key: string;
  readonly method: string;
}

/** Parses a route key. */
export function parseHttpRouteKey(key: string): RoutePattern {
  const space = key.indexOf(" ");
  if (space === -1) return { key, method: "ANY", segments: [], variables: [] };
  return { key, method: key.slice(0, space), ...parsePattern(httpSegments(key.slice(space + 1))) };
}

/** The segments of a path. A trailing slash adds an empty segment. */
export function httpSegments(path: string): readonly string[] {
  return (path.startsWith("/") ? path.slice(1) : path).split("/");
}

/**
 * The routes of an API. A full match takes precedence over a greedy match, and that over `$default`.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export class RouteTable<Route extends { readonly pattern: RoutePattern }> {
  private readonly tree = new PathTree<Route>();
  private fallback: Route | undefined;

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const { key, method, segments } = route.pattern;
      if (key === "$default") this.fallback = route;
      else this.tree.add(segments, method, route);
    }
  }

  find(method: string, segments: readonly string[]): Route | undefined {
    const found = this.tree.find(segments, (routes) => routeOfMethod(routes, method), true);
    return found ?? this.fallback;
  }
}
