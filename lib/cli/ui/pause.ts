import { contained } from "../../facts/text/contained";
import type { Timers } from "../../local";

/** Resolves after that time, or when the signal is aborted. */
export function pause(timers: Timers, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted) return done();
    const end = contained("timer", (): void => {
      cancel();
      signal?.removeEventListener("abort", end);
      done();
    });
    const cancel = timers.after(milliseconds, end);
    signal?.addEventListener("abort", end);
  });
}

/** Timers that keep the process alive, for a command that waits for its next request. */
export const commandTimers: Timers = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(contained("timer", run), milliseconds);
    return () => clearTimeout(timer);
  },
};
