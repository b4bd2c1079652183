import { TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { addressesIn, terraformAddressOf } from "../../core/terraform/addresses";
import { waitFor } from "../../core/terraform/depends-on";
import { splitDependsOn } from "../../core/terraform/replaced-values";
import { readReferences } from "./referenced";

/**
 * Lets each resource wait for the resources that the library's values referred to if the caller has replaced them, unless it
 * still refers to them. Runs when everything is declared.
 */
export function keepOrder(root: IConstruct): void {
  for (const resource of constructsOfTree(root)) {
    if (!TerraformResource.isTerraformResource(resource)) continue;
    const { addresses, replaced } = splitDependsOn(resource, resource.dependsOn ?? []);
    if (replaced.length === 0) continue;
    resource.dependsOn = addresses.length === 0 ? undefined : addresses;
    waitFor(resource, noLongerNamed(resource, replaced));
  }
}

/** The resources of the same stack that the values refer to and the resource does not. */
function noLongerNamed(resource: TerraformResource, values: readonly unknown[]): TerraformResource[] {
  const stack = TerraformStack.of(resource);
  const named = addressesIn(resource, values);
  const stillNamed = addressesIn(resource, resource.toTerraform());
  const elsewhere = addressesIn(
    resource,
    readReferences(resource, values).map(({ identifier }) => identifier),
  );
  return stack.node.findAll().filter((each): each is TerraformResource => {
    if (!TerraformResource.isTerraformResource(each) || each === resource) return false;
    const address = terraformAddressOf(each);
    const isHere = TerraformStack.of(each) === stack;
    return isHere && named.has(address) && !stillNamed.has(address) && !elsewhere.has(address);
  });
}
