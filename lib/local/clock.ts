/** The time, for what depends on it: throttles, caches, quotas, tokens. Tests set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
