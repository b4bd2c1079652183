import { jsonOf } from "../../../facts/text/json";
import { isValues, number, text, type Values } from "../../../model";
import { currentCauses } from "../../history/causes";
import { contained, type Timers } from "../../invoke";

/** Wakes up waiting consumers. A consumer that checks `count` first misses nothing between its check and its wait. */
export class Signal {
  /** Incremented on each raise. */
  count = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly clock: Timers) {}

  raise(): void {
    this.count += 1;
    for (const done of [...this.waiting]) done();
  }

  /** Raises the signal at a time; immediately, if that time has passed. */
  raiseAt(time: number): void {
    const left = time - this.clock.now();
    if (left <= 0) this.raise();
    else
      this.clock.after(
        left,
        contained("event source", () => this.raise()),
      );
  }

  /**
   * Resolves when the signal is raised, or after the timeout.
   *
   * @param since - `count` at the last look
   */
  async wait(milliseconds: number, since: number): Promise<void> {
    if (this.count !== since) return;
    await new Promise<void>((resolve) => {
      const done = contained("event source", (): void => {
        cancel();
        this.waiting.delete(done);
        resolve();
      });
      const cancel = this.clock.after(milliseconds, done);
      this.waiting.add(done);
    });
  }
}

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
    this.forgetOld();
    const index = this.records.findIndex(({ at }) => at >= timeMs);
    return index === -1 ? this.end : this.first + index;
  }

  /** The record before a position; undefined at the beginning. */
  before(position: number): StreamRecord | undefined {
    return this.records[position - this.first - 1];
  }

  /** Records from a position on, and the position after them. */
  read(position: number, limit: number) {
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

/** A place in a shard, of which a client has the text. */
export interface ShardIterator {
  readonly streamArn: string;
  readonly shardId: string;
  readonly position: number;
  /** When it was given to the client. */
  readonly at: number;
}

/** Source: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_GetShardIterator.html */
export const iteratorLifetimeMs = 5 * 60_000;

export function iteratorText(iterator: ShardIterator): string {
  return Buffer.from(JSON.stringify(iterator)).toString("base64url");
}

/** Undefined for a text that is not an iterator. */
export function readIterator(written: string): ShardIterator | undefined {
  const value = jsonOf(Buffer.from(written, "base64url").toString("utf8"));
  if (!isValues(value)) return undefined;
  const [streamArn, shardId] = [text(value, "streamArn"), text(value, "shardId")];
  const [position, at] = [number(value, "position"), number(value, "at")];
  if (streamArn === undefined || shardId === undefined) return undefined;
  return position === undefined || at === undefined ? undefined : { streamArn, shardId, position, at };
}

/** The place that `ShardIteratorType` names; undefined when it names none, or a record that is gone. */
export function startPosition(stream: RecordStream, input: Values): number | undefined {
  // The API of DynamoDB streams and that of Kinesis have different names.
  const sequenceNumber = text(input, "SequenceNumber") ?? text(input, "StartingSequenceNumber") ?? "";
  switch (input.ShardIteratorType) {
    case "TRIM_HORIZON":
      return stream.start;
    case "LATEST":
      return stream.end;
    case "AT_SEQUENCE_NUMBER":
      return stream.positionOf(sequenceNumber);
    case "AFTER_SEQUENCE_NUMBER": {
      const found = stream.positionOf(sequenceNumber);
      return found === undefined ? undefined : found + 1;
    }
    case "AT_TIMESTAMP":
      return stream.positionAt(1000 * (number(input, "Timestamp") ?? 0));
    default:
      return undefined;
  }
}
