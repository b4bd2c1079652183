import { type PathPattern, PathTree, parsePattern, routeOfMethod } from "../path-tree";

/** The parts of a route key. */
export interface RoutePattern extends PathPattern {
  /** `GET /notes/{id}`, or `$default`. */
  readonly key: string;
  readonly method: string;
  /** Path of the key, or `$default`. */
  readonly resourcePath: string;
  /** The key, in events and logs. */
  readonly resourceId: string;
}

/** Parses a route key. */
export function parseHttpRouteKey(key: string): RoutePattern {
  const space = key.indexOf(" ");
  const resourcePath = key.slice(space + 1);
  const named = { key, resourcePath, resourceId: key };
  if (space === -1) return { ...named, method: "ANY", segments: [], variables: [] };
  return { ...named, method: key.slice(0, space), ...parsePattern(httpSegments(resourcePath)) };
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
export class RouteTable<Route extends RoutePattern> {
  private readonly tree = new PathTree<Route>();
  private fallback: Route | undefined;

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const { key, method, segments } = route;
      if (key === "$default") this.fallback = route;
      else this.tree.add(segments, method, route);
    }
  }

  find(method: string, segments: readonly string[]): Route | undefined {
    const found = this.tree.find(segments, (routes) => routeOfMethod(routes, method), true);
    return found ?? this.fallback;
  }
}
