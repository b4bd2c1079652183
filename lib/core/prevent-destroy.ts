import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";

const protectedHere = new WeakSet<TerraformResource>();

/**
 * Makes every plan fail that would destroy a resource, or lifts what an earlier synthesis has set.
 *
 * What the caller has said of `preventDestroy` stays, in the config or on the resource.
 *
 * @param given - the caller's config of the resource
 */
export function preventDestroy(
  resource: TerraformResource,
  isPrevented: boolean,
  given: { readonly lifecycle?: TerraformResourceLifecycle } | undefined,
): void {
  if (given?.lifecycle?.preventDestroy !== undefined) return;
  const isOurs = protectedHere.has(resource);
  const { preventDestroy: present, ...others } = resource.lifecycle ?? {};
  if (isPrevented && present === undefined) {
    protectedHere.add(resource);
    resource.lifecycle = { ...others, preventDestroy: true };
  }
  if (!isPrevented && isOurs) {
    protectedHere.delete(resource);
    resource.lifecycle = Object.keys(others).length === 0 ? undefined : others;
  }
}
