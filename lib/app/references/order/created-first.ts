import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { constructsOfTree } from "../../../core/constructs-of-tree";
import { isWithinLibrary } from "../../scope/library-element";
import { createdFirstTypes } from "./created-first-types";

/**
 * Makes Terraform change what refers to a resource before it destroys the resource, for the types of the table. Runs when
 * everything is declared.
 *
 * Without it, Terraform destroys first what is removed: AWS refuses that while it is in use, and what uses it is then never
 * changed. Terraform remembers the order in the state, and takes it from there when the resource leaves the configuration. So
 * every resource of these types has it from the first deployment on, whether something refers to it or not. The caller decides
 * about resources of the provider in a stack.
 *
 * Source: https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle
 */
export function createFirst(root: IConstruct): void {
  for (const each of constructsOfTree(root)) {
    if (!TerraformResource.isTerraformResource(each) || !isWithinLibrary(each)) continue;
    const type = createdFirstTypes[each.terraformResourceType];
    if (type === undefined || isFixed(each, type.fixedBy)) continue;
    if (each.lifecycle?.createBeforeDestroy !== undefined) continue;
    each.lifecycle = { ...each.lifecycle, createBeforeDestroy: true };
  }
}

function isFixed(resource: TerraformResource, prop: string | undefined): boolean {
  return prop !== undefined && Reflect.get(resource, `${prop}Input`) !== undefined;
}
