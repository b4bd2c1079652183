import { type PathPattern, PathTree, routeOfMethod } from "../path-tree";

/** The segments of a path, without a trailing slash. */
export function restSegments(path: string): readonly string[] {
  const inner = path.replace(/^\//, "").replace(/\/$/, "");
  return inner === "" ? [] : inner.split("/");
}

/**
 * The methods of an API by their resources.
 *
 * The resource is selected first, regardless of its methods: a request with another method is refused, even if another
 * resource would match.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-settings-method-request.html
 */
export class ServedResourceTree<Method extends PathPattern & { readonly method: string }> {
  private readonly tree = new PathTree<Method>();

  constructor(methods: readonly Method[]) {
    for (const each of methods) this.tree.add(each.segments, each.method, each);
  }

  /** The method that matches a request; undefined if the resource or method does not exist. */
  find(httpMethod: string, segments: readonly string[]): Method | undefined {
    const methods = this.tree.find(segments, (found) => (found.size > 0 ? found : undefined), false);
    return methods && routeOfMethod(methods, httpMethod);
  }
}
