import { TerraformElement, type TerraformModule, TerraformResource } from "cdktf";
import { resolveValue } from "../tokens/resolve";
import { addressWordsOf } from "./address-words";

/** A resource, a data source or a module. */
export type Addressed = TerraformModule | (TerraformElement & { readonly terraformResourceType: string });

/** A Terraform module, recognized by its source, not by its class: the caller may use another copy of CDKTF. */
export function isModule(value: unknown): value is TerraformModule {
  return TerraformElement.isTerraformElement(value) && "source" in value && "addProvider" in value;
}

/** Address of a block in Terraform: `aws_sqs_queue.Jobs`, `data.aws_region.current`, `module.vpc`. */
export function terraformAddressOf(block: Addressed): string {
  if (isModule(block)) return `module.${block.friendlyUniqueId}`;
  const address = `${block.terraformResourceType}.${block.friendlyUniqueId}`;
  return TerraformResource.isTerraformResource(block) ? address : `data.${address}`;
}

/** The addresses that a value may refer to. Other words with a dot look the same: compare them with the addresses there are. */
export function addressesIn(element: TerraformElement, value: unknown): ReadonlySet<string> {
  return new Set(addressWordsOf(resolveValue(element, value)));
}
