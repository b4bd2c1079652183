import { TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { constructsOfTree } from "../../../core/constructs-of-tree";
import { resolveValue } from "../../../core/tokens/resolve";
import { isWithinLibrary } from "../../scope/library-element";
import { findReferenced } from "../referenced";

/**
 * Types whose resources are within another one, by the argument that names it, although the provider changes that argument in
 * place. Such a change has no effect: the request still names the former one.
 *
 * Source: https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/appsync
 */
export const partsOf: Readonly<Record<string, string>> = {
  aws_appsync_api_key: "apiIdInput",
  aws_appsync_datasource: "apiIdInput",
};

/**
 * Replaces resources together with the one in which they lie. Otherwise a replaced API has none of them until the deployment
 * after the next. Runs when everything is declared; what is in a resource of another stack is left alone.
 */
export function replaceWithParents(root: IConstruct): void {
  for (const each of constructsOfTree(root)) {
    if (!TerraformResource.isTerraformResource(each) || !isWithinLibrary(each)) continue;
    const input = partsOf[each.terraformResourceType];
    if (input === undefined) continue;
    const value: unknown = Reflect.get(each, input);
    const parent = findReferenced(each, value);
    if (parent === undefined || TerraformStack.of(parent) !== TerraformStack.of(each)) continue;
    const [, id] = /^\$\{(.+)\}$/.exec(String(resolveValue(each, value))) ?? [];
    if (id === undefined) continue;
    each.lifecycle = {
      ...each.lifecycle,
      replaceTriggeredBy: [id, ...(each.lifecycle?.replaceTriggeredBy ?? [])],
    };
  }
}
