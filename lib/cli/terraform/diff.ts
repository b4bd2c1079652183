import { rmSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../project/json";
import { runsRemotely } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { Interrupted } from "../ui/interrupt";
import { type Engine, machineReadable, runStack } from "./engine";
import { needsOutputOfOtherStack } from "./hints";
import { isVisible } from "./outputs";
import { describeProblem } from "./report";
import type { RunRecord } from "./run-record";
import { initializeStacks } from "./stack-runs";
import { runInOrder } from "./task-order";

/** What a deployment would change in one stack. */
export interface StackDiff {
  readonly id: string;
  readonly changes: readonly ResourceDiff[];
  /** Names of the outputs that would change, including those that CDKTF generates. */
  readonly outputs: readonly string[];
  readonly errors: readonly string[];
  /** Stacks that must be deployed before this stack can be planned. */
  readonly waitsFor?: readonly string[];
  /** Stacks whose outputs this stack reads and would change. The plan uses the current values of these outputs. */
  readonly follows?: readonly string[];
}

/** What a deployment would change in one resource. */
export interface ResourceDiff {
  readonly address: string;
  readonly action: "create" | "update" | "replace" | "delete" | "forget" | "import" | "move";
  /** The changed attributes of an update or a replacement, as text. */
  readonly attributes: readonly string[];
}

/** Plans all stacks in parallel. A plan changes nothing, so it does not have to wait for other plans. */
export async function diffStacks(
  stacks: readonly SynthesizedStack[],
  engine: Engine,
): Promise<readonly StackDiff[]> {
  const failedInit = await initializeStacks(stacks, engine);
  if (failedInit !== undefined) {
    return [{ id: failedInit.id, changes: [], outputs: [], errors: failedInit.errors }];
  }
  const diffs = new Map<string, StackDiff>();
  await runInOrder(
    stacks.map((stack) => ({ id: stack.id, after: [], stack })),
    async ({ id, stack }) => {
      engine.progress.start(id);
      diffs.set(id, await diffStack(stack, engine));
      engine.progress.end(id);
      return true;
    },
    () => !engine.interrupt.first.aborted,
  );
  if (engine.interrupt.first.aborted) throw new Interrupted();
  return stacks.flatMap(({ id, dependencies }) => {
    const diff = diffs.get(id);
    const follows = dependencies.filter((other) =>
      diffs.get(other)?.outputs.some((name) => !isVisible(name)),
    );
    return diff === undefined ? [] : [{ ...diff, follows }];
  });
}

/** Runs `terraform plan` on a stack and reads from the plan what would change. */
async function diffStack(stack: SynthesizedStack, engine: Engine): Promise<StackDiff> {
  const planFile = join(stack.folder, "serverform.tfplan");
  try {
    // A remote plan cannot be saved. Only the addresses of its changes are known.
    const isRemote = runsRemotely(stack);
    const save = isRemote ? [] : [`-out=${planFile}`];
    const record = await runStack(stack, engine, ["plan", ...machineReadable, ...save]);
    if (record.errors.length > 0) return failedDiff(stack, record);
    const shown = isRemote
      ? undefined
      : await engine.terraform.run(stack.folder, ["show", "-json", planFile]);
    const changes =
      shown?.code === 0 ? plannedResources(JSON.parse(shown.output)) : streamedResources(record);
    return { id: stack.id, changes, outputs: record.changedOutputs, errors: [] };
  } finally {
    // The plan file contains secret values.
    rmSync(planFile, { force: true });
  }
}

/** The resource changes in the JSON form of a saved plan. */
export function plannedResources(plan: unknown): readonly ResourceDiff[] {
  const changes = isObject(plan) && Array.isArray(plan.resource_changes) ? plan.resource_changes : [];
  return changes.filter(isObject).flatMap((entry) => {
    const change = isObject(entry.change) ? entry.change : {};
    const action = actionOf(Array.isArray(change.actions) ? change.actions.map(String) : []);
    if (action === undefined) return [];
    const attributes = action === "update" || action === "replace" ? changedAttributes(change) : [];
    return [{ address: String(entry.address), action, attributes }];
  });
}

function streamedResources({ planned }: RunRecord): readonly ResourceDiff[] {
  return planned.map(({ address, action }) => ({
    address,
    action: action as ResourceDiff["action"],
    attributes: [],
  }));
}

function failedDiff(stack: SynthesizedStack, record: RunRecord): StackDiff {
  const nothing = { id: stack.id, changes: [], outputs: [] };
  const needsOtherStack = stack.dependencies.length > 0 && record.errors.every(needsOutputOfOtherStack);
  if (needsOtherStack) return { ...nothing, errors: [], waitsFor: stack.dependencies };
  return { ...nothing, errors: record.errors.map((each) => describeProblem(stack, each)) };
}

function actionOf(actions: readonly string[]): ResourceDiff["action"] | undefined {
  if (actions.includes("create") && actions.includes("delete")) return "replace";
  const [action] = actions;
  if (action === "create" || action === "update" || action === "delete" || action === "forget") return action;
  return undefined;
}

function changedAttributes(change: Record<string, unknown>): readonly string[] {
  const before = isObject(change.before) ? change.before : {};
  const after = isObject(change.after) ? change.after : {};
  const unknown = isObject(change.after_unknown) ? change.after_unknown : {};
  const secret = [change.before_sensitive, change.after_sensitive].filter(isObject);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(unknown)])].sort();
  return names.flatMap((name) => {
    const isUnknown = hasTrue(unknown[name]);
    if (!isUnknown && JSON.stringify(before[name]) === JSON.stringify(after[name])) return [];
    if (secret.some((marks) => hasTrue(marks[name]))) return [`${name}: (sensitive)`];
    return [
      `${name}: ${shortText(before[name])} -> ${isUnknown ? "(known after apply)" : shortText(after[name])}`,
    ];
  });
}

/** Whether a mark, or any value nested in it, is true. */
function hasTrue(mark: unknown): boolean {
  return mark === true || (typeof mark === "object" && mark !== null && Object.values(mark).some(hasTrue));
}

function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
