import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { isLibraryError, type ServerformError } from "../../../facts/errors/error";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { checkApiFacts, checkedAttributes, checkResourceLimits } from "../../core/limits";

interface HasDefaultTags {
  readonly defaultTags: Readonly<Record<string, string>>;
}

/**
 * Attributes of created resources that AWS rejects, and resources with too many tags.
 *
 * Props and overrides are checked where they are read. This check covers names made of ids, and resources of the caller.
 */
export function checkCreated(root: IConstruct): ServerformError[] {
  const names = new Map<string, readonly InputName[]>();
  return constructsOfTree(root).flatMap((construct) => {
    if (!TerraformResource.isTerraformResource(construct)) return [];
    const { defaultTags } = construct.cdktfStack as Partial<HasDefaultTags>;
    try {
      const { terraformResourceType: type } = construct;
      const inputs = inputsOf(construct, namesOf(type, names));
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
 * The checked attributes, as given: the provider's classes store `name` in `nameInput`, and create a new object each time a block
 * is read.
 */
function inputsOf(resource: object, names: readonly InputName[]): object {
  const inputs: Record<string, unknown> = {};
  for (const { attribute, input } of names) {
    const value = (resource as Readonly<Record<string, unknown>>)[input];
    if (value !== undefined) inputs[attribute] = value;
  }
  return inputs;
}

interface InputName {
  readonly attribute: string;
  readonly input: string;
}

/** @param known - results for earlier types */
function namesOf(type: string, known: Map<string, readonly InputName[]>): readonly InputName[] {
  const names =
    known.get(type) ??
    checkedAttributes(type).map((attribute) => ({ attribute, input: `${attribute}Input` }));
  known.set(type, names);
  return names;
}
