import { isObject } from "../project/json";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { type Engine, machineReadable, runStack } from "./engine";
import { describeProblems, type StackResult } from "./report";
import { dataBearing, keepsData } from "./review/kept-data";
import { nameInService } from "./review/name-in-service";
import { resourcesOf } from "./review/planned-changes";
import { foreignState } from "./review/state-owner";

/** A resource in the state of a stack. */
export interface StateResource {
  readonly address: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Addresses of the resources that it depends on. */
  readonly dependsOn: readonly string[];
}

/**
 * Runs `terraform destroy` on a stack. If the app has no removal policy, resources that hold data are first removed
 * from the state, so that they stay in the account. Terraform's configuration language has no setting for this.
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

/** The resources of a state that are kept: resources that hold data, and the resources that these require. */
export function resourcesToKeep(resources: readonly StateResource[]): readonly StateResource[] {
  const kept = new Set<StateResource>();
  for (const resource of resources) {
    const needed = dataBearing[resource.type];
    // With `force_destroy` the bucket only holds copies, for example the files of a site.
    if (needed === undefined || resource.values.force_destroy === true) continue;
    kept.add(resource);
    for (const other of resources) {
      const isNeeded = needed.includes(other.type) && resource.dependsOn.includes(withoutKey(other.address));
      if (isNeeded) kept.add(other);
    }
  }
  return resources.filter((resource) => kept.has(resource));
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
  return undefined;
}

function stateResources(output: string): readonly StateResource[] {
  const state: unknown = output.trim() === "" ? {} : JSON.parse(output);
  return resourcesOf(state)
    .filter(({ mode }) => mode === "managed")
    .map(({ address, type, values, depends_on: needed }) => ({
      address: String(address),
      type: String(type),
      values: isObject(values) ? values : {},
      dependsOn: Array.isArray(needed) ? needed.map(String) : [],
    }));
}

function withoutKey(address: string): string {
  return address.replace(/\[[^\]]*\]$/, "");
}

function failed(errors: readonly string[]): StackResult {
  return { status: "failed", changes: { added: 0, changed: 0, destroyed: 0 }, outputs: {}, errors };
}
