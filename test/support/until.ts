import { setImmediate as nextTurn } from "node:timers/promises";

/** Waits until something is so; gives up when it takes too long to be still to come. */
export async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`It did not come about: ${isSo}`);
    await nextTurn();
  }
}

/** Whether a process is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
