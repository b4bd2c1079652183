import type { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";

/**
 * The method with which a construct lists the resources that must be deployed before code can use it.
 *
 * A reference to a database does not include its instances and migrations, which code during the deployment needs.
 */
export const neededForUse: unique symbol = Symbol.for("serverform.neededForUse");

/** The resources of a construct that must be deployed before code can use it; undefined if it lists none. */
export function resourcesNeededForUse(construct: IConstruct): readonly TerraformResource[] | undefined {
  if (!(neededForUse in construct)) return undefined;
  return (construct as unknown as Record<typeof neededForUse, () => readonly TerraformResource[]>)[
    neededForUse
  ]();
}

/** The method with which a construct that runs code lists the constructs to which this code is bound. */
export const usedByCode: unique symbol = Symbol.for("serverform.usedByCode");

export function constructsUsedByCode(construct: IConstruct): readonly IConstruct[] {
  if (!(usedByCode in construct)) return [];
  return (construct as unknown as Record<typeof usedByCode, () => readonly IConstruct[]>)[usedByCode]();
}
