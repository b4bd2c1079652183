import type { Timers } from "../../invoke";
import { contained } from "../../invoke";

/** Wakes up waiting consumers. A consumer that checks `count` first misses nothing between its check and its wait. */
export class Signal {
  /** Incremented on each raise. */
  count = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly clock: Timers) {}

  raise(): void {
    this.count += 1;
    for (const done of [...this.waiting]) done();
  }

  /** Raises the signal at a time; immediately, if that time has passed. */
  raiseAt(time: number): void {
    const left = time - this.clock.now();
    if (left <= 0) this.raise();
    else
      this.clock.after(
        left,
        contained("event source", () => this.raise()),
      );
  }

  /**
   * Resolves when the signal is raised, or after the timeout.
   *
   * @param since - `count` at the last look
   */
  async wait(milliseconds: number, since: number): Promise<void> {
    if (this.count !== since) return;
    await new Promise<void>((resolve) => {
      const done = contained("event source", (): void => {
        cancel();
        this.waiting.delete(done);
        resolve();
      });
      const cancel = this.clock.after(milliseconds, done);
      this.waiting.add(done);
    });
  }
}
