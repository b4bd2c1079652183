import type { Timers } from "../../../invoke";
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
}

/** Limit of records in memory. A consumer that is further behind misses the oldest. */
const maxRecords = 10_000;

/** A stream with one shard: records in their order. */
export class RecordStream {
  readonly signal: Signal;
  private records: StreamRecord[] = [];
  private first = 0;

  constructor(clock: Timers) {
    this.signal = new Signal(clock);
  }

  append(record: StreamRecord): void {
    this.records.push(record);
    if (this.records.length > maxRecords) {
      this.records.shift();
      this.first += 1;
    }
    this.signal.raise();
  }

  /** The position after the last record. */
  get end(): number {
    return this.first + this.records.length;
  }

  /** Records from a position on, and the position after them. */
  read(
    position: number,
    limit: number,
  ): { readonly records: readonly StreamRecord[]; readonly next: number } {
    const from = Math.max(position, this.first);
    const records = this.records.slice(from - this.first, from - this.first + limit);
    return { records, next: from + records.length };
  }
}
