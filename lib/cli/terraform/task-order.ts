/** A piece of work with an id, that waits for others. */
export interface Task {
  readonly id: string;
  /** Ids of the tasks that must have succeeded before; ids of no task are ignored. */
  readonly after: readonly string[];
}

/** How a task ended; `skipped` was never started. */
export type Outcome = "done" | "failed" | "skipped";

/** Each Terraform run holds a provider of some hundred megabytes in memory. */
const concurrentTasks = 10;

/**
 * Runs tasks in the order of their dependencies, independent ones at the same time.
 *
 * After a failure, or once `mayStart` says no, nothing new starts; what runs is waited for.
 */
export async function runInOrder<Work extends Task>(
  tasks: readonly Work[],
  run: (task: Work) => Promise<boolean>,
  mayStart: () => boolean = () => true,
): Promise<ReadonlyMap<string, Outcome>> {
  const ids = new Set(tasks.map(({ id }) => id));
  const outcomes = new Map<string, Outcome>();
  const running = new Map<string, Promise<void>>();
  let failed = false;
  const isReady = ({ id, after }: Work): boolean =>
    !outcomes.has(id) &&
    !running.has(id) &&
    after.every((other) => !ids.has(other) || outcomes.get(other) === "done");
  const errors: unknown[] = [];
  const attempt = async (task: Work): Promise<void> => {
    let succeeded = false;
    try {
      succeeded = await run(task);
    } catch (error) {
      // Kept for later: those that still run must be waited for all the same.
      errors.push(error);
    }
    running.delete(task.id);
    outcomes.set(task.id, succeeded ? "done" : "failed");
    failed ||= !succeeded;
  };
  for (;;) {
    for (const task of tasks) {
      if (!failed && mayStart() && running.size < concurrentTasks && isReady(task))
        running.set(task.id, attempt(task));
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (errors.length > 0) throw errors[0];
  for (const { id } of tasks) if (!outcomes.has(id)) outcomes.set(id, "skipped");
  return outcomes;
}

/** Something that depends on others of its kind. */
interface Dependent {
  readonly id: string;
  readonly dependencies: readonly string[];
}

/**
 * What each of some stacks has to wait for: its dependencies, also those behind a stack that does not take part.
 *
 * `reverse` turns it round, for removal: a stack waits for all that depend on it.
 */
export function waitingLists(
  all: readonly Dependent[],
  { reverse = false }: { readonly reverse?: boolean } = {},
): (id: string) => readonly string[] {
  const direct = new Map<string, readonly string[]>(
    all.map((each) => [
      each.id,
      reverse
        ? all.filter(({ dependencies }) => dependencies.includes(each.id)).map(({ id }) => id)
        : each.dependencies,
    ]),
  );
  return (id) => {
    const found = new Set<string>();
    const visit = (next: string): void => {
      for (const other of direct.get(next) ?? []) {
        if (found.has(other)) continue;
        found.add(other);
        visit(other);
      }
    };
    visit(id);
    return [...found];
  };
}
