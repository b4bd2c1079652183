import type { Timers } from "../../../lib/local";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that is stopped until a test moves it. */
export class TestClock implements Timers {
  private timers: Timer[] = [];
  private readonly watchers = new Set<() => void>();

  constructor(private time = Date.UTC(2026, 0, 1)) {}

  now(): number {
    return this.time;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.time + milliseconds, run };
    this.timers.push(timer);
    for (const look of this.watchers) look();
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }

  /** Resolves when code waits that will be woken up after that time. */
  untilWaitedFor(milliseconds: number): Promise<void> {
    const at = this.time + milliseconds;
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.timers.some((timer) => timer.at === at)) return;
        this.watchers.delete(look);
        resolve();
      };
      this.watchers.add(look);
      look();
    });
  }

  /** Lets time pass until the next timer is due; returns whether there is one. */
  advanceToNext(): boolean {
    const next = this.timers.map(({ at }) => at).sort((a, b) => a - b)[0];
    if (next !== undefined) this.advance(Math.max(0, next - this.time));
    return next !== undefined;
  }

  advanceSeconds(seconds: number): void {
    this.advance(seconds * 1000);
  }

  /** Lets time pass; what is due meanwhile runs in its order. */
  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.timers = this.timers.filter((each) => each !== due);
      this.time = Math.max(this.time, due.at);
      due.run();
    }
    this.time = end;
  }
}
