import { TerraformElement, type TerraformModule, TerraformResource } from "cdktf";
import { resolveValue } from "../tokens/resolve";

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

/**
 * A word with a dot that may be the address of a block, a local value or an output of Terraform. A dash before it may be a minus sign,
 * as in `1-aws_instance.Web.count`.
 */
const addressWord = /(?<![\w.])(?:(?:data\.)?[a-z]\w*|module)\.[A-Za-z_][\w-]*/g;

/**
 * The words of all texts of a value that may be addresses. Other words with a dot look the same: compare them with the addresses there are.
 *
 * JSON writes the end of a line as `\n`, whose letter does not belong to the next word.
 */
export const addressWordsOf = (value: unknown): readonly string[] =>
  (JSON.stringify(value) ?? "").replace(/\\[bfnrt]/g, " ").match(addressWord) ?? [];
