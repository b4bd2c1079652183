/** The path of a resource in its parts. */
export interface ResourcePath {
  /** `/notes/{id}`. */
  readonly path: string;
  /** Path variables, each with the segment that it begins at. */
  readonly variables: readonly { readonly name: string; readonly index: number; readonly greedy: boolean }[];
}

interface Node<Method> {
  readonly literals: Map<string, Node<Method>>;
  variable: Node<Method> | undefined;
  greedy: Node<Method> | undefined;
  /** Methods of this resource; empty for one that is only on the way to others. */
  readonly methods: Map<string, Method>;
}

/** Reads the path of a resource. */
export function parseResourcePath(path: string): ResourcePath {
  const variables = segmentsOf(path).flatMap((segment, index) => {
    const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    return name === undefined ? [] : [{ name, index, greedy: greedy === "+" }];
  });
  return { path, variables };
}

/** The segments of a path; a slash at the end makes no difference. */
export function segmentsOf(path: string): readonly string[] {
  const inner = path.replace(/^\//, "").replace(/\/$/, "");
  return inner === "" ? [] : inner.split("/");
}

/**
 * The resources of an API, looked up segment by segment: fixed parts win over variables, and those over greedy ones.
 *
 * The resource is found first, whatever its methods are: a request whose method it lacks is refused, even if another
 * resource would take it.
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
    for (const segment of segmentsOf(method.resource.path)) {
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

  /** The method that answers a request; undefined when no resource does, or not by this method. */
  find(httpMethod: string, segments: readonly string[]): Method | undefined {
    const methods = findResource(this.root, segments, 0)?.methods;
    return methods?.get(httpMethod) ?? methods?.get("ANY");
  }
}

/** Values of the path variables; undefined for a resource without any. */
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
