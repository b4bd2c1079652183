/** The time of AWS, which the clock of this machine may differ from. Signatures and leases need it. */
export class AwsClock {
  /** Milliseconds by which this machine is ahead. */
  skewMs = 0;

  /** @param machine - the time of this machine */
  constructor(private readonly machine: () => number = Date.now) {}

  now(): number {
    return this.machine() - this.skewMs;
  }

  /**
   * Learns from the `date` of an answer. It has whole seconds, so that a small difference does not count.
   *
   * @returns whether a request that was signed before must be signed again
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
