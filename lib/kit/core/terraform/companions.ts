import { TerraformProvider, type TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { resourceTypes } from "../../../facts/aws/resource-types";
import { escapePattern } from "../../../facts/text/escape-pattern";
import { FactKey, factOf } from "../app-facts";
import { constructsOfTree } from "../constructs-of-tree";
import { resolveValue } from "../tokens/resolve";
import { terraformAddressOf } from "./addresses";

const typesOfProviders = new FactKey<Map<TerraformProvider, Set<string>>>(
  "chosen providers",
  () => new Map(),
);

/** Records that the caller chose the provider of a resource under `cdk`. */
export function noteProvider(provider: unknown, type: string): void {
  if (!TerraformProvider.isTerraformProvider(provider)) return;
  const ofApp = factOf(provider, typesOfProviders);
  ofApp.set(provider, (ofApp.get(provider) ?? new Set()).add(type));
}

type Provided = TerraformResource & { provider?: TerraformProvider | undefined };

/**
 * Gives the companions of a resource the provider that the caller chose for it: resources of its construct that refer to it, and
 * its own requirements. A companion with its own provider keeps it.
 *
 * Runs after all declarations.
 */
export function spreadProviders(root: IConstruct): void {
  const all = constructsOfTree(root);
  const providers = all.filter((each) => TerraformProvider.isTerraformProvider(each));
  for (const provider of providers) {
    const types = factOf(root, typesOfProviders).get(provider);
    if (types === undefined) continue;
    const chosen = all
      .filter(isProvided)
      .filter((each) => each.provider === provider && types.has(each.terraformResourceType));
    for (const resource of chosen) {
      const owner = ownerOf(resource);
      if (owner !== undefined) spread(owner, resource, provider);
    }
  }
}

function spread(owner: IConstruct, resource: Provided, provider: TerraformProvider): void {
  const stack = TerraformStack.of(resource);
  const own = owner.node
    .findAll()
    .filter(isProvided)
    .filter((each) => ownerOf(each) === owner && TerraformStack.of(each) === stack)
    .filter((each) => isOfFunction(resource) || !isOfFunction(each))
    .map((element) => ({ element, address: terraformAddressOf(element), text: textOf(element) }));
  const reached = new Set(own.filter(({ element }) => element === resource));
  for (const member of reached) {
    for (const each of own) {
      if (each.element.provider !== undefined || reached.has(each)) continue;
      const isServant =
        resourceTypes[each.element.terraformResourceType]?.isServant === true &&
        refersTo(member.text, each.address);
      if (!isServant && !refersTo(each.text, member.address)) continue;
      each.element.provider = provider;
      reached.add(each);
    }
  }
}

/** Permissions and event-source mappings belong to their function, regardless of the other side. */
function isOfFunction({ terraformResourceType: type }: Provided): boolean {
  return type.startsWith("aws_lambda_");
}

/** Resources and data sources of AWS. */
function isProvided(construct: IConstruct): construct is Provided {
  const { terraformResourceType: type } = construct as Partial<Provided>;
  return (
    typeof type === "string" && type.startsWith("aws_") && !TerraformProvider.isTerraformProvider(construct)
  );
}

/** The construct of the library that an element belongs to. */
function ownerOf(element: IConstruct): IConstruct | undefined {
  return element.node.scopes.findLast((each) => "getConstructMetadata" in each);
}

function textOf(element: Provided): string {
  return JSON.stringify(resolveValue(element, element.toTerraform()));
}

function refersTo(text: string, address: string): boolean {
  return new RegExp(`(?<![\\w.-])${escapePattern(address)}(?![\\w-])`).test(text);
}
