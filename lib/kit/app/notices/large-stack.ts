import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { constructsOfTree } from "../../core/constructs-of-tree";
import type { OwningApp } from "../scope/owner";

/** Above this, plans take minutes, since Terraform asks AWS about each resource. */
const mostResources = 1500;

/** Prints a notice for each stack that has too many resources for a fast plan. */
export function noteLargeStacks(app: OwningApp): void {
  if (resourcesIn(constructsOfTree(app)) <= mostResources) return;
  for (const stack of app.stacks) {
    const count = resourcesIn(stack.node.findAll());
    if (count <= mostResources) continue;
    app.addNotice(
      `serverform: the stack has ${count} resources, and with more than ${mostResources} a plan takes minutes; declare some of its constructs in another stack, and ` +
        'move their resources there with "terraform state mv", so that nothing is replaced (docs/deploying.md, Large stacks)',
      stack,
    );
  }
}

function resourcesIn(constructs: readonly IConstruct[]): number {
  return constructs.filter((each) => TerraformResource.isTerraformResource(each)).length;
}
