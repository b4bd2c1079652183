import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { checkApiFacts, checkedAttributes, checkResourceLimits } from "../../core/limits";
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
  return constructsOfTree(root).flatMap((construct) => {
    if (!TerraformResource.isTerraformResource(construct)) return [];
    const { defaultTags } = construct.cdktfStack as Partial<HasDefaultTags>;
    try {
      const { terraformResourceType: type } = construct;
      const inputs = inputsOf(construct, type);
      checkResourceLimits(construct, "", inputs, type, defaultTags);
      checkApiFacts(construct, inputs, type);
      return [];
    } catch (error) {
      if (isLibraryError(error)) return [error];
      throw error;
    }
  });
}

/**
 * The attributes that are checked, as they were given: the provider's classes keep `name` in `nameInput`, and make a new object for each
 * look at a block.
 */
function inputsOf(resource: object, type: string): object {
  const inputs: Record<string, unknown> = {};
  for (const { attribute, input } of inputNames(type)) {
    const value = (resource as Readonly<Record<string, unknown>>)[input];
    if (value !== undefined) inputs[attribute] = value;
  }
  return inputs;
}

interface InputName {
  readonly attribute: string;
  readonly input: string;
}

/** By the type of the resource, the same for every app. */
const knownNames = new Map<string, readonly InputName[]>();

function inputNames(type: string): readonly InputName[] {
  const known = knownNames.get(type);
  if (known !== undefined) return known;
  const names = checkedAttributes(type).map((attribute) => ({ attribute, input: `${attribute}Input` }));
  knownNames.set(type, names);
  return names;
}
