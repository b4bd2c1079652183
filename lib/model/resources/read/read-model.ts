import { accountOfArn, accountOfRole } from "../../../facts/aws/arns";
import { defaultRegion } from "../../../facts/aws/partitions";
import { exampleAccount, locationIn } from "../aws-location";
import type { KnownResource } from "../computed/known-resource";
import { FirstByValue, indexedModel, type Model, type Values } from "../model";
import { blocks, isValues, text, textMap, texts } from "../values";
import type { Declarations } from "./declarations";
import { type SharedScope, StackScope } from "./stack-scope";
import { readStackSources, type StackSource } from "./stack-sources";

export interface ReadModelOptions {
  /** Receives a warning for each expression that cannot be evaluated. */
  readonly report?: (warning: { readonly event: "warning"; readonly text: string }) => void;
  /** Region of providers without a region, like `AWS_REGION` for Terraform. @default - `us-east-1` */
  readonly region?: string;
  /** The deployed state: its values replace those that are generated here. @default - nothing */
  readonly deployed?: DeployedState;
}

/**
 * Reads the resources that an output folder declares, as if deployed.
 *
 * The folder is an output folder of this library with a `manifest.json`, or any folder with Terraform JSON in it or in
 * its subfolders; each folder with JSON is a stack. Throws when there is no JSON or it is malformed. An expression that
 * cannot be evaluated is reported and its text is kept.
 */
export function readModel(folder: string, options: ReadModelOptions = {}): Model {
  return modelOf(readStackSources(folder), options);
}

/** Like `readModel`, for folders that are already read. */
export function modelOf(
  sources: readonly StackSource[],
  { report = () => {}, region = defaultRegion, deployed }: ReadModelOptions = {},
): Model {
  const known = new FirstByValue<KnownResource>((type) =>
    stacks.flatMap((stack) => stack.instances(type).map(({ instance }) => instance)),
  );
  const shared: SharedScope = {
    trail: [],
    account: deployed?.account ?? accountOf(sources.map(({ declarations }) => declarations)),
    deployed: (stack, address) => deployed?.find(stack, address),
    defaultRegion: region,
    stacks: () => stacks,
    find: (type, attribute, value) => known.find(type, attribute, value, (each) => each.value(attribute)),
    unresolved: (where, at, text, reason) => {
      const stays = text === undefined ? "" : ` Its text stays: ${shortened(text)}`;
      report({
        event: "warning",
        text: `${where}: ${at} cannot be evaluated here, because ${reason}.${stays}`,
      });
    },
  };
  const stacks: readonly StackScope[] = sources.map((source) => new StackScope(source, shared));
  const resources = stacks.flatMap((stack) =>
    stack
      .instances()
      .map(({ instance }) => instance.toResource(stack.id, stack.folder))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
  );
  const [first] = stacks;
  const appName = appNameOf(sources.map(({ declarations }) => declarations));
  return indexedModel(resources, { ...locationIn(first?.region ?? region, shared.account), appName });
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

/** The name of the app, from the tags that the library gives the AWS provider; undefined in other JSON. */
function appNameOf(stacks: readonly Declarations[]): string | undefined {
  const providers = stacks.flatMap(({ providers }) => providers.get("aws") ?? []);
  for (const provider of providers) {
    for (const tags of blocks(provider, "default_tags")) {
      const name = textMap(tags, "tags")["serverform:app"];
      if (name !== undefined) return name;
    }
  }
  return undefined;
}

/** The account that the AWS provider is restricted to, or else the example account. */
function accountOf(stacks: readonly Declarations[]): string {
  const providers = stacks.flatMap(({ providers }) => providers.get("aws") ?? []);
  const found = providers.flatMap((provider) => [
    ...texts(provider, "allowed_account_ids"),
    ...roleAccounts(provider),
  ]);
  return found.find((account) => /^\d{12}$/.test(account)) ?? exampleAccount;
}

function roleAccounts(provider: Values): readonly string[] {
  const roles = [provider.assume_role].flat().filter(isValues);
  return roles.flatMap((role) => accountOfRole(text(role, "role_arn") ?? "") ?? []);
}

/** The attributes of the resources that are deployed, by stack and by Terraform address. */
export class DeployedState {
  private readonly stacks = new Map<string, ReadonlyMap<string, Values>>();

  /** Adds a stack, as `terraform show -json` prints its state. */
  add(stack: string, shown: string): void {
    const state: unknown = shown.trim() === "" ? {} : JSON.parse(shown);
    const values = isValues(state) && isValues(state.values) ? state.values : {};
    this.stacks.set(stack, new Map(resourcesOf(values.root_module)));
  }

  get size(): number {
    return [...this.stacks.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The attributes of a resource: `aws_sqs_queue.Mails`, `data.aws_vpc.Main[0]`. Undefined if it is not deployed. */
  find(stack: string, address: string): Values | undefined {
    return this.stacks.get(stack)?.get(address);
  }

  /** The account that the resources belong to; undefined if none has an ARN with one. */
  get account(): string | undefined {
    for (const resources of this.stacks.values()) {
      for (const { arn } of resources.values()) {
        const found = accountOfArn(String(arn));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}

function resourcesOf(module: unknown): readonly (readonly [string, Values])[] {
  if (!isValues(module)) return [];
  const own = Array.isArray(module.resources) ? module.resources.filter(isValues) : [];
  return own.flatMap(({ address, values }) =>
    typeof address === "string" && isValues(values) ? [[address, values] as const] : [],
  );
}
