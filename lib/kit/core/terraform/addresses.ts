import { TerraformElement, type TerraformModule, TerraformResource } from "cdktf";
import { resolveValue } from "../tokens/resolve";

export type Addressed = TerraformModule | (TerraformElement & { readonly terraformResourceType: string });

/** A Terraform module, recognized by its source instead of its class: the caller may use another copy of CDKTF. */
export function isModule(value: unknown): value is TerraformModule {
  return TerraformElement.isTerraformElement(value) && "source" in value && "addProvider" in value;
}

/** Address of a block in Terraform: `aws_sqs_queue.Jobs`, `data.aws_region.current`, `module.vpc`. */
export function terraformAddressOf(block: Addressed): string {
  if (isModule(block)) return `module.${block.friendlyUniqueId}`;
  const address = `${block.terraformResourceType}.${block.friendlyUniqueId}`;
  return TerraformResource.isTerraformResource(block) ? address : `data.${address}`;
}

/** Possible addresses in a value. Other words with a dot look the same: compare them with existing addresses. */
export function addressesIn(element: TerraformElement, value: unknown): ReadonlySet<string> {
  return new Set(addressWordsOf(resolveValue(element, value)));
}

/**
 * A word with a dot that may be the address of a block, a local value or an output of Terraform. A dash before it may be a minus
 * sign, as in `1-aws_instance.Web.count`.
 */
const addressWord = /(?<![\w.])(?:(?:data\.)?[a-z]\w*|module)\.[A-Za-z_][\w-]*/g;

/**
 * Possible addresses in all texts of a value. Other words with a dot look the same: compare them with existing addresses.
 *
 * JSON escapes the end of a line; the letter of the escape is not part of the next word.
 */
export const addressWordsOf = (value: unknown): readonly string[] =>
  (JSON.stringify(value) ?? "").replace(/\\[bfnrt]/g, " ").match(addressWord) ?? [];
