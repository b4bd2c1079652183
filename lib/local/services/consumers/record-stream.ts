import { currentCauses } from "../../history/causes";
import type { Timers } from "../../invoke";
import { Signal } from "./signal";

/** A record of a stream. */
export interface StreamRecord {
  readonly sequenceNumber: string;
  /** Time of arrival, in milliseconds since 1970. */
  readonly at: number;
  /** The record in the event of a function. */
  readonly record: object;
  /** The record that filters match: data is decoded. */
  readonly filterable: object;
  /** Records with the same key stay in their order. @default - all records have one key */
  readonly key?: string;
  /** The facts that caused the record. @default - those of the running code */
  readonly causes?: readonly string[] | undefined;
}

/** Limit of records in memory. A consumer that is further behind misses the oldest. */
const maxRecords = 10_000;
/** Both kinds of streams keep their records for a day. */
const retentionMs = 24 * 60 * 60_000;

/** One shard of a stream: records in their order. */
export class RecordStream {
  readonly signal: Signal;
  private records: StreamRecord[] = [];
  private first = 0;
  /** The number of the last record, which may be gone. */
  private newest: string | undefined;

  constructor(private readonly clock: Timers) {
    this.signal = new Signal(clock);
  }

  append(record: StreamRecord): void {
    this.newest = record.sequenceNumber;
    this.records.push({ causes: currentCauses(), ...record });
    if (this.records.length > maxRecords) this.forget(1);
    this.signal.raise();
  }

  /** The position of the oldest record. */
  get start(): number {
    this.forgetOld();
    return this.first;
  }

  /** The position after the last record. */
  get end(): number {
    return this.first + this.records.length;
  }

  /** The oldest and the newest record. */
  get bounds(): { readonly oldest: StreamRecord | undefined; readonly newest: StreamRecord | undefined } {
    this.forgetOld();
    return { oldest: this.records[0], newest: this.records.at(-1) };
  }

  /** The position of a record; undefined if the number is unknown. */
  positionOf(sequenceNumber: string): number | undefined {
    const index = this.records.findIndex((each) => each.sequenceNumber === sequenceNumber);
    return index === -1 ? undefined : this.first + index;
  }

  /** Whether a number is older than every existing record. */
  isBefore(sequenceNumber: string): boolean {
    const oldest = this.bounds.oldest?.sequenceNumber;
    if (oldest !== undefined) return BigInt(sequenceNumber) < BigInt(oldest);
    return this.newest !== undefined && BigInt(sequenceNumber) <= BigInt(this.newest);
  }

  /** The position of the first record that arrived at a time or later. */
  positionAt(timeMs: number): number {
    const index = this.records.findIndex(({ at }) => at >= timeMs);
    return index === -1 ? this.end : this.first + index;
  }

  /** Records from a position on, and the position after them. */
  read(
    position: number,
    limit: number,
  ): { readonly records: readonly StreamRecord[]; readonly next: number } {
    this.forgetOld();
    const from = Math.max(position, this.first);
    const records = this.records.slice(from - this.first, from - this.first + limit);
    return { records, next: from + records.length };
  }

  private forgetOld(): void {
    const oldest = this.clock.now() - retentionMs;
    const kept = this.records.findIndex(({ at }) => at >= oldest);
    if (kept !== 0 && this.records.length > 0) this.forget(kept === -1 ? this.records.length : kept);
  }

  private forget(count: number): void {
    this.records = this.records.slice(count);
    this.first += count;
  }
}
