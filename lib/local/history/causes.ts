import { AsyncLocalStorage } from "node:async_hooks";
import { randomText } from "../invoke";

const running = new AsyncLocalStorage<readonly string[]>();
/** The number of runs in progress whose causes are recorded, and of those whose causes are not. */
let recordedRuns = 0;
let unrecordedRuns = 0;
const none: readonly string[] = [];

/** Represents a fact that is not recorded, for example as the parent in a trace header. */
export const unrecordedId = "f".repeat(16);
/** The causes of effects of unrecorded work, which are not recorded either. */
export const unrecorded: readonly string[] = [unrecordedId];

export function areRecorded(causes: readonly string[]): boolean {
  return causes[0] !== unrecordedId || causes.length > 1;
}

export function isUnrecordedRunning(): boolean {
  return unrecordedRuns > 0;
}

/**
 * Ids of the facts that cause the current work; empty outside of any fact.
 *
 * Unrecorded work has no context, see `withCauses`. Without a context, it may be the cause while it runs.
 */
export function currentCauses(): readonly string[] {
  return running.getStore() ?? (unrecordedRuns > 0 ? unrecorded : none);
}

/**
 * Runs work with these facts as the causes of all its effects.
 *
 * Contexts slow down each promise of the process until `leaveContexts` is called, so unrecorded work gets none, unless it begins
 * in the context of other work.
 */
export function withCauses<Result>(causes: readonly string[], run: () => Result): Result {
  if (areRecorded(causes)) {
    recordedRuns += 1;
    return runUntil(() => running.run(causes, run), recordedEnds);
  }
  unrecordedRuns += 1;
  return runUntil(running.getStore() === undefined ? run : () => running.run(causes, run), unrecordedEnds);
}

/** Avoids the costs of contexts until the next one, if no work is running in any. */
export function leaveContexts(): void {
  if (recordedRuns === 0) running.disable();
}

const recordedEnds = (): void => {
  recordedRuns -= 1;
};
const unrecordedEnds = (): void => {
  unrecordedRuns -= 1;
};

/** Runs work, and calls `ended` when it has returned or failed, or when its promise has settled. */
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

/** The unique causes of a batch. It is recorded if one of its items is. */
export function causesOf(
  items: readonly { readonly causes?: readonly string[] | undefined }[],
): readonly string[] {
  const [first] = items;
  if (items.length === 1) return first?.causes ?? none;
  const all = new Set(items.flatMap(({ causes = none }) => causes));
  if (all.size > 1) all.delete(unrecordedId);
  return [...all];
}

/** The header in which a gateway of this server passes the causes of a request to a service of this server. */
export const causeHeader = "x-serverform-cause";

export function causeHeaders(): Readonly<Record<string, string>> {
  const [cause] = currentCauses();
  return cause === undefined ? {} : { [causeHeader]: cause };
}

/** A new id of a fact, in the format of a parent in trace headers. */
export function newFactId(): string {
  return randomText(8, "hex");
}
