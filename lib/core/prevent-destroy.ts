import type { TerraformResource } from "cdktf";

/** Makes every plan fail that would destroy a resource, unless the caller has set `preventDestroy` already. */
export function preventDestroy(resource: TerraformResource): void {
  if (resource.lifecycle?.preventDestroy !== undefined) return;
  resource.lifecycle = { ...resource.lifecycle, preventDestroy: true };
}
