import { importIdOf, resourceTypes } from "../../facts/aws/resource-types";
import { isRecord } from "../../facts/text/record";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { type Engine, machineReadable, runStack } from "./engine";
import { describeProblems, noChanges, type StackReport, type StackResult } from "./report";
import { nameInService } from "./review/losses";
import { resourcesOf, withoutKey } from "./review/planned-changes";
import { foreignState } from "./review/state-owner";
import { runStacks } from "./stack-runs";

export interface StateResource {
  readonly address: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Addresses of the resources that it depends on. */
  readonly dependsOn: readonly string[];
}

/** Removes each stack after the stacks that depend on it. */
export const removeStacks = (
  stacks: readonly SynthesizedStack[],
  engine: Engine,
): Promise<readonly StackReport[]> =>
  runStacks(stacks, engine, {
    run: (stack) => removeStack(stack, engine),
    notReached: "not removed",
    reverse: true,
  });

/**
 * Runs `terraform destroy` on a stack. If the app has no removal policy, resources with data are first removed from the state, so
 * that they stay in the account. Terraform's configuration language has no setting for this.
 */
export async function removeStack(stack: SynthesizedStack, engine: Engine): Promise<StackResult> {
  if (stack.settings !== undefined) {
    const shown = await engine.terraform.run(stack.folder, ["show", "-json", "-no-color"]);
    if (shown.code !== 0) return failed([shown.errors.trim() || "terraform show failed"]);
    const resources = stateResources(shown.output);
    const foreign = foreignState(stack, resources);
    if (foreign !== undefined) return failed([`Nothing was removed: ${foreign}.`]);
    const problem = keepsData(stack) ? await forgetData(stack, resources, engine) : undefined;
    if (problem !== undefined) return failed([problem]);
  }
  if (engine.interrupt.first.aborted) return { ...failed([]), status: "not removed", reason: "interrupted" };
  const record = await runStack(stack, engine, ["destroy", ...machineReadable, "-auto-approve"]);
  if (record.errors.length > 0) {
    return { ...failed(describeProblems(stack, record.errors)), changes: record.changes };
  }
  return {
    status: record.changes.destroyed > 0 || record.changedOutputs.length > 0 ? "removed" : "no changes",
    changes: record.changes,
    outputs: {},
    errors: [],
  };
}

/** The resources of a state to keep: those with data, their requirements, and their parts. */
export function resourcesToKeep(resources: readonly StateResource[]): readonly StateResource[] {
  const kept = new Set<StateResource>();
  // With `force_destroy` the bucket contains only copies, for example the files of a site.
  const waiting = resources.filter(
    ({ type, values }) => resourceTypes[type]?.keeping?.hasData === true && values.force_destroy !== true,
  );
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (kept.has(each)) continue;
    kept.add(each);
    waiting.push(...belongingTo(each, resources));
  }
  return resources.filter((resource) => kept.has(resource));
}

function belongingTo(kept: StateResource, resources: readonly StateResource[]): readonly StateResource[] {
  const { needs = [], companions = [] } = resourceTypes[kept.type]?.keeping ?? {};
  const refersTo = (one: StateResource, other: StateResource): boolean =>
    one.dependsOn.includes(withoutKey(other.address));
  return resources.filter(
    (other) =>
      (needs.includes(other.type) && refersTo(kept, other)) ||
      (companions.includes(other.type) &&
        refersTo(other, kept) &&
        isNamedIn(kept.type, kept.values, other.values)),
  );
}

async function forgetData(
  stack: SynthesizedStack,
  resources: readonly StateResource[],
  { terraform, terminal }: Engine,
): Promise<string | undefined> {
  const kept = resourcesToKeep(resources);
  if (kept.length === 0) return undefined;
  const removed = await terraform.run(stack.folder, ["state", "rm", ...kept.map(({ address }) => address)]);
  if (removed.code !== 0) return removed.errors.trim() || "terraform state rm failed";
  terminal.print(`${stack.id} holds data and has no removal policy. These resources stay in your account:`);
  for (const { address, values } of kept)
    terminal.print(`  ${nameInService(values) ?? "(no name)"} (${address})`);
  const lines = importLines(kept);
  if (lines.length > 0)
    terminal.print(
      "To take them over when you deploy the stack again, add this to it. Without it, the next deployment creates new ones or fails:",
    );
  for (const line of lines) terminal.print(`  ${line}`);
  return undefined;
}

/** The statement that imports resources in the next deployment. Empty if no id is known. */
export function importLines(resources: readonly StateResource[]): readonly string[] {
  const blocks = resources.flatMap(({ address, type, values }) => {
    const id = importIdOf(type, values);
    return id === undefined ? [] : [`  { to: ${JSON.stringify(address)}, id: ${JSON.stringify(id)} },`];
  });
  return blocks.length === 0 ? [] : ['stack.addOverride("import", [', ...blocks, "]);"];
}

function stateResources(output: string): readonly StateResource[] {
  const state: unknown = output.trim() === "" ? {} : JSON.parse(output);
  return resourcesOf(state)
    .filter(({ mode }) => mode === "managed")
    .map(({ address, type, values, depends_on: needed }) => ({
      address: String(address),
      type: String(type),
      values: isRecord(values) ? values : {},
      dependsOn: Array.isArray(needed) ? needed.map(String) : [],
    }));
}

function failed(errors: readonly string[]): StackResult {
  return { status: "failed", changes: noChanges, outputs: {}, errors };
}

type Values = Readonly<Record<string, unknown>>;

export function keepsData({ settings }: SynthesizedStack, type?: string): boolean {
  if (settings === undefined || settings.removalPolicy !== undefined || settings.isDebugStack === true)
    return false;
  return type === undefined || resourceTypes[type]?.keeping?.hasData === true;
}

/**
 * Whether a resource refers to another one: by its id, its ARN or its name, alone or as part of a path.
 *
 * Dependencies in a state include indirect ones, and a bucket policy depends on everything in its statements.
 */
function isNamedIn(type: string, named: Values, values: Values): boolean {
  const { namedBy = ["id", "arn", "name"] } = resourceTypes[type]?.keeping ?? {};
  const names = new Set(namedBy.flatMap((attribute) => textsIn(named[attribute])));
  return textsIn(values).some((text) => names.has(text) || text.split("/").some((part) => names.has(part)));
}

/** Texts of a value that may be names. Policies and other JSON are longer, and contain many names. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value === "" || value.startsWith("{") ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
