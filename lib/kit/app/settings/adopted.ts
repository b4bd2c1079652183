import { TerraformBackend, TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import { regionName } from "../../../facts/aws/regions";
import { libraryElement } from "../scope/library-element";

/*
 * A stack of CDKTF that becomes a `Stack` may keep its backend and its provider. They are created after those of the library,
 * which go when the stack is complete.
 */

/** The backends among the constructs of a stack that are not the library's. */
export function ownBackends(constructs: readonly IConstruct[]): readonly TerraformBackend[] {
  return constructs.filter(
    (each): each is TerraformBackend => TerraformBackend.isBackend(each) && !(libraryElement in each),
  );
}

/** The AWS providers among the constructs of a stack, also those of another copy of the package. */
export function awsProviders(constructs: readonly IConstruct[]): readonly TerraformProvider[] {
  return constructs.filter(
    (each): each is TerraformProvider =>
      TerraformProvider.isTerraformProvider(each) && each.terraformResourceType === "aws",
  );
}

/** Runs of these backends may be elsewhere, and decide how functions are packaged: the App must know. */
const remote: readonly string[] = ["CloudBackend", "RemoteBackend"];

/** Replaces the library's backend by the stack's own one. */
export function adoptBackend(stack: IConstruct): void {
  const [own] = ownBackends(stack.node.findAll());
  if (own !== undefined && !remote.includes(own.constructor.name)) stack.node.tryRemoveChild("_backend");
}

/**
 * Replaces the library's AWS provider by the stack's own one, if it is for the region of the stack: ARNs and host names are built
 * from that. Returns the settings of the provider that was adopted.
 *
 * Another provider of the library takes its settings over, apart from the region.
 */
export function adoptProvider(
  stack: IConstruct,
  region: string,
): Readonly<Record<string, unknown>> | undefined {
  const own = ownProvider(stack);
  if (own === undefined) return undefined;
  const settings = settingsOf(own);
  if (settings.region !== region) return undefined;
  stack.node.tryRemoveChild("_aws");
  const { region: _, alias: __, ...shared } = settings;
  for (const provider of awsProviders(stack.node.findAll())) {
    if (!(libraryElement in provider)) continue;
    for (const [key, value] of Object.entries(shared)) provider.addOverride(key, value);
  }
  return settings;
}

/** The region of the stack's own provider; undefined if it has none, or one that is known only to Terraform. */
export function regionOfOwnProvider(stack: IConstruct): string | undefined {
  const own = ownProvider(stack);
  const region = own === undefined ? undefined : settingsOf(own).region;
  return typeof region === "string" && regionName.test(region) ? region : undefined;
}

function ownProvider(stack: IConstruct): TerraformProvider | undefined {
  return awsProviders(stack.node.findAll()).find(
    (each) => each.alias === undefined && !(libraryElement in each),
  );
}

function settingsOf(provider: TerraformProvider): Readonly<Record<string, unknown>> {
  const { provider: block } = provider.toTerraform() as {
    readonly provider: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  };
  return block.aws?.[0] ?? {};
}
