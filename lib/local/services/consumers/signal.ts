import type { Timers } from "../../../invoke";

/** Wakes those who wait for something to happen; what happens between a look and the wait is not missed. */
export class Signal {
  /** Grows whenever something has happened. */
  count = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly clock: Timers) {}

  raise(): void {
    this.count += 1;
    for (const done of [...this.waiting]) done();
  }

  /** Raises it at a time, or now when that is over. */
  raiseAt(time: number): void {
    const left = time - this.clock.now();
    if (left <= 0) this.raise();
    else this.clock.after(left, () => this.raise());
  }

  /**
   * Resolves when something has happened, or after that time.
   *
   * @param since - `count` when somebody looked last
   */
  async wait(milliseconds: number, since: number): Promise<void> {
    if (this.count !== since) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel();
        this.waiting.delete(done);
        resolve();
      };
      const cancel = this.clock.after(milliseconds, done);
      this.waiting.add(done);
    });
  }
}
