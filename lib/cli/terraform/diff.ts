import type { SynthesizedStack } from "../project/synthesized-stack";
import { checkInterrupt } from "../ui/interrupt";
import type { Engine } from "./engine";
import { needsOutputOfOtherStack } from "./hints";
import { type StackPlan, withPlan } from "./plan";
import { describeProblems, isVisible } from "./report";
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
}

/** The output of `diff --json`. */
export interface DiffOutput {
  readonly stage: string;
  readonly stacks: readonly StackDiff[];
}

/** Saves a plan. Called before its file is deleted; without a file if the backend cannot save plans. */
export type SavePlan = (
  stack: SynthesizedStack,
  plan: Pick<StackPlan, "file" | "changes" | "outputs">,
) => void;

/**
 * Plans all stacks in parallel. A plan changes nothing, so it need not wait for other plans.
 *
 * @param save - default: plans are not kept
 */
export async function diffStacks(
  stacks: readonly SynthesizedStack[],
  engine: Engine,
  save: SavePlan = () => {},
): Promise<readonly StackDiff[]> {
  const failedInit = await initializeStacks(stacks, engine);
  if (failedInit !== undefined) {
    return [{ ...emptyDiff(failedInit.id), errors: failedInit.errors }];
  }
  const diffs = new Map<string, StackDiff>();
  await runInOrder(
    stacks.map((stack) => ({ id: stack.id, after: [], stack })),
    async ({ id, stack }) => {
      engine.progress.start(id);
      diffs.set(id, await diffStack(stack, engine, save));
      engine.progress.end(id);
      return true;
    },
    () => !engine.interrupt.first.aborted,
  );
  checkInterrupt(engine.interrupt);
  return stacks.flatMap(({ id, dependencies }) => {
    const diff = diffs.get(id);
    const follows = dependencies.filter((other) =>
      diffs.get(other)?.outputs.some((name) => !isVisible(name)),
    );
    return diff === undefined ? [] : [{ ...diff, follows }];
  });
}

/** Runs `terraform plan` on a stack and reads from the plan what would change. */
function diffStack(stack: SynthesizedStack, engine: Engine, save: SavePlan): Promise<StackDiff> {
  const use = (plan: StackPlan): StackDiff => {
    const { record, changes, outputs, values } = plan;
    if (record.errors.length > 0) return failedDiff(stack, record);
    save(stack, plan);
    const losses = lossesOf(stack, plan);
    return { id: stack.id, changes, losses, terms: apiTerms(stack, values), outputs, errors: [] };
  };
  return withPlan(stack, engine, use);
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
