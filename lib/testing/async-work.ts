import { setImmediate, setTimeout } from "node:timers/promises";
import { fail } from "../cli/errors";
import type { Local, PendingWork } from "../local";
import type { TestTime } from "./test-time";

/** How often pending work is checked. */
const pollIntervalMs = 2;

/** Work that runs longer counts as stuck. It is the maximum time of a Lambda function. */
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
      // Due work that does not begin has no consumer.
      if (isBusy || dueAt === undefined || dueAt > end)
        return fail("serveLocal", "local-not-settled", "settled", { withinSeconds: withinMs / 1000 });
      await this.advance(Math.max(0, dueAt - this.time.now()));
    }
  }

  /** Resolves when nothing runs or could begin now. */
  private async quiet(): Promise<void> {
    const end = performance.now() + longestRunMs;
    // Completed work may start other work in the same turn of the event loop, or in the next one.
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
