import { TerraformElement, TerraformResource, type TerraformStack } from "cdktf";
import { terraformAddressOf } from "../../core/terraform/addresses";
import { TerraformData } from "../../core/terraform/terraform-data";
import { resolveValue } from "../../core/tokens/resolve";
import { orderResources } from "../references/order/order";
import { asObject, type TerraformJson } from "../references/order/template-graph";
import { isWithinLibrary } from "../scope/owner";
import { constructsOf, stackContent } from "./stack-content";

interface PlacedStack extends TerraformStack {
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/** The Terraform JSON of a stack, including the order in which its resources are replaced and removed. */
export function orderedContent(stack: PlacedStack): TerraformJson {
  const content = stackContent(stack) as TerraformJson;
  const own = ownResources(stack);
  orderResources(content, {
    isOwn: (address) => own.has(address),
    at: () => ({
      partition: stack.partition,
      region: stack.region,
      account: String(resolveValue(stack, stack.account)),
    }),
  });
  return content;
}

/**
 * Applies the same order to the constructs of a stack that is written as HCL. CDKTF does not write overrides to HCL, so the
 * functions of a REST API keep the order of its deployment.
 */
export function orderConstructs(stack: PlacedStack): void {
  const { resource } = orderedContent(stack) as { readonly resource?: TerraformJson | undefined };
  for (const element of ownResources(stack).values()) {
    const { [element.friendlyUniqueId]: block } = asObject(resource?.[element.terraformResourceType]) ?? {};
    const { create_before_destroy: isFirst, replace_triggered_by: triggers } =
      asObject(asObject(block)?.lifecycle) ?? {};
    if (isFirst === undefined && triggers === undefined) continue;
    element.lifecycle = {
      ...element.lifecycle,
      ...(typeof isFirst === "boolean" && { createBeforeDestroy: isFirst }),
      ...(Array.isArray(triggers) && { replaceTriggeredBy: triggers.map(String) }),
    };
  }
  const uses = asObject(asObject(resource?.terraform_data)?.[usesId]);
  if (uses === undefined || stack.node.tryFindChild(usesId) !== undefined) return;
  new TerraformData(stack, usesId, uses.input).overrideLogicalId(usesId);
}

const usesId = "uses";

function ownResources(stack: PlacedStack): ReadonlyMap<string, TerraformResource> {
  return new Map(
    constructsOf(stack).flatMap((each) =>
      TerraformElement.isTerraformElement(each) &&
      TerraformResource.isTerraformResource(each) &&
      isWithinLibrary(each)
        ? [[terraformAddressOf(each), each] as const]
        : [],
    ),
  );
}
