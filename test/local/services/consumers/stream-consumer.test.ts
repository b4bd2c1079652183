import type { LocalEvent } from "../../../../lib/local";
import { RecordStream } from "../../../../lib/local/services/consumers/record-stream";
import { StreamConsumer } from "../../../../lib/local/services/consumers/stream-consumer";
import {
  type EventSourceMapping,
  eventSourceMappings,
} from "../../../../lib/local/services/contract/event-source-mapping";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { TestClock } from "../../support/clock";
import { settled, TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";
import { consumerContext } from "../context";

const kinesisArn = "arn:aws:kinesis:us-east-1:123456789012:stream/clicks";
let consumer: StreamConsumer | undefined;

afterEach(() => consumer?.stop());

interface Event {
  readonly Records: readonly { readonly data: string; readonly id: string }[];
}

function consumed(
  mapping: object,
  answer?: (event: Event) => unknown,
  arn = kinesisArn,
  more: Partial<EventSourceMapping> = {},
) {
  const clock = new TestClock();
  const functions = new TestFunctions(answer as never);
  const stream = new RecordStream(clock);
  const delivered: Delivery[] = [];
  const reported: LocalEvent[] = [];
  const report = (event: LocalEvent) => void reported.push(event);
  const [mapped] = eventSourceMappings(
    testModel({
      aws_lambda_event_source_mapping: {
        Clicks: { event_source_arn: arn, function_name: "count", ...mapping },
      },
    }),
  );
  if (mapped === undefined) throw new Error("no consumer");
  const deliver = async (delivery: Delivery): Promise<void> => void delivered.push(delivery);
  const append = (...all: string[]): void => {
    for (const data of all) {
      const sequenceNumber = `${data}-number`;
      const record = { id: sequenceNumber, data };
      stream.append({ sequenceNumber, at: clock.now(), record, filterable: { data }, key: data.charAt(0) });
    }
  };
  append("before");
  consumer = new StreamConsumer(
    { ...mapped, ...more },
    "stream clicks",
    stream,
    consumerContext({ functions, clock, deliver, report }),
    "shardId-1",
  );
  const batches = (): string[][] =>
    functions.invoked.map(({ event }) => (event as Event).Records.map(({ data }) => data));
  return { clock, functions, append, delivered, reported, batches };
}

const failsOn =
  (bad: string) =>
  ({ Records }: Event) => {
    if (Records.some(({ data }) => data === bad)) throw new Error("no");
  };

// https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html
describe("a stream's consumer", () => {
  test("gets the records that arrive after its start, in order and in batches", async () => {
    const { append, functions, batches } = consumed({ batch_size: 2 });
    append("a", "b", "c");
    await functions.count(2);
    expect(batches()).toEqual([["a", "b"], ["c"]]);
    expect(functions.invoked[0]).toMatchObject({ functionArn: "count", source: "stream clicks" });
  });

  test("is busy until its records are processed, and then waits for nothing", async () => {
    const { append, functions } = consumed({});
    expect(consumer?.pending()).toEqual({ isBusy: false, dueAt: undefined });
    append("a");
    expect(consumer?.pending()).toEqual({ isBusy: true, dueAt: undefined });
    await functions.count(1);
    await settled();
    expect(consumer?.pending()).toEqual({ isBusy: false, dueAt: undefined });
  });

  test("is due at the end of a batching window, and at a retry", async () => {
    const { append, functions, clock } = consumed({ maximum_batching_window_in_seconds: 5 }, failsOn("a"));
    const begin = clock.now();
    append("a");
    await settled();
    expect(consumer?.pending()).toEqual({ isBusy: false, dueAt: begin + 5000 });
    clock.advanceSeconds(5);
    await functions.count(1);
    await settled();
    expect(consumer?.pending()).toEqual({ isBusy: false, dueAt: begin + 6000 });
  });

  test("with a batching window it waits for more", async () => {
    const { append, functions, batches, clock } = consumed({ maximum_batching_window_in_seconds: 5 });
    append("a");
    await settled();
    clock.advance(4999);
    append("b");
    await settled();
    expect(batches()).toEqual([]);
    clock.advance(1);
    await functions.count(1);
    expect(batches()).toEqual([["a", "b"]]);
  });

  test("a failed batch is tried again before anything after it", async () => {
    let failures = 1;
    const { append, functions, batches, clock } = consumed({ batch_size: 1 }, () => {
      failures -= 1;
      if (failures >= 0) throw new Error("no");
    });
    append("a", "b");
    await functions.count(1);
    await settled();
    expect(batches()).toEqual([["a"]]);
    clock.advance(1000);
    await functions.count(3);
    expect(batches()).toEqual([["a"], ["a"], ["b"]]);
  });

  /**
   * As users have published such messages.
   *
   * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-error-troubleshooting.html
   */
  test.each([
    [kinesisArn, "KinesisBatchInfo"],
    ["arn:aws:dynamodb:us-east-1:123456789012:table/notes/stream/2026", "DDBStreamBatchInfo"],
  ])("a pipe reports a failed batch of %s to a queue in its own words", async (arn, info) => {
    const pipeArn = "arn:aws:pipes:us-east-1:123456789012:pipe/It";
    const mapping = {
      maximum_retry_attempts: 0,
      destination_config: { on_failure: { destination_arn: "arn:aws:sqs:us-east-1:1:dead" } },
    };
    const { append, functions, delivered } = consumed(mapping, failsOn("a"), arn, { pipeArn });
    append("a");
    await functions.count(1);
    await settled();
    expect(JSON.parse(delivered[0]?.body ?? "{}")).toEqual({
      context: { partnerResourceArn: pipeArn, condition: "RetryAttemptsExhausted" },
      version: "1.0",
      timestamp: expect.any(String),
      [info]: expect.objectContaining({ shardId: "shardId-1", batchSize: 1, streamArn: arn }),
    });
  });

  test("after the last retry a batch is given up, and reported to the failure destination", async () => {
    const mapping = {
      batch_size: 2,
      maximum_retry_attempts: 0,
      destination_config: { on_failure: { destination_arn: "arn:aws:sqs:us-east-1:1:dead" } },
    };
    const { append, functions, batches, delivered, reported } = consumed(mapping, failsOn("a"));
    append("a", "b", "c");
    await functions.count(2);
    expect(batches()).toEqual([["a", "b"], ["c"]]);
    expect(delivered).toMatchObject([{ targetArn: "arn:aws:sqs:us-east-1:1:dead" }]);
    const dead = "arn:aws:sqs:us-east-1:1:dead";
    expect(reported).toMatchObject([
      { kind: "batch", target: "count", text: "stream clicks sends 2 records to count" },
      {
        kind: "dead-letter",
        target: dead,
        text: `stream clicks gives up 2 records and tells ${dead}: RetryAttemptsExhausted`,
      },
      { kind: "batch", target: "count", text: "stream clicks sends 1 record to count" },
    ]);
    expect(JSON.parse(delivered[0]?.body ?? "")).toMatchObject({
      requestContext: {
        condition: "RetryAttemptsExhausted",
        functionArn: "count",
        approximateInvokeCount: 1,
      },
      responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
      version: "1.0",
      KinesisBatchInfo: {
        shardId: "shardId-1",
        batchSize: 2,
        streamArn: kinesisArn,
        startSequenceNumber: "a-number",
        endSequenceNumber: "b-number",
        approximateArrivalOfFirstRecord: "2026-01-01T00:00:00.000Z",
        approximateArrivalOfLastRecord: "2026-01-01T00:00:00.000Z",
      },
    });
  });

  test("a batch of a table's stream is given up in the fields of DynamoDB", async () => {
    const tableArn = "arn:aws:dynamodb:us-east-1:123456789012:table/notes/stream/1";
    const mapping = {
      event_source_arn: tableArn,
      maximum_retry_attempts: 0,
      destination_config: { on_failure: { destination_arn: "arn:aws:sqs:us-east-1:1:dead" } },
    };
    const { append, functions, delivered } = consumed(mapping, failsOn("a"), tableArn);
    append("a");
    await functions.count(1);
    await settled();
    expect(JSON.parse(delivered[0]?.body ?? "")).toMatchObject({
      DDBStreamBatchInfo: { streamArn: tableArn, batchSize: 1, startSequenceNumber: "a-number" },
    });
  });

  test("with bisection only the record that fails is given up", async () => {
    const mapping = { maximum_retry_attempts: 1, bisect_batch_on_function_error: true };
    const { append, functions, batches, clock } = consumed(mapping, failsOn("b"));
    append("a", "b", "c");
    await functions.count(4);
    await settled();
    clock.advance(1000);
    await functions.count(6);
    expect(batches()).toEqual([["a", "b", "c"], ["a", "b"], ["a"], ["b"], ["b"], ["c"]]);
  });

  test("with partial responses it continues from the first failed record", async () => {
    let failures = 1;
    const { append, functions, batches } = consumed(
      { function_response_types: ["ReportBatchItemFailures"] },
      () => {
        failures -= 1;
        return { batchItemFailures: failures === 0 ? [{ itemIdentifier: "b-number" }] : [] };
      },
    );
    append("a", "b", "c");
    await functions.count(2);
    expect(batches()).toEqual([
      ["a", "b", "c"],
      ["b", "c"],
    ]);
  });

  test("records that are too old are given up", async () => {
    const { append, functions, batches, clock } = consumed(
      { batch_size: 1, maximum_record_age_in_seconds: 60 },
      failsOn("a"),
    );
    append("a");
    await functions.count(1);
    await settled();
    clock.advance(61_000);
    append("b");
    await functions.count(2);
    expect(batches().at(-1)).toEqual(["b"]);
  });

  test("records that are not too old yet are tried again", async () => {
    const { append, functions, batches, clock } = consumed(
      { batch_size: 1, maximum_record_age_in_seconds: 60 },
      failsOn("a"),
    );
    append("a");
    await functions.count(1);
    await settled();
    clock.advance(59_000);
    await functions.count(2);
    expect(batches().at(-1)).toEqual(["a"]);
  });

  test("records that match no filter are skipped", async () => {
    const filter = [{ pattern: JSON.stringify({ data: ["b"] }) }];
    const { append, functions, batches } = consumed({ filter_criteria: { filter } });
    append("a", "b");
    await functions.count(1);
    expect(batches()).toEqual([["b"]]);
  });

  test("a disabled consumer receives nothing", () => {
    const off = { event_source_arn: kinesisArn, function_name: "f", enabled: false };
    expect(eventSourceMappings(testModel({ aws_lambda_event_source_mapping: { Off: off } }))).toEqual([]);
  });

  test.each([
    [{ starting_position: "TRIM_HORIZON" }, ["before", "a"]],
    [{ starting_position: "LATEST" }, ["a"]],
    [
      { starting_position: "AT_TIMESTAMP", starting_position_timestamp: "2025-12-31T23:59:59Z" },
      ["before", "a"],
    ],
    [{ starting_position: "AT_TIMESTAMP", starting_position_timestamp: "2026-01-01T00:00:01Z" }, ["a"]],
  ])("begins where its mapping says: %j", async (position, expected) => {
    const { append, functions, batches } = consumed(position);
    append("a");
    await functions.count(1);
    await settled();
    expect(batches().flat()).toEqual(expected);
  });

  test("records that do not fit into one event are sent in several, in order", async () => {
    const large = (name: string) => name.padEnd(1_200_000, "-");
    const { append, functions, batches } = consumed({});
    append(large("a"), large("b"), large("c"), "d");
    await functions.count(2);
    await settled();
    expect(batches().map((batch) => batch.map((data) => data.charAt(0)))).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  test("batches of different keys run at the same time, those of one key one after the other", async () => {
    let done: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      done = resolve;
    });
    const { append, functions, batches } = consumed({ parallelization_factor: 4 }, () => released);
    append("a1", "b1", "c1", "d1", "a2");
    await settled();
    const started = batches();
    expect(started.length).toBeGreaterThan(1);
    expect(started.find((batch) => batch.includes("a1"))).toContain("a2");
    append("a3");
    await settled();
    expect(batches()).toHaveLength(started.length);
    done();
    await functions.count(started.length + 1);
    expect(batches().at(-1)).toEqual(["a3"]);
  });
});
