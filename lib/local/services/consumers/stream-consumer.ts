import { createHash, randomUUID } from "node:crypto";
import { causesOf, newFactId, withCauses } from "../../history/causes";
import type { InvokeOutcome } from "../../invoke";
import { orReport, settled } from "../../invoke";
import { earliest, type PendingWork } from "../../pending/pending-work";
import {
  type EventSourceMapping,
  failedItems,
  partsOf,
  passesFilters,
} from "../contract/event-source-mapping";
import type { Consumer, ConsumerContext } from "../contract/service";
import { StateFile } from "../contract/state-file";
import type { RecordStream, StreamRecord } from "./record-stream";

const pollIntervalMs = 20_000;
const maxRetryDelayMs = 60_000;

/**
 * Feeds the records of a stream to a function, in order. A failed batch is retried, split, discarded or sent to the
 * failure destination, as its mapping says.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/kinesis-on-failure-destination.html
 */
export class StreamConsumer implements Consumer {
  private stopped = false;
  private position: number;
  private readonly running: Promise<void>;
  /** The ends of batching windows and of the pauses before retries. Several batches may wait. */
  private readonly waits = new Set<{ readonly until: number }>();
  private invocations = 0;
  /** The number of the last record that it has processed; empty before the first. */
  private readonly kept: StateFile<{ readonly after: string }>;

  constructor(
    private readonly mapping: EventSourceMapping,
    /** For the log: `stream dev-orders-Clicks`. */
    private readonly source: string,
    private readonly stream: RecordStream,
    private readonly context: ConsumerContext,
    private readonly shardId: string,
  ) {
    this.kept = new StateFile(context.dataFolder, "consumers", `${mapping.address}.${shardId}`);
    const kept = this.kept.read();
    if (kept === undefined) {
      this.position = stream.positionAt(mapping.startMs);
      this.save(stream.before(this.position));
    } else {
      // A record that is gone was older than all existing ones.
      const last = stream.positionOf(kept.after);
      this.position = last === undefined ? stream.start : last + 1;
    }
    this.running = settled(this.source, this.run());
  }

  pending(): PendingWork {
    const isBehind = this.stream.read(this.position, 1).next !== this.position;
    const waits = [...this.waits].map(({ until }) => until);
    return { isBusy: this.invocations > 0 || (isBehind && waits.length === 0), dueAt: earliest(waits) };
  }

