import type { Timers } from "../../invoke";

/** What a promise comes to; undefined when it takes too long, and what it comes to then is of interest to nobody. */
export function withTimeout<Value>(
  clock: Timers,
  timeoutMs: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(timeoutMs, () => resolve(undefined));
    promise.then(
      (value) => {
        callOff();
        resolve(value);
      },
      (error: unknown) => {
        callOff();
        reject(error);
      },
    );
  });
}
