import { Construct } from "constructs";
import { keptName } from "../app/names/construct-name";
import { markLibraryElement } from "../app/scope/library-element";

/** Where the routes of a call are created. */
interface RoutesScope {
  readonly place: Construct;
  /** Removes the scope when it was created for this call. */
  discard(): void;
}

/**
 * Plans what a call adds to an API, below the scope of its routes. The plan creates nothing; when it fails, the tree is as it
 * was before the call.
 */
export function planInScope<Planned>(
  api: Construct,
  scope: Construct,
  plan: (place: Construct) => Planned,
): Planned {
  const { place, discard } = routesScope(api, scope);
  try {
    return plan(place);
  } catch (error) {
    discard();
    throw error;
  }
}

/**
 * The scope of an API's routes: the API itself, or its own scope below what `addRoutes` was given.
 *
 * Two APIs may add the same route below one scope.
 */
function routesScope(api: Construct, scope: Construct): RoutesScope {
  const nothing = () => undefined;
  if (scope === api) return { place: scope, discard: nothing };
  const id = `Routes_${keptName(api)}`;
  const existing = scope.node.tryFindChild(id) as Construct | undefined;
  if (existing !== undefined) return { place: existing, discard: nothing };
  return {
    place: markLibraryElement(new Construct(scope, id)),
    discard: () => void scope.node.tryRemoveChild(id),
  };
}
