import type { TerraformResource } from "cdktf";

/** Makes plans that would destroy the resource fail, unless the caller has set `preventDestroy`. */
export function preventDestroy(resource: TerraformResource): void {
  if (resource.lifecycle?.preventDestroy !== undefined) return;
  resource.lifecycle = { ...resource.lifecycle, preventDestroy: true };
}
