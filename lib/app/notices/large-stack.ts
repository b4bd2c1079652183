import { TerraformResource } from "cdktf";
import type { OwningApp } from "../scope/owner";

/** Above this, plans take minutes, since Terraform asks AWS about each resource. */
const mostResources = 1500;

/** Prints a notice for each stack that has too many resources for a fast plan. */
export function noteLargeStacks(app: OwningApp): void {
  for (const stack of app.stacks) {
    const count = stack.node.findAll().filter((each) => TerraformResource.isTerraformResource(each)).length;
    if (count <= mostResources) continue;
    app.addNotice(
      `serverform: the stack has ${count} resources, and with more than ${mostResources} a plan takes minutes; declare some of its constructs in another stack, and ` +
        'move their resources there with "terraform state mv", so that nothing is replaced (docs/deploying.md, Large stacks)',
      stack,
    );
  }
}
