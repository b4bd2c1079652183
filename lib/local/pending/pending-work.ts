/** Work that is not done yet. */
export interface PendingWork {
  /** Whether something runs, or could begin now. */
  readonly isBusy: boolean;
  /** The time of the next retry or delayed message, in milliseconds since 1970. Undefined if nothing waits. */
  readonly dueAt: number | undefined;
}

export const nothingPending: PendingWork = { isBusy: false, dueAt: undefined };

export function allPending(parts: Iterable<PendingWork>): PendingWork {
  let all = nothingPending;
  for (const { isBusy, dueAt } of parts)
    all = { isBusy: all.isBusy || isBusy, dueAt: earliest([all.dueAt, dueAt]) };
  return all;
}

/** The earliest of several times; undefined without a time. */
export function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
