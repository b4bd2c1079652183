import { contained, type Timers } from "../../local";
import { type ClientTable, type Lease, leaseUntil, renewalMs, replacedLeases } from "../../runtime/live";

export interface LeaseKeeperOptions {
  readonly table: ClientTable;
  readonly awsNow: () => number;
  readonly timers: Timers;
  readonly clientId: string;
  readonly owner: string;
  readonly only: readonly string[] | undefined;
  readonly listener: LeaseListener;
}

export interface LeaseListener {
  replaced(others: readonly Lease[]): void;
  replacedBy(owner: string): void;
  /** The lease has expired, because it could not be renewed; the deployed code runs. */
  expired(reason: string): void;
  restored(): void;
}

/** Holds the lease of this client: renews it until it is released or another client takes it. */
export class LeaseKeeper {
  private lease: Lease | undefined;
  private cancelTimer = (): void => {};
  private hasExpired = false;
  private isOver = false;

  constructor(private readonly options: LeaseKeeperOptions) {}

  /** Acquires the lease for a connection, or moves it to a new connection. Rejects if the table cannot be written. */
  async hold(connection: string): Promise<void> {
    const { lease } = this;
    if (lease === undefined) await this.register(connection);
    else {
      this.lease = { ...lease, connection };
      await this.renew();
    }
    this.renewLater();
  }

  /** Checks whether another client has replaced this one. */
  async look(): Promise<void> {
    if (this.lease !== undefined && !this.isOver) await this.tryToRenew();
  }

  /** Releases the lease: the deployed code runs again immediately. */
  async release(): Promise<void> {
    this.cancelTimer();
    if (this.isOver || this.lease === undefined) return;
    this.isOver = true;
    await this.options.table.release(this.options.clientId);
  }

  private async register(connection: string): Promise<void> {
    const { table, awsNow, clientId, owner, only, listener } = this.options;
    const leases = await table.read();
    const now = awsNow();
    const lease: Lease = {
      clientId,
      connection,
      until: leaseUntil(now),
      since: this.lease?.since ?? now,
      owner,
      ...(only !== undefined && { only }),
    };
    const replaced = replacedLeases(leases, lease, now);
    const expired = leases.filter((each) => each.until <= now && each.clientId !== clientId);
    await table.register(lease, replaced, expired);
    this.lease = lease;
    if (replaced.length > 0) listener.replaced(replaced);
  }

  private renewLater(): void {
    this.cancelTimer();
    if (this.isOver) return;
    this.cancelTimer = this.options.timers.after(
      renewalMs,
      contained("live client", () => this.tryToRenew()),
    );
  }

  private async tryToRenew(): Promise<void> {
    const { awsNow, listener } = this.options;
    try {
      await this.renew();
      if (this.hasExpired) listener.restored();
      this.hasExpired = false;
    } catch (error) {
      if (!this.hasExpired && this.lease !== undefined && this.lease.until <= awsNow()) {
        this.hasExpired = true;
        listener.expired(error instanceof Error ? error.message : String(error));
      }
    }
    this.renewLater();
  }

  private async renew(): Promise<void> {
    const { table, awsNow, clientId, listener } = this.options;
    const { lease } = this;
    if (lease === undefined || this.isOver) return;
    const until = leaseUntil(awsNow());
    if (await table.renew(lease, until)) {
      this.lease = { ...(this.lease ?? lease), until };
      return;
    }
    const own = (await table.read()).find((each) => each.clientId === clientId);
    if (own?.replacedBy === undefined) return this.register(this.lease?.connection ?? lease.connection);
    this.isOver = true;
    this.cancelTimer();
    listener.replacedBy(own.replacedBy);
  }
}
