import { resolve } from "node:path";
import { isRecord, onlyText } from "../../facts/text/record";
import type { SynthesizedStack } from "./synthesized-stack";

const terraformBlock = ({ template }: SynthesizedStack): Readonly<Record<string, unknown>> =>
  isRecord(template.terraform) ? template.terraform : {};

/** The source and version of each provider that a stack requires, by local name. */
export function requiredProviders(stack: SynthesizedStack): Readonly<Record<string, unknown>> {
  const providers = terraformBlock(stack).required_providers;
  // cdktf writes a list with one object if a construct adds a provider through an override.
  const first: unknown = Array.isArray(providers) ? providers[0] : providers;
  return isRecord(first) ? first : {};
}

/** The region of the app, from the settings or the provider of the first stack. */
export function providerRegion(stacks: readonly SynthesizedStack[]): string | undefined {
  return stacks.flatMap((stack) => stack.settings?.appRegion ?? stackRegion(stack) ?? [])[0];
}

export function stackRegion({ template }: SynthesizedStack): string | undefined {
  const provider = isRecord(template.provider) ? template.provider.aws : undefined;
  const first: unknown = Array.isArray(provider) ? provider[0] : provider;
  return isRecord(first) && typeof first.region === "string" ? first.region : undefined;
}

/** The state file of a stack with the local backend. */
export function localStateFile(stack: SynthesizedStack): string | undefined {
  const { backend } = terraformBlock(stack);
  const local = isRecord(backend) ? backend.local : undefined;
  const path = isRecord(local) ? local.path : undefined;
  return typeof path === "string" ? resolve(stack.folder, path) : undefined;
}

/** The workspace of a stack whose state is in Terraform Cloud. */
export function cloudWorkspace(
  stack: SynthesizedStack,
): { readonly organization: string; readonly name: string; readonly host: string } | undefined {
  const block = terraformBlock(stack);
  const settings = block.cloud ?? (isRecord(block.backend) ? block.backend.remote : undefined);
  const { organization, workspaces, hostname } = isRecord(settings) ? settings : {};
  const name = isRecord(workspaces) ? workspaces.name : undefined;
  if (typeof name !== "string") return undefined;
  return {
    organization: String(organization ?? process.env.TF_CLOUD_ORGANIZATION ?? ""),
    name,
    host: String(hostname ?? process.env.TF_CLOUD_HOSTNAME ?? "app.terraform.io"),
  };
}

/** The blocks of one type of resource in a stack, by their names. */
export function blocksOf(
  { template }: Pick<SynthesizedStack, "template">,
  type: string,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const blocks = isRecord(template.resource) ? template.resource[type] : undefined;
  const entries = Object.entries(isRecord(blocks) ? blocks : {});
  return Object.fromEntries(entries.flatMap(([name, block]) => (isRecord(block) ? [[name, block]] : [])));
}

export const typesIn = ({ template }: Pick<SynthesizedStack, "template">): readonly string[] =>
  Object.keys(isRecord(template.resource) ? template.resource : {});

/** The construct path of a resource, found by its Terraform address. */
export function constructPath({ template }: SynthesizedStack, address: string): string | undefined {
  const parts = address.replace(/\[.*$/, "").split(".");
  const isData = parts[0] === "data";
  const section = template[isData ? "data" : "resource"];
  const [type = "", name = ""] = isData ? parts.slice(1) : parts;
  let found: unknown = section;
  for (const key of [type, name, "//", "metadata", "path"]) found = isRecord(found) ? found[key] : undefined;
  return onlyText(found);
}
