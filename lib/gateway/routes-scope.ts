import { Construct } from "constructs";
import { constructName } from "../app/construct-name";

/** Where the routes of a call are created. */
export interface RoutesScope {
  readonly place: Construct;
  /** Removes the scope when it was created for this call. */
  discard(): void;
}

/**
 * The scope of an API's routes: the API itself, or its own scope below what `addRoutes` was given.
 *
 * Two APIs may add the same route below one scope.
 */
export function routesScope(api: Construct, scope: Construct): RoutesScope {
  const nothing = () => undefined;
  if (scope === api) return { place: scope, discard: nothing };
  const id = `Routes_${constructName(api)}`;
  const existing = scope.node.tryFindChild(id) as Construct | undefined;
  if (existing !== undefined) return { place: existing, discard: nothing };
  return { place: new Construct(scope, id), discard: () => void scope.node.tryRemoveChild(id) };
}
