/** The time, for what depends on it: throttles, caches, quotas, tokens. Tests set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** A clock that also wakes up: for visibility timeouts, delays, schedules. */
export interface Timers extends Clock {
  /** Runs something once, after that time; the result calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Timers = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    // Never the reason why the process stays.
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
