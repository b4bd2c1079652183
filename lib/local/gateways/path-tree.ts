/** A path with variables. */
export interface PathPattern {
  readonly segments: readonly string[];
  /** Path variables, each with the index of its first segment. */
  readonly variables: readonly { readonly name: string; readonly index: number; readonly greedy: boolean }[];
}

/** Parses a path by its segments: `{id}` is a variable, and `{proxy+}` takes all segments that follow. */
export function parsePattern(segments: readonly string[]): PathPattern {
  const variables = segments.flatMap((segment, index) => {
    const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    return name === undefined ? [] : [{ name, index, greedy: greedy === "+" }];
  });
  return { segments, variables };
}

/** Values of the path variables; undefined for a path without variables. */
export function pathParameters(
  { variables }: Pick<PathPattern, "variables">,
  segments: readonly string[],
): Record<string, string> | undefined {
  if (variables.length === 0) return undefined;
  const values: Record<string, string> = {};
  for (const { name, index, greedy } of variables) {
    values[name] = greedy ? segments.slice(index).join("/") : (segments[index] ?? "");
  }
  return values;
}

/** The routes of one path, by method. */
export type MethodRoutes<Route> = ReadonlyMap<string, Route>;

interface Node<Route> {
  readonly literals: Map<string, Node<Route>>;
  variable: Node<Route> | undefined;
  greedy: Node<Route> | undefined;
  /** Routes whose path ends here; empty for an intermediate segment. */
  readonly routes: Map<string, Route>;
}

/** The routes of an API as a tree of path segments. */
export class PathTree<Route> {
  private readonly root: Node<Route> = node();
  private hasGreedy = false;

  add(segments: readonly string[], method: string, route: Route): void {
    let at = this.root;
    for (const segment of segments) {
      if (segment.startsWith("{") && segment.endsWith("+}")) {
        this.hasGreedy = true;
        at.greedy ??= node();
        at = at.greedy;
        break;
      }
      if (segment.startsWith("{") && segment.endsWith("}")) {
        at.variable ??= node();
        at = at.variable;
        continue;
      }
      const next: Node<Route> = at.literals.get(segment) ?? node();
      at.literals.set(segment, next);
      at = next;
    }
    at.routes.set(method, route);
  }

  /**
   * The match of the first path that has one. Fixed segments take precedence over variables, and those over greedy variables.
   *
   * @param match - the match in the routes of a path
   * @param fullFirst - whether all paths without a greedy variable take precedence over those with one
   */
  find<Match>(
    segments: readonly string[],
    match: (routes: MethodRoutes<Route>) => Match | undefined,
    fullFirst: boolean,
  ): Match | undefined {
    if (!fullFirst) return search(this.root, segments, 0, match);
    const full = search(this.root, segments, 0, match, "full");
    return full ?? (this.hasGreedy ? search(this.root, segments, 0, match, "greedy") : undefined);
  }
}

function search<Route, Match>(
  at: Node<Route>,
  segments: readonly string[],
  index: number,
  match: (routes: MethodRoutes<Route>) => Match | undefined,
  only?: "full" | "greedy",
): Match | undefined {
  const segment = segments[index];
  if (segment === undefined) return only === "greedy" ? undefined : match(at.routes);
  const next = at.literals.get(segment);
  const literal = next && search(next, segments, index + 1, match, only);
  if (literal !== undefined) return literal;
  const variable =
    at.variable === undefined || segment === ""
      ? undefined
      : search(at.variable, segments, index + 1, match, only);
  return variable ?? (only === "full" || at.greedy === undefined ? undefined : match(at.greedy.routes));
}

function node<Route>(): Node<Route> {
  return { literals: new Map(), variable: undefined, greedy: undefined, routes: new Map() };
}

/** The route of a method; a specific method takes precedence over `ANY`. */
export function routeOfMethod<Route>(routes: MethodRoutes<Route>, method: string): Route | undefined {
  return routes.get(method) ?? routes.get("ANY");
}
