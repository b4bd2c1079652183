import type { Timers } from "../invoke";

/** Resolves to the result of a promise, or to undefined after the timeout. */
export function withTimeout<Value>(
  clock: Timers,
  timeoutMs: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(timeoutMs, () => resolve(undefined));
    promise.finally(callOff).then(resolve, reject);
  });
}
