/** The current time. Whatever depends on time takes a clock, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** A clock that also runs timers. */
export interface Timers extends Clock {
  /** Runs a function once, after that time. The result cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Timers = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    // A timer alone does not keep the process alive.
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
