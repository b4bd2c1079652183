import type { Stack } from "../project/synthesized-stack";
import type { Engine } from "./engine";
import { initialize } from "./initialize";
import { describeProblem, noChanges, type StackReport, type StackStatus } from "./report";
import { runInOrder, waitingLists } from "./task-order";

/** Work that is done on several stacks. */
export interface StackWork {
  readonly run: (stack: Stack) => Promise<Omit<StackReport, "id" | "seconds">>;
  /** The status of a stack that was not reached. */
  readonly notReached: StackStatus;
  /** Dependents before what they depend on. */
  readonly reverse?: boolean;
}

/** Works on stacks in the order of their dependencies, and reports on each of them. */
export async function runStacks(
  stacks: readonly Stack[],
  engine: Engine,
  { run, notReached, reverse }: StackWork,
): Promise<readonly StackReport[]> {
  const reports = new Map<string, StackReport>();
  const failedInit = await initializeStacks(stacks, engine);
  if (failedInit !== undefined) reports.set(failedInit.id, failedInit);
  const waitsFor = waitingLists(engine.stacks, { reverse });
  if (failedInit === undefined) {
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

/** One after the other and before any other work, since Terraform's shared provider cache bears only one writer. */
export async function initializeStacks(
  stacks: readonly Stack[],
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
      errors: problems.map((each) => describeProblem(stack, each)),
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
