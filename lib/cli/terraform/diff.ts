import type { SynthesizedStack } from "../project/synthesized-stack";
import { Interrupted } from "../ui/interrupt";
import type { Engine } from "./engine";
import { needsOutputOfOtherStack } from "./hints";
import { isVisible } from "./outputs";
import { type StackPlan, withPlan } from "./plan";
import { describeScope, narrowingOf, type PlanScope, type ScopeReport } from "./record/narrow";
import { describeProblems } from "./report";
import { type ApiTerm, apiTerms } from "./review/api-terms";
import { type Loss, lossesOf } from "./review/losses";
import type { ResourceChange } from "./review/planned-changes";
import type { RunRecord } from "./run-record";
import { initializeStacks } from "./stack-runs";
import { runInOrder } from "./task-order";

/** The changes of a deployment to one stack. */
export interface StackDiff {
  readonly id: string;
  readonly changes: readonly ResourceChange[];
  /** Data and addresses that are lost. */
  readonly losses: readonly Loss[];
  /** The changes in the words of the app. */
  readonly terms: readonly ApiTerm[];
  /** Names of the outputs that would change, including those that CDKTF generates. */
  readonly outputs: readonly string[];
  readonly errors: readonly string[];
  /** Stacks that must be deployed before this stack can be planned. */
  readonly waitsFor?: readonly string[];
  /** Stacks whose outputs this stack reads and would change. The plan uses the current values of these outputs. */
  readonly follows?: readonly string[];
  /** With `--only-changed`: whether nothing has changed since the last deployment, so that the stack was not planned. @default false */
  readonly unchanged?: boolean;
  /**
   * With `--only-changed`, how much of the stack was planned: `notRead` is the number of its resources that were not compared with AWS.
   *
   * @default - all of it
   */
  readonly scope?: ScopeReport;
}

/** The output of `diff --json`. */
export interface DiffOutput {
  readonly stage: string;
  readonly stacks: readonly StackDiff[];
}

/** Keeps a plan. Called before its file is deleted; without a file where the backend cannot save plans. */
export type SavePlan = (
  stack: SynthesizedStack,
  plan: Pick<StackPlan, "file" | "changes" | "outputs">,
) => void;

/** Options of a comparison with the deployed resources. */
export interface DiffStacksOptions {
  /** @default - plans are not kept */
  readonly save?: SavePlan | undefined;
  /** Whether only the blocks that have changed since the last deployment are planned, with all that refer to them. @default false */
  readonly onlyChanged?: boolean;
}

/** Plans all stacks in parallel. A plan changes nothing, so it does not have to wait for other plans. */
export async function diffStacks(
  stacks: readonly SynthesizedStack[],
  engine: Engine,
  { save, onlyChanged = false }: DiffStacksOptions = {},
): Promise<readonly StackDiff[]> {
  const failedInit = await initializeStacks(stacks, engine);
  if (onlyChanged) await initializeStacks(engine.lastDeployments.readBy(stacks), engine);
  if (failedInit !== undefined) {
    return [{ ...emptyDiff(failedInit.id), errors: failedInit.errors }];
  }
  const diffs = new Map<string, StackDiff>();
  await runInOrder(
    stacks.map((stack) => ({ id: stack.id, after: [], stack })),
    async ({ id, stack }) => {
      engine.progress.start(id);
      diffs.set(id, await (onlyChanged ? diffChanges : diffStack)(stack, engine, { save }));
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
function diffStack(
  stack: SynthesizedStack,
  engine: Engine,
  { save, scope }: { readonly save: SavePlan | undefined; readonly scope?: PlanScope },
): Promise<StackDiff> {
  const use = (plan: StackPlan): StackDiff => {
    const { record, changes, outputs, values } = plan;
    if (record.errors.length > 0) return failedDiff(stack, record);
    save?.(stack, plan);
    const losses = lossesOf(stack, plan);
    const found = { id: stack.id, changes, losses, terms: apiTerms(stack, values), outputs, errors: [] };
    return scope === undefined ? found : { ...found, scope: describeScope(scope) };
  };
  return withPlan(stack, engine, use, { narrowing: narrowingOf(scope) });
}

/** Plans what has changed since the last deployment. */
async function diffChanges(
  stack: SynthesizedStack,
  engine: Engine,
  { save }: { readonly save: SavePlan | undefined },
): Promise<StackDiff> {
  const { isUnchanged } = await engine.lastDeployments.compare(stack);
  if (isUnchanged) return { ...emptyDiff(stack.id), unchanged: true };
  return diffStack(stack, engine, { save, scope: await engine.lastDeployments.narrow(stack) });
}

const emptyDiff = (id: string): StackDiff => ({
  id,
  changes: [],
  losses: [],
  terms: [],
  outputs: [],
  errors: [],
});

function failedDiff(stack: SynthesizedStack, record: RunRecord): StackDiff {
  const nothing = emptyDiff(stack.id);
  const needsOtherStack = stack.dependencies.length > 0 && record.errors.every(needsOutputOfOtherStack);
  if (needsOtherStack) return { ...nothing, waitsFor: stack.dependencies };
  return { ...nothing, errors: describeProblems(stack, record.errors) };
}
