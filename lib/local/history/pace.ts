/** The number of first causes that may be recorded at once, after a quiet time. */
const burst = 1000;
const refillMs = 1000;

/**
 * How many first causes are recorded. A load test sends thousands of requests in a second: recording them all would halve what the
 * server can serve, and the history would keep the last second of it only.
 */
export class Pace {
  private left = burst;
  private at: number;

  /** @param perSecond - what may be recorded in each second, besides the burst */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.at = now();
  }

  /** Whether one more may be recorded, which is counted. */
  takes(): boolean {
    if (this.left < 1) this.refill();
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }

  /** Once in a second, so that the costs of recording fall in a small part of it. */
  private refill(): void {
    const now = this.now();
    if (now - this.at < refillMs) return;
    this.left = Math.min(burst, this.left + ((now - this.at) / 1000) * this.perSecond);
    this.at = now;
  }
}
