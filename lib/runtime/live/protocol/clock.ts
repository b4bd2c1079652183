/** The current time and timers, so that tests can set them. */
export interface RelayTimers {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function once, after that time. The result cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTimers: RelayTimers = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
