import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

/** How often it looks at once again. Then it pauses, so that what it waits for gets the processor. */
const eagerTurns = 20;

/** Waits until something is so; gives up when it takes too long to be still to come. */
export async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 40_000;
  for (let turn = 0; !isSo(); turn += 1) {
    if (Date.now() > end) throw new Error(`It did not come about: ${isSo}`);
    await (turn < eagerTurns ? nextTurn() : delay(5));
  }
}

/** Whether a process is running. */
export const { isAlive } = require("./lock.cjs") as { isAlive(pid: number): boolean };
