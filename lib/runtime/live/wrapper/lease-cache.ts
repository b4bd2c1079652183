import type { RelayTimers } from "../protocol/clock";
import { type Lease, leaseCacheMs, leaseFor } from "../protocol/leases";

/** Reads all leases of the stage. */
export type ReadLeases = () => Promise<readonly Lease[]>;

/** After a failed read, the deployed code answers this long without another attempt: the network may lead nowhere. */
const pauseAfterFailureMs = 30_000;
/** A known lease is read again this long before it expires here, so that no invocation waits for the table. */
const aheadMs = 2_000;

/** Tells under which lease a function runs, and reads the table no more often than necessary. */
export class LeaseCache {
  private leases: readonly Lease[] = [];
  private validUntil = 0;
  /** When the known leases were read. */
  private askedAt = 0;
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
    else if (known !== undefined && !this.isPaused && now >= this.validUntil - aheadMs) this.readAhead();
    return leaseFor(this.leases, this.functionId, this.timers.now());
  }

  /** Like `current`, but reads the table in any case. */
  async latest(): Promise<Lease | undefined> {
    await this.refresh();
    return leaseFor(this.leases, this.functionId, this.timers.now());
  }

  private isPaused = false;
  private isReadingAhead = false;

  /** The service may freeze this environment during the read, which then fails. The next invocation then waits for its own. */
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
    // An answer that is older than the known one would bring back a lease that has ended.
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
      // The lease that was read before is valid until it expires.
      this.validUntil = this.timers.now() + pauseAfterFailureMs;
      this.isPaused = true;
    }
  }
}
