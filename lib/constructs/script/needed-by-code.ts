import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { constructsUsedByCode, resourcesNeededForUse, Stack } from "../../kit/app";
import { Function, RolePolicies } from "../../kit/function";

/**
 * Resources that must exist before functions can run during the deployment: everything that they are bound to, and everything that the functions
 * among that are bound to themselves.
 *
 * A reference to an API or a function does not lead to its routes and the policies of its role.
 */
export function neededByCode(functions: readonly Function[]): readonly TerraformResource[] {
  const found = new Set<IConstruct>();
  const resources = new Set<TerraformResource>();
  const add = (construct: IConstruct): void => {
    if (found.has(construct)) return;
    found.add(construct);
    for (const each of partsOf(construct)) {
      constructsUsedByCode(each).forEach(add);
      if (each instanceof TerraformResource) resources.add(each);
    }
  };
  functions.flatMap(constructsUsedByCode).forEach(add);
  return [...resources];
}

/** The construct with all that is below it, and the policies of the roles that its functions have. */
function partsOf(construct: IConstruct): readonly IConstruct[] {
  const listed = resourcesNeededForUse(construct);
  if (listed !== undefined) return listed;
  return construct.node
    .findAll()
    .flatMap((each) =>
      each instanceof Function
        ? [each, ...RolePolicies.of(Stack.of(each), each.role).node.findAll()]
        : [each],
    );
}
