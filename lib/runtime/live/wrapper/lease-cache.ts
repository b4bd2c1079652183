import type { RelayTimers } from "../protocol/clock";
import { type Lease, leaseCacheMs, leaseFor } from "../protocol/leases";

export type ReadLeases = () => Promise<readonly Lease[]>;

/** After a failed read, the deployed code runs this long without another attempt: the network may not work. */
const pauseAfterFailureMs = 30_000;
/** A known lease is read again this long before its cached copy expires, so that no invocation waits for the table. */
const aheadMs = 2_000;

/** Finds the lease under which a function runs, and reads the table no more often than necessary. */
export class LeaseCache {
  private leases: readonly Lease[] = [];
  private validUntil = 0;
  private askedAt = 0;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly functionId: string,
    private readonly read: ReadLeases,
    private readonly timers: Pick<RelayTimers, "now">,
  ) {}

  /** The lease for this function; undefined if the deployed code runs. Never rejects. */
  async current(): Promise<Lease | undefined> {
    const now = this.timers.now();
    const known = leaseFor(this.leases, this.functionId, now);
    // A lease that has just expired may have been renewed in the meantime.
    const hasExpired = known === undefined && this.leases.length > 0;
    if (now >= this.validUntil || (hasExpired && !this.isPaused)) await this.refresh();
    else if (known !== undefined && !this.isPaused && now >= this.validUntil - aheadMs) this.readAhead();
    return leaseFor(this.leases, this.functionId, this.timers.now());
  }

  /** Like `current`, but always reads the table. */
  async latest(): Promise<Lease | undefined> {
    await this.refresh();
    return leaseFor(this.leases, this.functionId, this.timers.now());
  }

  private isPaused = false;
  private isReadingAhead = false;

  /** If Lambda freezes this environment during the read, the read fails, and the next invocation starts its own. */
  private readAhead(): void {
    if (this.isReadingAhead) return;
    this.isReadingAhead = true;
    this.readTable()
      .catch(() => {})
      .finally(() => {
        this.isReadingAhead = false;
      });
  }

  private refresh(): Promise<void> {
    this.reading ??= this.readOnce().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readTable(): Promise<void> {
    const askedAt = this.timers.now();
    const leases = await this.read();
    // An older answer would restore a lease that has ended.
    if (askedAt < this.askedAt) return;
    const now = this.timers.now();
    this.askedAt = askedAt;
    this.leases = leases.filter((lease) => leaseFor([lease], this.functionId, now) !== undefined);
    this.validUntil = askedAt + leaseCacheMs;
    this.isPaused = false;
  }

  private async readOnce(): Promise<void> {
    try {
      await this.readTable();
    } catch {
      // The lease from the previous read is valid until it expires.
      this.validUntil = this.timers.now() + pauseAfterFailureMs;
      this.isPaused = true;
    }
  }
}
