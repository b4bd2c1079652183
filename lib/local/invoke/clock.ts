import { contained } from "../../facts/text/contained";
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

const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Timers = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      // A Node timer with a longer time fires immediately. A timer alone does not keep the process alive.
      const now = Math.min(left, longestTimerMs);
      timer = setTimeout(
        contained("timer", () => (left > now ? wait(left - now) : run())),
        now,
      ).unref();
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
};
