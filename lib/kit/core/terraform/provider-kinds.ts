import { type TerraformElement, TerraformStack } from "cdktf";
import { RootConstruct } from "constructs";
import type { Where } from "../../../facts/errors/error";
import { checkKind, type PropKind } from "../checks/check";
import type { ProviderClass } from "../checks/nested-keys";
import { memberPath } from "../prop-path";

/** CDKTF's description of an attribute for HCL: the only place where the provider's types exist at run time. */
interface HclAttribute {
  readonly value: unknown;
  readonly isBlock: boolean;
  readonly storageClassType: string;
}

const kindOfStorage: Readonly<Record<string, PropKind>> = {
  string: "attributeText",
  number: "number",
  boolean: "attributeBoolean",
  stringList: "attributeTexts",
  numberList: "list",
  stringMap: "attributeMap",
};

/**
 * Refuses values of a different type than the provider's attribute, also in nested blocks.
 *
 * Nothing else checks them before Terraform: CDKTF writes any value unchanged.
 *
 * @param config - keys of the resource without meta-arguments, whose blocks `checkNestedKeys` has accepted
 */
export function checkProviderKinds(
  where: Where,
  prop: string,
  config: object,
  resource: ProviderClass,
): void {
  if (Object.keys(config).length === 0) return;
  checkAttributes(where, prop, describe(resource, config), config);
}

/** @param given - the described value: for a map of the provider, CDKTF writes a list as a map */
function checkAttributes(where: Where, prop: string, attributes: object, given: unknown): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const key = camelCase(name);
    const path = memberPath(prop, key);
    const { value, isBlock, storageClassType } = attribute as HclAttribute;
    const kind = kindOfStorage[storageClassType];
    const raw: unknown = Object(given)[key];
    if (!isBlock && kind !== undefined) {
      checkKind(where, path, value, kind);
      if (storageClassType === "stringMap" && Array.isArray(raw)) checkKind(where, path, raw, kind);
    } else if (Array.isArray(value)) {
      for (const [index, each] of value.entries()) checkBlock(where, path, each, Object(raw)[index]);
    } else checkBlock(where, path, value, raw);
  }
}

function checkBlock(where: Where, prop: string, value: unknown, given: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const isDescribed = Object.values(value).every(
    (each) => typeof each === "object" && each && "storageClassType" in each,
  );
  if (isDescribed) checkAttributes(where, prop, value, given);
}

/** A stack without an app, for temporary resources. */
let scratch: TerraformStack | undefined;

/** The attributes of a resource with this config, by their names in Terraform. */
function describe(resource: ProviderClass, config: object): object {
  const create = resource as unknown as new (
    scope: TerraformStack,
    id: string,
    config: object,
  ) => TerraformElement;
  scratch ??= new TerraformStack(new RootConstruct(), "Sample");
  const sample = new create(scratch, "Sample", config);
  try {
    return (sample as unknown as { synthesizeHclAttributes(): object }).synthesizeHclAttributes();
  } finally {
    scratch.node.tryRemoveChild("Sample");
  }
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