  private save(last: StreamRecord | undefined): void {
    this.kept.save(() => ({ after: last?.sequenceNumber ?? "" }));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.stream.signal.raise();
    await this.running;
    await this.kept.settled();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const seen = this.stream.signal.count;
      const look = await settled(this.source, this.look());
      if (look !== "again" && !this.stopped) await this.stream.signal.wait(pollIntervalMs, seen);
    }
  }

  /** Processes one batch, if there is one. */
  private async look(): Promise<"again" | "later"> {
    const { records, next } = await this.batch();
    if (next === this.position) return "later";
    // A record whose filter fails is skipped, so that those behind it arrive.
    const wanted = records.filter(({ filterable }) =>
      orReport(this.source, () => passesFilters(this.mapping, filterable)),
    );
    const ended = await Promise.all(this.parallel(wanted).map((each) => this.consume(each)));
    this.position = next;
    // Records whose handling the end of the server has interrupted come again.
    if (ended.every((each) => each)) this.save(records.at(-1));
    return "again";
  }

  /** A full batch, or the records that arrived within the batching window. */
  private async batch() {
    const { windowSeconds, parallelization } = this.mapping;
    const batchSize = this.mapping.batchSize * parallelization;
    const end = this.context.clock.now() + 1000 * windowSeconds;
    for (;;) {
      const seen = this.stream.signal.count;
      const read = this.stream.read(this.position, batchSize);
      const left = end - this.context.clock.now();
      if (read.records.length === 0 || read.records.length >= batchSize || left <= 0 || this.stopped)
        return read;
      await this.waiting(end, () => this.stream.signal.wait(left, seen));
    }
  }

  /** Batches that may run at the same time: the records of one key are in one of them. */
  private parallel(records: readonly StreamRecord[]): readonly (readonly StreamRecord[])[] {
    const { parallelization } = this.mapping;
    const batches = Array.from({ length: parallelization }, (): StreamRecord[] => []);
    for (const record of records) batches[slotOf(record.key ?? "", parallelization)]?.push(record);
    return batches.filter((batch) => batch.length > 0);
  }

  /** Returns false if the consumer is stopped before the batch has ended. */
  private async consume(batch: readonly StreamRecord[]): Promise<boolean> {
    const parts = partsOf(batch, ({ record }) => record);
    if (parts.length > 1) {
      for (const part of parts) if (!(await this.consume(part))) return false;
      return true;
    }
    const { maxRetries, bisect } = this.mapping;
    let records = batch;
    for (let attempt = 0; !this.stopped; attempt += 1) {
      records = await this.dropOld(records, attempt);
      if (records.length === 0) return true;
      this.invocations += 1;
      const outcome = (await settled(this.source, this.invoke(records))) ?? notInvoked;
      this.invocations -= 1;
      const rest = this.unprocessed(records, outcome);
      if (rest.length === 0) return true;
      // Some records were processed, so the rest counts as a new batch.
      if (rest.length < records.length) {
        records = rest;
        attempt = -1;
        continue;
      }
      if (maxRetries >= 0 && attempt >= maxRetries) {
        await this.giveUp(records, outcome, "RetryAttemptsExhausted", attempt + 1);
        return true;
      }
      if (bisect && records.length > 1) {
        const middle = Math.ceil(records.length / 2);
        return (await this.consume(records.slice(0, middle))) && this.consume(records.slice(middle));
      }
      await this.pause(Math.min(1000 * 2 ** attempt, maxRetryDelayMs));
    }
    return false;
  }

  private async invoke(records: readonly StreamRecord[]): Promise<InvokeOutcome> {
    const { functionArn } = this.mapping;
    const count = countOf(records);
    const text = `${this.source} sends ${count} to ${functionArn.split(":").at(-1)}`;
    const { source } = this;
    this.context.report?.({ event: "delivery", kind: "batch", source, target: functionArn, text });
    return withCauses(causesOf(records), () =>
      this.context.functions.invoke({
        functionArn: this.mapping.functionArn,
        payload: JSON.stringify({ Records: records.map(({ record }) => record) }),
        source: this.source,
      }),
    );
  }

  /** Records to retry: with partial responses, from the first failed record on. */
  private unprocessed(records: readonly StreamRecord[], outcome: InvokeOutcome): readonly StreamRecord[] {
    if (outcome.status !== "ok") return records;
    if (!this.mapping.partialResponses) return [];
    const failed = failedItems(outcome.payload);
    if (failed === "all") return records;
    const first = records.findIndex(({ sequenceNumber }) => failed.includes(sequenceNumber));
    return first === -1 ? [] : records.slice(first);
  }

  private async dropOld(
    records: readonly StreamRecord[],
    attempts: number,
  ): Promise<readonly StreamRecord[]> {
    const { maxAgeSeconds } = this.mapping;
    if (maxAgeSeconds < 0) return records;
    const oldest = this.context.clock.now() - 1000 * maxAgeSeconds;
    const old = records.filter(({ at }) => at < oldest);
    if (old.length > 0) await this.giveUp(old, undefined, "RecordAgeExceeded", attempts + 1);
    return records.slice(old.length);
  }

  /**
   * Sources: recorded answers of AWS, `test/local/recorded/lambda/event-sources.json`, and for pipes a message that its
   * users have published, `test/local/services/consumers/stream-consumer.test.ts`
   */
  private async giveUp(
    records: readonly StreamRecord[],
    outcome: InvokeOutcome | undefined,
    condition: string,
    approximateInvokeCount: number,
  ): Promise<void> {
    const { onFailureArn, functionArn, sourceArn, pipeArn } = this.mapping;
    if (onFailureArn === undefined) return;
    const { source } = this;
    const text = `${source} gives up ${countOf(records)} and tells ${onFailureArn}: ${condition}`;
    const fact = newFactId();
    withCauses(causesOf(records), () =>
      this.context.report?.({
        event: "delivery",
        kind: "dead-letter",
        source,
        target: onFailureArn,
        fact,
        text,
      }),
    );
    const isTable = sourceArn.split(":")[2] === "dynamodb";
    // The records of a table know their second only.
    const timeOf = (record: StreamRecord | undefined): string | undefined =>
      record && new Date(record.at).toISOString().replace(isTable ? /\.\d+Z$/ : "Z", "Z");
    const requestId = outcome?.requestId ?? randomUUID();
    const ofFunction = {
      requestContext: { requestId, functionArn, condition, approximateInvokeCount },
      // Records that are too old did not reach the function.
      ...(outcome !== undefined && {
        responseContext: {
          statusCode: 200,
          executedVersion: "$LATEST",
          functionError: outcome.status === "error" ? "Unhandled" : null,
        },
      }),
    };
    const body = {
      ...(pipeArn === undefined ? ofFunction : { context: { partnerResourceArn: pipeArn, condition } }),
      version: "1.0",
      timestamp: new Date(this.context.clock.now()).toISOString(),
      [isTable ? "DDBStreamBatchInfo" : "KinesisBatchInfo"]: {
        shardId: this.shardId,
        startSequenceNumber: records[0]?.sequenceNumber,
        endSequenceNumber: records.at(-1)?.sequenceNumber,
        approximateArrivalOfFirstRecord: timeOf(records[0]),
        approximateArrivalOfLastRecord: timeOf(records.at(-1)),
        batchSize: records.length,
        streamArn: sourceArn,
      },
    };
    const sender = this.mapping.session ?? this.context.sessionOf?.(functionArn);
    await withCauses([fact], () =>
      this.context.deliver({
        targetArn: onFailureArn,
        body: JSON.stringify(body),
        source: this.source,
        ...(sender !== undefined && { sender }),
      }),
    );
  }

  /** Waits; returns early when the consumer is stopped. */
  private async pause(milliseconds: number): Promise<void> {
    const { clock } = this.context;
    const end = clock.now() + milliseconds;
    await this.waiting(end, async () => {
      while (!this.stopped && clock.now() < end) {
        await this.stream.signal.wait(end - clock.now(), this.stream.signal.count);
      }
    });
  }

  private async waiting(until: number, wait: () => Promise<void>): Promise<void> {
    const own = { until };
    this.waits.add(own);
    await wait();
    this.waits.delete(own);
  }
}

/** The outcome of a batch that could not be sent; the log has the reason. */
const notInvoked: InvokeOutcome = {
  status: "refused",
  requestId: "",
  reason: "The batch could not be sent.",
};

function countOf({ length }: readonly StreamRecord[]): string {
  return length === 1 ? "1 record" : `${length} records`;
}

/** The batch of a key. */
function slotOf(key: string, count: number): number {
  return count === 1 ? 0 : createHash("md5").update(key).digest().readUInt32BE(0) % count;
}
