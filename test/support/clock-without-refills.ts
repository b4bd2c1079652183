import { systemClock, type Timers } from "../../lib/local";
import { refillMs } from "../../lib/local/invoke/processes/prewarmed-process";

/**
 * The time of the system, with which no process is started for the function that may be called next: most tests call one function, and
 * the start of a process is most of their time.
 */
export const clockWithoutRefills: Timers = {
  ...systemClock,
  after: (milliseconds, run) => (milliseconds === refillMs ? () => {} : systemClock.after(milliseconds, run)),
};
