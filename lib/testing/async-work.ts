import { setImmediate, setTimeout } from "node:timers/promises";
import { fail } from "../cli/errors";
import type { Local, PendingWork } from "../local";
import type { TestTime } from "./test-time";

/** How often it is asked whether something still runs. */
const pollIntervalMs = 2;

/** How long something may run before it counts as stuck. A function of Lambda runs no longer. */
const longestRunMs = 15 * 60_000;

/** The asynchronous work of a server. */
export class AsyncWork {
  constructor(
    private readonly local: Pick<Local, "pending">,
    private readonly time: TestTime,
  ) {}

  /** Lets time pass. Resolves when what was due meanwhile is done. */
  advance(milliseconds: number): Promise<void> {
    return this.time.advance(milliseconds, () => this.quiet());
  }

  /**
   * Resolves when all work is done. The clock advances to waiting timers.
   *
   * @param pending - what is waited for. By default, all work of the server
   */
  async settled(withinMs: number, pending = (): PendingWork => this.local.pending()): Promise<void> {
    const end = this.time.now() + withinMs;
    for (;;) {
      await this.quiet();
      const { isBusy, dueAt } = pending();
      if (isBusy && this.local.pending().isBusy) continue;
      if (!isBusy && dueAt === undefined) return;
      // Work that could begin now, and does not, has no consumer.
      if (isBusy || dueAt === undefined || dueAt > end)
        return fail("serveLocal", "local-not-settled", "settled", { withinSeconds: withinMs / 1000 });
      await this.advance(Math.max(0, dueAt - this.time.now()));
    }
  }

  /** Resolves when nothing runs or could begin now. */
  private async quiet(): Promise<void> {
    const end = performance.now() + longestRunMs;
    // Work that has just ended begins other work in the same turn of the event loop, and in the next one.
    for (let idleTurns = 0; idleTurns < 2; ) {
      await setImmediate();
      if (!this.local.pending().isBusy) {
        idleTurns += 1;
        continue;
      }
      idleTurns = 0;
      if (performance.now() > end) return;
      await setTimeout(pollIntervalMs);
    }
  }
}
