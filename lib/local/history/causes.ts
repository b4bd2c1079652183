import { AsyncLocalStorage } from "node:async_hooks";
import { randomText } from "../invoke";

const running = new AsyncLocalStorage<readonly string[]>();
/** The number of runs whose causes are recorded, and of those whose causes are not. */
let recordedRuns = 0;
let unrecordedRuns = 0;
const none: readonly string[] = [];

/** Stands for the fact that something would be which is not recorded. A trace header can have it as its parent. */
export const unrecordedId = "f".repeat(16);
/** The causes of all that something causes which is not recorded. It is not recorded either. */
export const unrecorded: readonly string[] = [unrecordedId];

export function areRecorded(causes: readonly string[]): boolean {
  return causes[0] !== unrecordedId || causes.length > 1;
}

/** Whether something runs that is not recorded. */
export function isUnrecordedRunning(): boolean {
  return unrecordedRuns > 0;
}

/**
 * Ids of the facts that cause what happens now; none outside of any fact.
 *
 * Unrecorded work has no context of its own, see `withCauses`. Without a context, it may be the cause while it runs.
 */
export function currentCauses(): readonly string[] {
  return running.getStore() ?? (unrecordedRuns > 0 ? unrecorded : none);
}

/**
 * Runs something that these facts cause, with all that it begins.
 *
 * Contexts make each promise of the process slower until `leaveContexts` is called, so what is not recorded gets none, unless it
 * begins in the context of something else.
 */
export function withCauses<Result>(causes: readonly string[], run: () => Result): Result {
  if (areRecorded(causes)) {
    recordedRuns += 1;
    return runUntil(() => running.run(causes, run), recordedEnds);
  }
  unrecordedRuns += 1;
  return runUntil(running.getStore() === undefined ? run : () => running.run(causes, run), unrecordedEnds);
}

/** Saves the costs of contexts until the next one, if nothing runs in any. */
export function leaveContexts(): void {
  if (recordedRuns === 0) running.disable();
}

const recordedEnds = (): void => {
  recordedRuns -= 1;
};
const unrecordedEnds = (): void => {
  unrecordedRuns -= 1;
};

/** Runs something, and calls `ended` when it has returned or failed; for a promise, when that has settled. */
function runUntil<Result>(run: () => Result, ended: () => void): Result {
  let result: Result;
  try {
    result = run();
  } catch (error) {
    ended();
    throw error;
  }
  if (isPromise(result)) result.then(ended, ended);
  else ended();
  return result;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as Partial<Promise<unknown>> | undefined)?.then === "function";
}

/** The causes of a batch, each once. It is recorded if one of its items is. */
export function causesOf(
  items: readonly { readonly causes?: readonly string[] | undefined }[],
): readonly string[] {
  const [first] = items;
  if (items.length === 1) return first?.causes ?? none;
  const all = new Set(items.flatMap(({ causes = none }) => causes));
  if (all.size > 1) all.delete(unrecordedId);
  return [...all];
}

/** The header with which a gateway of this server names what it serves to a service of this server. */
export const causeHeader = "x-serverform-cause";

/** Headers for a request to a service of this server. */
export function causeHeaders(): Readonly<Record<string, string>> {
  const [cause] = currentCauses();
  return cause === undefined ? {} : { [causeHeader]: cause };
}

/** A new id of a fact. It can be the parent in a trace header. */
export function newFactId(): string {
  return randomText(8, "hex");
}
