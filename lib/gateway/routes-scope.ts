import { Construct } from "constructs";

/**
 * Where the routes of an API are created: below the API itself, or below what `addRoutes` was given.
 *
 * There they get a scope of the API's own, since two APIs may add the same route below one scope.
 */
export function routesScope(api: Construct, scope: Construct): Construct {
  if (scope === api) return scope;
  const id = `Routes_${api.node.id}`;
  return (scope.node.tryFindChild(id) as Construct | undefined) ?? new Construct(scope, id);
}
