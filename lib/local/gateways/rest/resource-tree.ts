/** The parts of a resource path. */
export interface ResourcePath {
  /** `/notes/{id}`. */
  readonly path: string;
  /** Path variables, each with the index of its first segment. */
  readonly variables: readonly { readonly name: string; readonly index: number; readonly greedy: boolean }[];
}

interface Node<Method> {
  readonly literals: Map<string, Node<Method>>;
  variable: Node<Method> | undefined;
  greedy: Node<Method> | undefined;
  /** Methods of this resource; empty for an intermediate segment. */
  readonly methods: Map<string, Method>;
}

/** Parses the path of a resource. */
export function parseResourcePath(path: string): ResourcePath {
  const variables = restSegments(path).flatMap((segment, index) => {
    const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    return name === undefined ? [] : [{ name, index, greedy: greedy === "+" }];
  });
  return { path, variables };
}

/** The segments of a path, without a trailing slash. */
export function restSegments(path: string): readonly string[] {
  const inner = path.replace(/^\//, "").replace(/\/$/, "");
  return inner === "" ? [] : inner.split("/");
}

/**
 * The resources of an API as a tree of path segments. Fixed segments take precedence over variables, and those over
 * greedy variables.
 *
 * The resource is selected first, regardless of its methods: a request with another method is refused, even if another
 * resource would match.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-settings-method-request.html
 */
export class ServedResourceTree<
  Method extends { readonly resource: ResourcePath; readonly httpMethod: string },
> {
  private readonly root: Node<Method> = node();

  constructor(methods: readonly Method[]) {
    for (const method of methods) this.add(method);
  }

  private add(method: Method): void {
    let at = this.root;
    for (const segment of restSegments(method.resource.path)) {
      if (segment.startsWith("{") && segment.endsWith("+}")) {
        at.greedy ??= node();
        at = at.greedy;
        break;
      }
      if (segment.startsWith("{") && segment.endsWith("}")) {
        at.variable ??= node();
        at = at.variable;
        continue;
      }
      const next: Node<Method> = at.literals.get(segment) ?? node();
      at.literals.set(segment, next);
      at = next;
    }
    at.methods.set(method.httpMethod, method);
  }

  /** The method that matches a request; undefined if the resource or method does not exist. */
  find(httpMethod: string, segments: readonly string[]): Method | undefined {
    const methods = findResource(this.root, segments, 0)?.methods;
    return methods?.get(httpMethod) ?? methods?.get("ANY");
  }
}

/** Values of the path variables; undefined for a resource without variables. */
export function restPathParameters(
  { variables }: ResourcePath,
  segments: readonly string[],
): Record<string, string> | undefined {
  if (variables.length === 0) return undefined;
  return Object.fromEntries(
    variables.map(({ name, index, greedy }) => [
      name,
      greedy ? segments.slice(index).join("/") : (segments[index] ?? ""),
    ]),
  );
}

function findResource<Method>(
  at: Node<Method>,
  segments: readonly string[],
  index: number,
): Node<Method> | undefined {
  const segment = segments[index];
  if (segment === undefined) return at.methods.size > 0 ? at : undefined;
  const next = at.literals.get(segment);
  const literal = next === undefined ? undefined : findResource(next, segments, index + 1);
  if (literal !== undefined) return literal;
  const variable =
    at.variable === undefined || segment === "" ? undefined : findResource(at.variable, segments, index + 1);
  return variable ?? at.greedy;
}

function node<Method>(): Node<Method> {
  return { literals: new Map(), variable: undefined, greedy: undefined, methods: new Map() };
}
