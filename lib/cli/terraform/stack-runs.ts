import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Engine } from "./engine";
import { initialize } from "./initialize";
import { describeProblems, noChanges, type StackReport, type StackResult, type StackStatus } from "./report";
import { dependencyLists, runInOrder } from "./task-order";

export interface StackWork {
  readonly run: (stack: SynthesizedStack) => Promise<StackResult>;
  readonly notReached: StackStatus;
  /** Returns the problems that prevent all work, by stack. Called after the stacks were initialized. */
  readonly check?: () => Promise<ReadonlyMap<string, string>>;
  /** Whether stacks are processed before their dependencies, for removal. */
  readonly reverse?: boolean;
}

/** Runs the work on stacks in the order of their dependencies, and returns a report for each stack. */
export async function runStacks(
  stacks: readonly SynthesizedStack[],
  engine: Engine,
  { run, notReached, check, reverse }: StackWork,
): Promise<readonly StackReport[]> {
  const reports = new Map<string, StackReport>();
  const failedInit = await initializeStacks(stacks, engine);
  if (failedInit !== undefined) reports.set(failedInit.id, failedInit);
  else {
    for (const [id, problem] of (await check?.()) ?? []) {
      reports.set(id, {
        id,
        status: "failed",
        changes: noChanges,
        outputs: {},
        errors: [problem],
        seconds: 0,
      });
    }
  }
  const waitsFor = dependencyLists(engine.stacks, { reverse });
  if (reports.size === 0) {
    await runInOrder(
      stacks.map((stack) => ({ id: stack.id, after: waitsFor(stack.id), stack })),
      async ({ id, stack }) => {
        const start = performance.now();
        engine.progress.start(id);
        try {
          const result = await run(stack);
          reports.set(id, { id, seconds: (performance.now() - start) / 1000, ...result });
          return result.status !== "failed" && result.status !== notReached;
        } finally {
          engine.progress.end(id);
        }
      },
      () => !engine.interrupt.first.aborted,
    );
  }
  return stacks.map(
    ({ id }) =>
      reports.get(id) ?? {
        id,
        status: notReached,
        changes: noChanges,
        outputs: {},
        errors: [],
        reason: reasonOf(waitsFor(id), reports, engine.interrupt.first.aborted),
        seconds: 0,
      },
  );
}

/** Initializes stacks one at a time, before any other work: Terraform's provider cache allows only one writer. */
export async function initializeStacks(
  stacks: readonly SynthesizedStack[],
  { terraform, terminal, interrupt, stacks: all }: Engine,
): Promise<StackReport | undefined> {
  for (const stack of stacks) {
    if (interrupt.first.aborted) return undefined;
    const start = performance.now();
    terminal.status(`Initializing ${stack.id}`);
    const problems = await initialize(stack, terraform, all);
    terminal.status(undefined);
    if (problems.length === 0 || interrupt.first.aborted) continue;
    return {
      id: stack.id,
      status: "failed",
      changes: noChanges,
      outputs: {},
      errors: describeProblems(stack, problems),
      seconds: (performance.now() - start) / 1000,
    };
  }
  return undefined;
}

function reasonOf(
  waitsFor: readonly string[],
  reports: ReadonlyMap<string, StackReport>,
  isInterrupted: boolean,
): string {
  const broken = waitsFor.find((id) => reports.get(id)?.status === "failed");
  if (broken !== undefined) return `skipped, because ${broken} failed`;
  return isInterrupted ? "skipped, because of the interrupt" : "skipped after the failure of another stack";
}
