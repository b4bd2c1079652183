import type { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";

/**
 * The method with which a construct lists what must be deployed before code can use it.
 *
 * A reference to a database says nothing of its instances and of its migrations. Code that runs during the deployment
 * needs them.
 */
export const neededForUse: unique symbol = Symbol.for("serverform.neededForUse");

/** What must be deployed before code that is bound to a construct can run. */
export function resourcesNeededForUse(construct: IConstruct): readonly TerraformResource[] {
  if (!(neededForUse in construct)) return [];
  return (construct as unknown as Record<typeof neededForUse, () => readonly TerraformResource[]>)[
    neededForUse
  ]();
}
