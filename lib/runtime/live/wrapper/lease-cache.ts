import type { RelayTimers } from "../protocol/clock";
import { type Lease, leaseCacheMs, leaseFor } from "../protocol/leases";

/** Reads all leases of the stage. */
export type ReadLeases = () => Promise<readonly Lease[]>;

/** After a failed read, the deployed code answers this long without another attempt: the network may lead nowhere. */
const pauseAfterFailureMs = 30_000;

/** Tells under which lease a function runs, and reads the table no more often than necessary. */
export class LeaseCache {
  private leases: readonly Lease[] = [];
  private validUntil = 0;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly functionId: string,
    private readonly read: ReadLeases,
    private readonly timers: Pick<RelayTimers, "now">,
  ) {}

  /** The lease for this function; undefined: the deployed code answers. Never rejects. */
  async current(): Promise<Lease | undefined> {
    const now = this.timers.now();
    const known = leaseFor(this.leases, this.functionId, now);
    // A lease that has just expired may have been renewed since it was read.
    const hasExpired = known === undefined && this.leases.length > 0;
    if (now >= this.validUntil || (hasExpired && !this.isPaused)) await this.refresh();
    return leaseFor(this.leases, this.functionId, this.timers.now());
  }

  /** Like `current`, but reads the table in any case. */
  async latest(): Promise<Lease | undefined> {
    await this.refresh();
    return leaseFor(this.leases, this.functionId, this.timers.now());
  }

  private isPaused = false;

  private refresh(): Promise<void> {
    this.reading ??= this.readOnce().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    try {
      const leases = await this.read();
      const now = this.timers.now();
      this.leases = leases.filter((lease) => leaseFor([lease], this.functionId, now) !== undefined);
      this.validUntil = now + leaseCacheMs;
      this.isPaused = false;
    } catch {
      // What was read before holds until it expires.
      this.validUntil = this.timers.now() + pauseAfterFailureMs;
      this.isPaused = true;
    }
  }
}
