import { isObject } from "../project/json";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { type Engine, machineReadable, runStack } from "./engine";
import { describeProblem, type StackResult } from "./report";
import { dataBearing, keepsData } from "./review/kept-data";
import { nameInService } from "./review/name-in-service";

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
  if (keepsData(stack)) {
    const problem = await forgetData(stack, engine);
    if (problem !== undefined) return failed([problem]);
  }
  if (engine.interrupt.first.aborted) return { ...failed([]), status: "not removed", reason: "interrupted" };
  const record = await runStack(stack, engine, ["destroy", ...machineReadable, "-auto-approve"]);
  if (record.errors.length > 0) {
    return { ...failed(record.errors.map((each) => describeProblem(stack, each))), changes: record.changes };
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
  { terraform, terminal }: Engine,
): Promise<string | undefined> {
  const shown = await terraform.run(stack.folder, ["show", "-json", "-no-color"]);
  if (shown.code !== 0) return shown.errors.trim() || "terraform show failed";
  const kept = resourcesToKeep(stateResources(shown.output));
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
  const values = isObject(state) ? state.values : undefined;
  return isObject(values) ? moduleResources(values.root_module) : [];
}

function moduleResources(module: unknown): readonly StateResource[] {
  if (!isObject(module)) return [];
  const own = Array.isArray(module.resources) ? module.resources : [];
  const children = Array.isArray(module.child_modules) ? module.child_modules : [];
  const managed = own
    .filter((each) => isObject(each) && each.mode === "managed")
    .map((each) => ({
      address: String(each.address),
      type: String(each.type),
      values: isObject(each.values) ? each.values : {},
      dependsOn: Array.isArray(each.depends_on) ? each.depends_on.map(String) : [],
    }));
  return [...managed, ...children.flatMap(moduleResources)];
}

function withoutKey(address: string): string {
  return address.replace(/\[[^\]]*\]$/, "");
}

function failed(errors: readonly string[]): StackResult {
  return { status: "failed", changes: { added: 0, changed: 0, destroyed: 0 }, outputs: {}, errors };
}
