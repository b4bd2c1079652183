import { jsonOrText } from "../../../facts/text/json";
import { causesOf, withCauses } from "../../history/causes";
import { orReport, settled, trackIn } from "../../invoke";
import { earliest, type PendingWork } from "../../pending/pending-work";
import {
  type EventSourceMapping,
  failedItems,
  partsOf,
  passesFilters,
} from "../contract/event-source-mapping";
import type { Consumer, ConsumerContext } from "../contract/service";
import { type Message, md5, md5OfAttributes, receivedAttributes } from "./message";
import type { LocalQueue } from "./queue";

/** A consumer checks for records after this time even without a signal. */
const pollIntervalMs = 20_000;

/**
 * Feeds the messages of a queue to a function, like Lambda's pollers: several batches at the same time, of a FIFO queue one for
 * each group.
 */
export class QueueConsumer implements Consumer {
  private stopped = false;
  private readonly running: Promise<void>;
  private readonly batches = new Set<Promise<void>>();
  /** When the batch ends that is being collected; undefined if none is. */
  private windowEnd: number | undefined;

  constructor(
    private readonly mapping: EventSourceMapping,
    private readonly queue: LocalQueue,
    private readonly context: Pick<ConsumerContext, "functions" | "region" | "report">,
  ) {
    this.running = settled(this.source, this.run());
  }

  pending(): PendingWork {
    const { isBusy, dueAt } = this.queue.pending();
    return { isBusy: isBusy || this.batches.size > 0, dueAt: earliest([dueAt, this.windowEnd]) };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.queue.signal.raise();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const seen = this.queue.signal.count;
      const look = await settled(this.source, this.look());
      if (look !== "again" && !this.stopped) await this.queue.signal.wait(pollIntervalMs, seen);
    }
    await Promise.all(this.batches);
  }

  /** Starts a batch, if there is one and it may run now. */
  private async look(): Promise<"again" | "later"> {
    if (this.batches.size >= this.mapping.maxConcurrency) {
      await Promise.race(this.batches);
      return "again";
    }
    const messages = await this.batch();
    if (messages.length === 0) return "later";
    trackIn(this.batches, this.source, this.consume(messages));
    return "again";
  }

  private get source(): string {
    return `queue ${this.queue.settings.name}`;
  }

  /** A full batch, or the records that arrived within the batching window. */
  private async batch(): Promise<readonly Message[]> {
    const { batchSize, windowSeconds } = this.mapping;
    const messages = this.take(batchSize);
    if (messages.length === 0 || windowSeconds === 0) return messages;
    const end = this.queue.time() + 1000 * windowSeconds;
    this.windowEnd = end;
    while (messages.length < batchSize && !this.stopped) {
      const left = end - this.queue.time();
      if (left <= 0) break;
      const seen = this.queue.signal.count;
      messages.push(...this.take(batchSize - messages.length));
      if (messages.length < batchSize) await this.queue.signal.wait(left, seen);
    }
    this.windowEnd = undefined;
    return messages;
  }

  /** Like Lambda, delete the messages that match no filter. */
  private take(limit: number): Message[] {
    const wanted: Message[] = [];
    while (wanted.length < limit) {
      const received = this.queue.receive(Math.min(10, limit - wanted.length));
      if (received.length === 0) break;
      for (const message of received) {
        const passes = orReport(this.source, () =>
          passesFilters(this.mapping, filterable(this.record(message))),
        );
        if (passes === true) wanted.push(message);
        // A message whose filter fails returns after its visibility timeout, as one whose function fails.
        else if (passes === false) this.queue.delete(message.receipt ?? "");
      }
    }
    return wanted;
  }

  private async consume(batch: readonly Message[]): Promise<void> {
    for (const part of partsOf(batch, (message) => this.record(message))) {
      const isDone = await this.send(part);
      // The rest of a group waits for the messages before it.
      if (!isDone && this.queue.settings.fifo) return;
    }
  }

  /** Returns whether all messages were processed. */
  private async send(messages: readonly Message[]): Promise<boolean> {
    const { functionArn } = this.mapping;
    const { source } = this;
    const count = messages.length === 1 ? "1 message" : `${messages.length} messages`;
    const text = `${source} sends ${count} to ${functionArn.split(":").at(-1)}`;
    this.context.report?.({ event: "delivery", kind: "batch", source, target: functionArn, text });
    const outcome = await withCauses(causesOf(messages), () =>
      this.context.functions.invoke({
        functionArn,
        payload: JSON.stringify({ Records: messages.map((message) => this.record(message)) }),
        source,
      }),
    );
    if (outcome.status !== "ok") return false;
    const failed = this.mapping.partialResponses ? failedItems(outcome.payload) : [];
    if (failed === "all") return false;
    // Messages that are not deleted return after their visibility timeout.
    for (const { id, receipt } of messages) if (!failed.includes(id)) this.queue.delete(receipt ?? "");
    return failed.length === 0;
  }

  /**
   * Sources: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html, and https://github.com/localstack/localstack
   * (tests/aws/services/lambda_/event_source_mapping/test_lambda_integration_sqs.snapshot.json)
   */
  private record(message: Message): object {
    const { id, receipt, body, attributes } = message;
    return {
      messageId: id,
      receiptHandle: receipt,
      body,
      attributes: receivedAttributes(message),
      messageAttributes: Object.fromEntries(
        Object.entries(attributes ?? {}).map(([name, value]) => [name, lowerCaseKeys(value)]),
      ),
      md5OfMessageAttributes: attributes === undefined ? null : md5OfAttributes(attributes),
      md5OfBody: md5(body),
      eventSource: "aws:sqs",
      eventSourceARN: this.queue.settings.arn,
      awsRegion: this.context.region,
    };
  }
}

/** A record of Lambda has `stringValue` where the API of SQS has `StringValue`. */
function lowerCaseKeys(value: unknown): object {
  const entries = Object.entries(Object(value) as Record<string, unknown>);
  const written = entries.map(([key, each]) => [`${key.charAt(0).toLowerCase()}${key.slice(1)}`, each]);
  return { ...Object.fromEntries(written), stringListValues: [], binaryListValues: [] };
}

/** Filters match inside a body that is JSON. */
function filterable(record: object): object {
  const { body } = record as { body: string };
  return { ...record, body: jsonOrText(body) };
}
