import type { Timers } from "../../../invoke";
import { Signal } from "./signal";

/** A record of a stream. */
export interface StreamRecord {
  readonly sequenceNumber: string;
  /** When it came in; milliseconds since 1970. */
  readonly at: number;
  /** As Lambda writes it into an event. */
  readonly record: object;
  /** As filters see it: data decoded. */
  readonly filterable: object;
}

/** As much as is kept; a consumer that is further behind loses the oldest. */
const maxRecords = 10_000;

/** One shard: records in their order. There is one per stream here. */
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

  /** The position behind the last record. */
  get end(): number {
    return this.first + this.records.length;
  }

  /** Records from a position on, and the position behind them. */
  read(
    position: number,
    limit: number,
  ): { readonly records: readonly StreamRecord[]; readonly next: number } {
    const from = Math.max(position, this.first);
    const records = this.records.slice(from - this.first, from - this.first + limit);
    return { records, next: from + records.length };
  }
}
