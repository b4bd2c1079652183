export interface Task {
  readonly id: string;
  /** Ids of the tasks that must succeed first. Ids of unknown tasks are ignored. */
  readonly after: readonly string[];
}

/** The result of a task. A `skipped` task was not started. */
export type Outcome = "done" | "failed" | "skipped";

/** Each Terraform run loads a provider, which uses some hundred megabytes of memory. */
const concurrentTasks = 10;

/**
 * Runs tasks in the order of their dependencies. Independent tasks run in parallel.
 *
 * After a failure, or once `mayStart` returns false, no new task starts. Running tasks are awaited.
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
      // Thrown at the end: running tasks must be awaited first.
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

interface Dependent {
  readonly id: string;
  readonly dependencies: readonly string[];
}

/**
 * Returns a function that lists the stacks that a stack waits for: its direct and indirect dependencies.
 *
 * Indirect dependencies count even if the stack between is not part of the run. With `reverse`, for removal, a stack
 * waits for the stacks that depend on it.
 */
export function dependencyLists(
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
