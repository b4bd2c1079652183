import { Construct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import { keptName } from "../app/names/construct-name";
import { markLibraryElement } from "../app/scope/owner";

/** Where the routes of a call are created. */
interface RoutesScope {
  readonly place: Construct;
  /** Removes the scope when it was created for this call. */
  discard(): void;
}

/** Takes back what a plan has changed. */
type Undo = () => void;

/**
 * Plans what a call adds to an API, below the scope of its routes. The plan creates nothing; when it fails, the tree is as it
 * was before the call.
 *
 * @param plan - gets the scope, and a function with which it registers what a failure takes back
 */
export function planInScope<Planned>(
  api: Construct,
  scope: Construct,
  plan: (place: Construct, onFailure: (undo: Undo) => void) => Planned,
): Planned {
  const { place, discard } = routesScope(api, scope);
  const undos: Undo[] = [discard];
  try {
    return collectProblems(() => plan(place, (undo) => undos.unshift(undo)));
  } catch (error) {
    for (const undo of undos) undo();
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
