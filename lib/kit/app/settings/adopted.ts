import { TerraformBackend, TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import { regionName } from "../../../facts/aws/regions";
import type { ServerformError } from "../../../facts/errors/error";
import { problem } from "../errors";
import { libraryElement, type OwningApp } from "../scope/owner";

/*
 * A CDKTF stack that becomes a `Stack` may keep its backend and its provider. They are created after those of the library, which
 * are removed when the stack is complete.
 */

function ownBackends(constructs: readonly IConstruct[]): readonly TerraformBackend[] {
  return constructs.filter(
    (each): each is TerraformBackend => TerraformBackend.isBackend(each) && !(libraryElement in each),
  );
}

/** The AWS providers among the constructs of a stack, also those of another copy of the package. */
function awsProviders(constructs: readonly IConstruct[]): readonly TerraformProvider[] {
  return constructs.filter(
    (each): each is TerraformProvider =>
      TerraformProvider.isTerraformProvider(each) && each.terraformResourceType === "aws",
  );
}

/** These backends may run Terraform elsewhere, which decides how functions are packaged: the App must know them. */
const remote: readonly string[] = ["CloudBackend", "RemoteBackend"];

export function adoptBackend(stack: IConstruct): void {
  const [own] = ownBackends(stack.node.findAll());
  if (own !== undefined && !remote.includes(own.constructor.name)) stack.node.tryRemoveChild("_backend");
}

/**
 * Replaces the library's AWS provider with the stack's own one, if it is for the region of the stack, which is part of ARNs and
 * host names. Returns the settings of the adopted provider.
 *
 * Other providers of the library use its settings, except the region.
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

/** The region of the stack's own provider; undefined without one, or if only Terraform knows it. */
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

/**
 * Finds backends and AWS providers of the caller that conflict with those of a stack.
 *
 * CDKTF silently uses one of the backends, and Terraform's error about two providers of the same name contains no construct.
 */
export function checkStackElements(app: OwningApp): ServerformError[] {
  return app.stacks.flatMap((stack) => {
    const constructs = stack.node.findAll();
    return [...checkBackends(stack, constructs), ...checkProviders(constructs)];
  });
}

/** A stack may have only one backend: the library's or the caller's. */
function checkBackends(stack: IConstruct, constructs: readonly IConstruct[]): ServerformError[] {
  const own = ownBackends(constructs);
  const isOfLibrary = stack.node.tryFindChild("_backend") !== undefined;
  if (own.length === 0 && !isOfLibrary) {
    return [problem(stack, "backend-own-missing", "backend", { value: "own" })];
  }
  return (isOfLibrary ? own : own.slice(1)).map((backend) =>
    problem(backend, "backend-second", `new ${backend.constructor.name}(...)`, {
      kind: backend.constructor.name,
      stack: stack.node.id,
    }),
  );
}

function checkProviders(constructs: readonly IConstruct[]): ServerformError[] {
  const found: ServerformError[] = [];
  const seen = new Map<string, IConstruct>();
  for (const provider of awsProviders(constructs)) {
    const { alias } = provider;
    const other = seen.get(alias ?? "");
    if (other === undefined) {
      seen.set(alias ?? "", provider);
      continue;
    }
    // The library's provider may be created after one of the caller with the same name.
    const [own, theirs] = libraryElement in provider ? [provider, other] : [other, provider];
    found.push(problem(theirs, "provider-second", "alias", { value: alias, other: own.node.path }));
  }
  return found;
}
