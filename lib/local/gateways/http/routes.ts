/** The parts of a route key. */
export interface RoutePattern {
  /** `GET /notes/{id}`, or `$default`. */
  readonly key: string;
  readonly method: string;
  readonly segments: readonly string[];
  /** Path variables, each with the index of its first segment. */
  readonly variables: readonly { readonly name: string; readonly index: number; readonly greedy: boolean }[];
}

interface Node<Route> {
  readonly literals: Map<string, Node<Route>>;
  variable: Node<Route> | undefined;
  /** Routes whose path ends here, by method. */
  readonly routes: Map<string, Route>;
  /** Routes with a greedy variable after this segment, by method. */
  readonly greedy: Map<string, Route>;
}

/** Parses a route key. */
export function parseHttpRouteKey(key: string): RoutePattern {
  const space = key.indexOf(" ");
  if (space === -1) return { key, method: "ANY", segments: [], variables: [] };
  const segments = httpSegments(key.slice(space + 1));
  const variables = segments.flatMap((segment, index) => {
    const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    return name === undefined ? [] : [{ name, index, greedy: greedy === "+" }];
  });
  return { key, method: key.slice(0, space), segments, variables };
}

/** The segments of a path. A trailing slash adds an empty segment. */
export function httpSegments(path: string): readonly string[] {
  return (path.startsWith("/") ? path.slice(1) : path).split("/");
}

/**
 * The routes of an API as a tree of path segments.
 *
 * A full match takes precedence over a greedy match, and that over `$default`. Fixed segments take precedence over
 * variables, and a specific method over `ANY`.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export class RouteTable<Route extends { readonly pattern: RoutePattern }> {
  private readonly root: Node<Route> = node();
  private fallback: Route | undefined;
  private hasGreedy = false;

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.add(route);
  }

  private add(route: Route): void {
    const { key, method, segments } = route.pattern;
    if (key === "$default") {
      this.fallback = route;
      return;
    }
    let at = this.root;
    for (const segment of segments) {
      if (segment.startsWith("{") && segment.endsWith("+}")) {
        at.greedy.set(method, route);
        this.hasGreedy = true;
        return;
      }
      const isVariable = segment.startsWith("{") && segment.endsWith("}");
      at = isVariable ? variableOf(at) : literalOf(at, segment);
    }
    at.routes.set(method, route);
  }

  find(method: string, segments: readonly string[]): Route | undefined {
    const full = findFull(this.root, method, segments, 0);
    if (full !== undefined) return full;
    return (this.hasGreedy ? findGreedy(this.root, method, segments, 0) : undefined) ?? this.fallback;
  }
}

/** Values of the path variables; undefined for a route without variables. */
export function httpPathParameters(
  { variables }: RoutePattern,
  segments: readonly string[],
): Record<string, string> | undefined {
  if (variables.length === 0) return undefined;
  const values: Record<string, string> = {};
  for (const { name, index, greedy } of variables) {
    values[name] = greedy ? segments.slice(index).join("/") : (segments[index] ?? "");
  }
  return values;
}

function findFull<Route>(
  at: Node<Route>,
  method: string,
  segments: readonly string[],
  index: number,
): Route | undefined {
  const segment = segments[index];
  if (segment === undefined) return pick(at.routes, method);
  const next = at.literals.get(segment);
  const found = next === undefined ? undefined : findFull(next, method, segments, index + 1);
  if (found !== undefined || at.variable === undefined || segment === "") return found;
  return findFull(at.variable, method, segments, index + 1);
}

function findGreedy<Route>(
  at: Node<Route>,
  method: string,
  segments: readonly string[],
  index: number,
): Route | undefined {
  const segment = segments[index];
  if (segment === undefined) return undefined;
  const next = at.literals.get(segment);
  const literal = next === undefined ? undefined : findGreedy(next, method, segments, index + 1);
  if (literal !== undefined) return literal;
  const variable =
    at.variable === undefined || segment === ""
      ? undefined
      : findGreedy(at.variable, method, segments, index + 1);
  return variable ?? pick(at.greedy, method);
}

function pick<Route>(routes: ReadonlyMap<string, Route>, method: string): Route | undefined {
  return routes.get(method) ?? routes.get("ANY");
}

function node<Route>(): Node<Route> {
  return { literals: new Map(), variable: undefined, routes: new Map(), greedy: new Map() };
}

function literalOf<Route>(at: Node<Route>, segment: string): Node<Route> {
  const next = at.literals.get(segment) ?? node<Route>();
  at.literals.set(segment, next);
  return next;
}

function variableOf<Route>(at: Node<Route>): Node<Route> {
  at.variable ??= node<Route>();
  return at.variable;
}
