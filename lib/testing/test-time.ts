import { systemClock, type Timers } from "../local";

interface Timer {
  readonly at: number;
  readonly run: () => void;
  /** Ends the wait of this machine. */
  cancel(): void;
}

/** The time of a server in a test: it goes by as everywhere, and a test lets more of it pass. */
export class TestTime implements Timers {
  private passed = 0;
  private readonly timers = new Set<Timer>();

  /** Time for schedules: a test that takes long does not run them, only one that lets time pass. */
  readonly schedules: Timers = {
    now: () => this.now(),
    after: (milliseconds, run) => this.add(milliseconds, run, () => () => {}),
  };

  now(): number {
    return systemClock.now() + this.passed;
  }

  after(milliseconds: number, run: () => void): () => void {
    return this.add(milliseconds, run, (timer) => systemClock.after(milliseconds, () => this.fire(timer)));
  }

  /**
   * Lets time pass. Timers that are due in this time run in their order, each when the work before it is done.
   *
   * @param quiet - resolves when no work runs
   */
  async advance(milliseconds: number, quiet: () => Promise<void>): Promise<void> {
    const end = this.now() + milliseconds;
    await quiet();
    for (let next = this.next(end); next !== undefined; next = this.next(end)) {
      this.passTo(next.at);
      this.fire(next);
      await quiet();
    }
    this.passTo(end);
    await quiet();
  }

  private passTo(time: number): void {
    this.passed += Math.max(0, time - this.now());
  }

  /** The first timer that is due until then. */
  private next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers)
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  }

  private add(milliseconds: number, run: () => void, wait: (timer: Timer) => () => void): () => void {
    let cancel = (): void => {};
    const timer: Timer = { at: this.now() + milliseconds, run, cancel: () => cancel() };
    this.timers.add(timer);
    cancel = wait(timer);
    return () => this.remove(timer);
  }

  private fire(timer: Timer): void {
    if (!this.timers.has(timer)) return;
    this.remove(timer);
    timer.run();
  }

  private remove(timer: Timer): void {
    this.timers.delete(timer);
    timer.cancel();
  }
}
