import { isRecord } from "../outputs";
import type { ConfigurationPart } from "./configuration-parts";
import type { StackState } from "./state";

/** A plan of the blocks that have changed, and of what refers to them. */
export interface Narrowing {
  /** Addresses for `-target`. Terraform adds what they refer to. */
  readonly targets: readonly string[];
  /** The targets that the configuration declares. The others are to be removed. */
  readonly declared: readonly string[];
  /** How many resources Terraform does not compare with AWS. */
  readonly notRead: number;
}

/** The scope of a plan with `--only-changed`: a part of it, or all of it for a reason. */
export type PlanScope = Narrowing | { readonly wholeBecause: string };

/** As commands print it. */
export type ScopeReport = Pick<Narrowing, "notRead"> | { readonly wholeBecause: string };

export const describeScope = (scope: PlanScope): ScopeReport =>
  "notRead" in scope ? { notRead: scope.notRead } : scope;

/** Undefined for the whole stack. */
export const narrowingOf = (scope: PlanScope | undefined): Narrowing | undefined =>
  scope !== undefined && "targets" in scope ? scope : undefined;

/** The same plan with more targets that the configuration declares. */
export function withTargets(narrowing: Narrowing, more: readonly string[]): Narrowing {
  const added = more.filter((address) => !narrowing.targets.includes(address));
  return {
    ...narrowing,
    targets: [...narrowing.targets, ...added],
    declared: [...narrowing.declared, ...added],
  };
}

/** The configuration that was applied last. */
export interface Applied {
  readonly digests: ReadonlySet<string>;
  readonly state: Pick<StackState, "resources" | "outputs">;
}

/** More would not fit into a command line of Windows. Source: https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-createprocessw */
const longestTargets = 20_000;

/**
 * Finds the smallest plan with the same changes as a plan of the whole stack, but for drift.
 *
 * Terraform plans a target and all that it refers to, but nothing that refers to it. It plans an output if all blocks that the output refers
 * to are planned, and leaves outputs without such blocks alone.
 */
export function narrow(parts: readonly ConfigurationPart[], { digests, state }: Applied): PlanScope {
  const inState = new Set(state.resources);
  const changed = parts.filter(
    ({ id, kind, digest }) =>
      digest === undefined || !digests.has(digest) || (kind === "resource" && !inState.has(id)),
  );
  const affected = reachedFrom(changed, usersIn(parts));
  const setting = affected.find(({ kind }) => kind === "setting" || kind === "provider");
  if (setting !== undefined) return { wholeBecause: `${settingNames[setting.id] ?? setting.id} has changed` };
  const outputs = new Set(parts.filter(isOutput).map(({ id }) => id));
  const removedOutput = Object.keys(state.outputs).find(
    (name) => !isRecord(name) && !outputs.has(`output.${name}`),
  );
  if (removedOutput !== undefined)
    return { wholeBecause: `its output ${removedOutput} is removed, which no plan of single blocks does` };
  const used = usedIn(parts);
  const ofOutputs = affected.filter(isOutput).map(({ id }) => ({ id, blocks: blocksOf(id, used) }));
  const literal = ofOutputs.find(({ blocks }) => blocks.length === 0);
  if (literal !== undefined)
    return { wholeBecause: `its ${literal.id.replace(".", " ")} has changed, which refers to no block` };
  const blocks = [...affected, ...ofOutputs.flatMap(({ blocks }) => blocks)].filter(isBlock);
  return scopeOf(parts, new Set(blocks), removedResources(parts, state));
}

/** The blocks, and outputs of other stacks, that an output refers to itself or through local values. */
function blocksOf(output: string, used: Edges): readonly ConfigurationPart[] {
  const ownEdges = new Map([...used].filter(([id]) => id === output || id.startsWith("local.")));
  return reachedFrom(used.get(output) ?? [], ownEdges).filter((each) => isBlock(each) || isRead(each));
}

const settingNames: Readonly<Record<string, string>> = {
  versions: "the version of serverform or of a provider",
  terraform: "its terraform block",
  moved: "what it moves",
  removed: "what it leaves to others",
  import: "what it imports",
};

function scopeOf(
  parts: readonly ConfigurationPart[],
  blocks: ReadonlySet<ConfigurationPart>,
  removed: readonly string[],
): PlanScope {
  const reads = parts.filter(isRead);
  const resources = parts.filter(isResource);
  if (blocks.size + removed.length === 0) return { wholeBecause: "none of its blocks has changed" };
  // Terraform writes outputs, such as those of the record, only beside a block of the configuration.
  const anchor = resources.find(({ uses }) => uses.length === 0) ?? resources[0];
  if (anchor === undefined) return { wholeBecause: "all of its resources are removed" };
  const planned = blocks.size > 0 ? [...blocks] : [anchor];
  const read = new Set(reachedFrom(planned, usedIn(parts)).filter(isResource));
  const notRead = resources.length - read.size;
  if (notRead === 0) return { wholeBecause: "its changes lead to all of its resources" };
  const declared = [
    ...new Set([...planned.map(({ id }) => id), ...reads.map(({ id }) => stateOf(id))]),
  ].sort();
  const targets = [...declared, ...removed];
  return targets.join(" -target=").length > longestTargets
    ? { wholeBecause: `too many of its blocks have changed: ${targets.length}` }
    : { targets, declared, notRead };
}

const isResource = ({ kind }: ConfigurationPart): boolean => kind === "resource";
const isBlock = ({ kind }: ConfigurationPart): boolean => kind === "resource" || kind === "data";
const isOutput = ({ kind }: ConfigurationPart): boolean => kind === "output";
const isRead = ({ kind }: ConfigurationPart): boolean => kind === "read";

/** The data source of `data.terraform_remote_state.<name>.outputs.<output>`. */
const stateOf = (reference: string): string => reference.split(".").slice(0, 3).join(".");

function removedResources(
  parts: readonly ConfigurationPart[],
  state: Pick<StackState, "resources">,
): readonly string[] {
  const declared = new Set(parts.filter(isResource).map(({ id }) => id));
  return [...new Set(state.resources)].filter((address) => !declared.has(address)).sort();
}

type Edges = ReadonlyMap<string, readonly ConfigurationPart[]>;

/** The parts that each part refers to. */
function usedIn(parts: readonly ConfigurationPart[]): Edges {
  const byId = new Map(parts.map((part) => [part.id, part]));
  return new Map(
    parts.map(({ id, uses }) => [
      id,
      uses.flatMap((each) => {
        const part = byId.get(each);
        return part === undefined ? [] : [part];
      }),
    ]),
  );
}

/** The parts that refer to each part. */
function usersIn(parts: readonly ConfigurationPart[]): Edges {
  const users = new Map<string, ConfigurationPart[]>();
  for (const part of parts) for (const each of part.uses) users.set(each, [...(users.get(each) ?? []), part]);
  return users;
}

function reachedFrom(parts: readonly ConfigurationPart[], edges: Edges): readonly ConfigurationPart[] {
  const reached = new Set(parts);
  for (const { id } of reached) for (const each of edges.get(id) ?? []) reached.add(each);
  return [...reached];
}
