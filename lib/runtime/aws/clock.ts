/** The time of AWS, for signatures and leases. The clock of this machine may differ from it. */
export class AwsClock {
  /** Milliseconds by which this machine is ahead. */
  skewMs = 0;

  /** @param machine - the time of this machine */
  constructor(private readonly machine: () => number = Date.now) {}

  now(): number {
    return this.machine() - this.skewMs;
  }

  /**
   * Adjusts to the `date` of an answer. It has whole seconds, so small differences are ignored.
   *
   * @returns whether an earlier request must be signed again
   */
  learn(date: string | undefined): boolean {
    const there = Date.parse(date ?? "");
    if (Number.isNaN(there)) return false;
    const difference = this.machine() - there;
    const skewMs = Math.abs(difference) < 2000 ? 0 : difference;
    const hasMoved = Math.abs(skewMs - this.skewMs) > 60_000;
    if (Math.abs(skewMs - this.skewMs) >= 1000) this.skewMs = skewMs;
    return hasMoved;
  }
}
