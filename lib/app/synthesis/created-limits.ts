import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { checkApiFacts, checkResourceLimits } from "../../core/limits";
import { isLibraryError, type ServerformError } from "../../errors/error";

/** Tags that each resource of a stack gets. */
interface HasDefaultTags {
  readonly defaultTags: Readonly<Record<string, string>>;
}

/**
 * Attributes of created resources that AWS rejects, and resources with too many tags.
 *
 * Props and overrides are checked where they are read. Here are names that are made of ids, and resources of the caller.
 */
export function checkCreated(root: IConstruct): ServerformError[] {
  return root.node.findAll().flatMap((construct) => {
    if (!TerraformResource.isTerraformResource(construct)) return [];
    const { defaultTags } = construct.cdktfStack as Partial<HasDefaultTags>;
    try {
      const { terraformResourceType: type } = construct;
      const inputs = inputsOf(construct);
      checkResourceLimits(construct, "", inputs, type, defaultTags);
      checkApiFacts(construct, inputs, type);
      return [];
    } catch (error) {
      if (isLibraryError(error)) return [error];
      throw error;
    }
  });
}

/** The attributes as they were given: the provider's classes keep `name` in `nameInput`, and make a new object for each look at a block. */
function inputsOf(resource: object): object {
  const known = new Map<PropertyKey, unknown>();
  const get = (_: object, key: string | symbol): unknown => {
    if (!known.has(key)) known.set(key, Reflect.get(resource, `${String(key)}Input`, resource));
    return known.get(key);
  };
  // Without a target, nobody takes the whole for a reference of CDKTF.
  return new Proxy({}, { get });
}
