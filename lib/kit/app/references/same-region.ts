import { TerraformResource, TerraformStack } from "cdktf";
import { parseArn } from "../../../facts/aws/arns";
import { resourceTypes } from "../../../facts/aws/resource-types";
import type { ServerformError } from "../../../facts/errors/error";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { isProviderObject } from "../../core/terraform/override";
import { isUnresolved } from "../../core/tokens/unresolved";
import { problem } from "../errors";
import type { OwningApp, OwningStack } from "../scope/owner";
import { readReferences } from "./referenced";

/** Resources by type and name, with their attributes as Terraform reads them. */
type Written = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Finds resources that refer to a resource of another region although AWS accepts only their own. */
export function checkRegions(app: OwningApp): readonly ServerformError[] {
  if (new Set(app.stacks.map(({ region }) => region)).size < 2) return [];
  return app.stacks.flatMap((stack) => constructsOfTree(stack).flatMap((each) => checkResource(stack, each)));
}

function checkResource(stack: OwningStack, construct: unknown): readonly ServerformError[] {
  if (!TerraformResource.isTerraformResource(construct)) return [];
  const names = resourceTypes[construct.terraformResourceType]?.sameRegion;
  // The caller chooses the region of another provider.
  if (names === undefined || construct.provider !== undefined) return [];
  const { resource } = construct.toTerraform() as { readonly resource: Written };
  const attributes = Object.values(resource[construct.terraformResourceType] ?? {})[0] ?? {};
  return Object.entries(attributes)
    .filter(([name]) => names.includes(name))
    .flatMap(([prop, value]) => {
      const found = foreignRegion(stack, construct, value);
      return found === undefined
        ? []
        : [problem(construct, "region-differs", prop, { ...found, region: stack.region })];
    });
}

/** The resource in a value, with its region, if that differs. */
function foreignRegion(
  { region, app }: OwningStack,
  resource: TerraformResource,
  value: unknown,
): { readonly value: string; readonly found: string } | undefined {
  for (const text of textsIn(value)) {
    const found = isUnresolved(text) ? undefined : parseArn(text);
    if (
      found?.region !== undefined &&
      found.region !== "" &&
      found.region !== region &&
      found.service !== "events"
    )
      return { value: text, found: found.region };
  }
  for (const { stack, identifier } of readReferences(resource, value)) {
    const home = app.stacks.find((each): boolean => (each as unknown) === stack);
    if (home === undefined || home.region === region || identifier.startsWith("aws_cloudwatch_event_bus."))
      continue;
    const named = findNamed(stack, identifier);
    if (named?.provider === undefined) return { value: named?.node.path ?? identifier, found: home.region };
  }
  return undefined;
}

function findNamed(stack: TerraformStack, identifier: string): TerraformResource | undefined {
  const [type, name] = identifier.split(".");
  return constructsOfTree(stack).find(
    (each): each is TerraformResource =>
      isProviderObject(each, type ?? "") &&
      each.friendlyUniqueId === name &&
      TerraformStack.of(each) === stack,
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
