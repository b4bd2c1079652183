import type { TerraformResource } from "cdktf";

/** Makes plans fail that would destroy the resource, unless the caller has set `preventDestroy` already. */
export function preventDestroy(resource: TerraformResource): void {
  if (resource.lifecycle?.preventDestroy !== undefined) return;
  resource.lifecycle = { ...resource.lifecycle, preventDestroy: true };
}
