import { systemClock, type Timers } from "../../lib/invoke";
import { refillMs } from "../../lib/invoke/processes/prewarmed-process";

/**
 * A clock with which no process is started for the function that may be called next: most tests call one function, and the start of a
 * process is most of their time.
 */
export const withoutRefills = ({ now, after }: Timers): Timers => ({
  now,
  after: (milliseconds, run) => (milliseconds === refillMs ? () => {} : after(milliseconds, run)),
});

export const clockWithoutRefills: Timers = withoutRefills(systemClock);
