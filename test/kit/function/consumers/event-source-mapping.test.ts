import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Queue } from "../../../../lib/constructs/queue";
import type { QueueConsumerProps, StreamConsumerProps } from "../../../../lib/kit/function";
import { failure } from "../../../constructs/api/support/api";
import { setEnvironment, standardErrorOf } from "../../../support/environment";
import { inlineStatements, testStack } from "../../../support/stack";
import { handler, mapping, queueWith, streamWith } from "./support";

const both = [
  ["queue", (props: object) => queueWith(props as QueueConsumerProps)],
  ["stream", (props: object) => streamWith(props as StreamConsumerProps)],
] as const;
const propIn = { queue: "consumer", stream: "consumers.count" };

describe("a mapping", () => {
  test("of a queue has a batch size and nothing that is off", () => {
    expect(mapping(queueWith({ filters: [], partialBatchResponses: false }).stack)).toEqual({
      batch_size: 10,
      depends_on: [expect.any(String)],
      event_source_arn: expect.any(String),
      function_name: expect.any(String),
    });
  });
  test("of a stream also has a position, the default limits, and nothing that is off", () => {
    expect(mapping(streamWith({ bisectOnError: false }).stack)).toEqual({
      batch_size: 100,
      depends_on: [expect.any(String)],
      event_source_arn: expect.any(String),
      function_name: expect.any(String),
      starting_position: "LATEST",
      maximum_record_age_in_seconds: -1,
      maximum_retry_attempts: -1,
      parallelization_factor: 1,
    });
  });
  test.each<[QueueConsumerProps, object]>([
    [
      { filters: [{ body: { kind: ["order"] } }] },
      { filter_criteria: { filter: [{ pattern: '{"body":{"kind":["order"]}}' }] } },
    ],
    // From a sample of AWS: https://github.com/aws-samples/serverless-patterns (lambda-esm-sqs-filters-sam)
    [
      { filters: [{ body: { ip: [{ cidr: "10.0.0.0/24" }] } }] },
      { filter_criteria: { filter: [{ pattern: '{"body":{"ip":[{"cidr":"10.0.0.0/24"}]}}' }] } },
    ],
    [{ filters: [{ body: ["${x}"] }] }, { filter_criteria: { filter: [{ pattern: '{"body":["$${x}"]}' }] } }],
    [{ partialBatchResponses: true }, { function_response_types: ["ReportBatchItemFailures"] }],
    [{ maxBatchingWindow: "1 minute" }, { maximum_batching_window_in_seconds: 60 }],
    [{ maxConcurrency: 5 }, { scaling_config: { maximum_concurrency: 5 } }],
    [{ cdk: { eventSource: { batchSize: 1, enabled: false } } }, { batch_size: 1, enabled: false }],
  ])("of a queue says %j", (props, written) => {
    expect(mapping(queueWith(props).stack)).toMatchObject(written);
  });
  test.each<[StreamConsumerProps, object]>([
    [{ maxAge: "1 hour" }, { maximum_record_age_in_seconds: 3600 }],
    [{ retryAttempts: 0 }, { maximum_retry_attempts: 0 }],
    [{ bisectOnError: true }, { bisect_batch_on_function_error: true }],
    [{ parallelization: 10 }, { parallelization_factor: 10 }],
    [{ cdk: { eventSource: { startingPosition: "TRIM_HORIZON" } } }, { starting_position: "TRIM_HORIZON" }],
    [{ cdk: { eventSource: { maximumRecordAgeInSeconds: -1 } } }, { maximum_record_age_in_seconds: -1 }],
    [{ cdk: { eventSource: { tumblingWindowInSeconds: 900 } } }, { tumbling_window_in_seconds: 900 }],
  ])("of a stream says %j", (props, written) => {
    expect(mapping(streamWith(props).stack)).toMatchObject(written);
  });
});

describe("the handling of failures", () => {
  test.each<[string, string, (stack: ReturnType<typeof testStack>) => StreamConsumerProps["onFailure"]]>([
    ["a queue of this library", "sqs:SendMessage", (stack) => new Queue(stack, "Failed")],
    ["a queue of the provider", "sqs:SendMessage", (stack) => new SqsQueue(stack, "Failed", {})],
    ["a topic", "sns:Publish", (stack) => new SnsTopic(stack, "Failed", {})],
    ["an ARN", "sns:Publish", () => "arn:aws:sns:us-east-1:111122223333:failed"],
  ])("may go to %s, which the role may send to", (_, action, target) => {
    const stack = testStack();
    streamWith({ onFailure: target(stack) }, stack);
    const sends = inlineStatements(stack).find(({ Action }) => [Action].flat().includes(action));
    expect(mapping(stack).destination_config).toEqual({ on_failure: { destination_arn: sends?.Resource } });
  });
  test.each<[string, (stack: ReturnType<typeof testStack>) => unknown]>([
    ["a FIFO queue", (stack) => new Queue(stack, "Failed", { cdk: { queue: { fifoQueue: true } } })],
    ["a FIFO topic", (stack) => new SnsTopic(stack, "Failed", { fifoTopic: true })],
    ["the ARN of a FIFO queue", () => "arn:aws:sqs:us-east-1:111122223333:failed.fifo"],
  ])("cannot go to %s", (_, target) => {
    const stack = testStack();
    const onFailure = target(stack) as string;
    expect(failure(() => streamWith({ onFailure }, stack))).toMatchObject({
      code: "consumer-destination-fifo",
      prop: "consumers.count.onFailure",
    });
  });
  test.each([["arn:aws:lambda:us-east-1:111122223333:function:x"], ["failed"], [5]])(
    "cannot go to %p",
    (target) => {
      const error = failure(() => streamWith({ onFailure: target as string }));
      expect([error.code, error.prop]).toEqual(["prop-invalid", "consumers.count.onFailure"]);
      expect(error.message).toMatch(/a queue or topic, or the ARN of one/);
    },
  );
});

describe("the numbers of a mapping", () => {
  const fifo = { cdk: { queue: { fifoQueue: true } } };
  const size = (batchSize: number) => ({ cdk: { eventSource: { batchSize } } });
  test.each<[object, object]>([
    [size(1), {}],
    [size(10), {}],
    [{ ...size(10_000), maxBatchingWindow: "1 second" }, {}],
    [size(10), fifo],
    [{ maxBatchingWindow: "300 seconds" }, {}],
    [{ maxBatchingWindow: "0 seconds" }, fifo],
    [{ maxConcurrency: 2 }, {}],
    [{ maxConcurrency: 1000 }, {}],
  ])("of a queue may be %j", (props, queue) => {
    expect(() => queueWith(props, queue)).not.toThrow();
  });
  test.each<[object, object, string, string]>([
    [size(0), {}, "consumer-batch-size", "consumer.cdk.eventSource.batchSize"],
    [size(11), {}, "consumer-batch-size", "consumer.cdk.eventSource.batchSize"],
    [size(1.5), {}, "consumer-batch-size", "consumer.cdk.eventSource.batchSize"],
    [
      { ...size(10_001), maxBatchingWindow: "1 second" },
      {},
      "consumer-batch-size",
      "consumer.cdk.eventSource.batchSize",
    ],
    [size(11), fifo, "consumer-batch-size", "consumer.cdk.eventSource.batchSize"],
    [{ maxBatchingWindow: "301 seconds" }, {}, "out-of-range", "consumer.maxBatchingWindow"],
    [{ maxBatchingWindow: "soon" }, {}, "duration-invalid", "consumer.maxBatchingWindow"],
    [{ maxBatchingWindow: "1 second" }, fifo, "consumer-window-fifo", "consumer.maxBatchingWindow"],
    [
      { cdk: { eventSource: { maximumBatchingWindowInSeconds: 1 } } },
      fifo,
      "consumer-window-fifo",
      "consumer.cdk.eventSource.maximumBatchingWindowInSeconds",
    ],
    [{ maxConcurrency: 1 }, {}, "out-of-range", "consumer.maxConcurrency"],
    [{ maxConcurrency: 1001 }, {}, "out-of-range", "consumer.maxConcurrency"],
  ])("of a queue may not be %j", (props, queue, code, prop) => {
    const error = failure(() => queueWith(props, queue));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });
  test.each<[object]>([
    [size(1)],
    [size(10_000)],
    [{ maxAge: "60 seconds" }],
    [{ maxAge: "7 days" }],
    [{ retryAttempts: -1 }],
    [{ retryAttempts: 10_000 }],
    [{ parallelization: 1 }],
    [{ maxBatchingWindow: "5 minutes" }],
    [
      {
        cdk: {
          eventSource: {
            startingPosition: "AT_TIMESTAMP",
            startingPositionTimestamp: "2026-01-01T00:00:00Z",
          },
        },
      },
    ],
  ])("of a stream may be %j", (props) => {
    expect(() => streamWith(props)).not.toThrow();
  });
  test.each<[object, string, string]>([
    [size(0), "consumer-batch-size", "cdk.eventSource.batchSize"],
    [size(10_001), "consumer-batch-size", "cdk.eventSource.batchSize"],
    [{ maxAge: "59 seconds" }, "out-of-range", "maxAge"],
    [{ maxAge: "8 days" }, "out-of-range", "maxAge"],
    [{ maxAge: -1 }, "duration-invalid", "maxAge"],
    [
      { cdk: { eventSource: { maximumRecordAgeInSeconds: 0 } } },
      "out-of-range",
      "cdk.eventSource.maximumRecordAgeInSeconds",
    ],
    [{ retryAttempts: -2 }, "out-of-range", "retryAttempts"],
    [{ retryAttempts: 10_001 }, "out-of-range", "retryAttempts"],
    [{ parallelization: 0 }, "out-of-range", "parallelization"],
    [{ parallelization: 11 }, "out-of-range", "parallelization"],
    [
      { cdk: { eventSource: { tumblingWindowInSeconds: 901 } } },
      "out-of-range",
      "cdk.eventSource.tumblingWindowInSeconds",
    ],
    [
      { cdk: { eventSource: { startingPosition: "AT_TIMESTAMP" } } },
      "prop-needs",
      "cdk.eventSource.startingPosition",
    ],
    [
      { cdk: { eventSource: { startingPositionTimestamp: "2026-01-01T00:00:00Z" } } },
      "prop-needs",
      "cdk.eventSource.startingPositionTimestamp",
    ],
  ])("of a stream may not be %j", (props, code, prop) => {
    const error = failure(() => streamWith(props));
    expect([error.code, error.prop]).toEqual([code, `consumers.count.${prop}`]);
  });
});

describe("settings that exclude each other", () => {
  test.each<["queue" | "stream", object, string]>([
    ["queue", { filters: [{ body: ["x"] }], cdk: { eventSource: { filterCriteria: {} } } }, "filters"],
    [
      "queue",
      { partialBatchResponses: true, cdk: { eventSource: { functionResponseTypes: [] } } },
      "partialBatchResponses",
    ],
    [
      "queue",
      { maxBatchingWindow: "1 second", cdk: { eventSource: { maximumBatchingWindowInSeconds: 2 } } },
      "maxBatchingWindow",
    ],
    ["queue", { maxConcurrency: 3, cdk: { eventSource: { scalingConfig: {} } } }, "maxConcurrency"],
    ["queue", { maxConcurrency: 3, cdk: { eventSource: { provisionedPollerConfig: {} } } }, "maxConcurrency"],
    ["stream", { maxAge: "1 day", cdk: { eventSource: { maximumRecordAgeInSeconds: 60 } } }, "maxAge"],
    ["stream", { retryAttempts: 1, cdk: { eventSource: { maximumRetryAttempts: 1 } } }, "retryAttempts"],
    [
      "stream",
      { bisectOnError: true, cdk: { eventSource: { bisectBatchOnFunctionError: true } } },
      "bisectOnError",
    ],
    ["stream", { parallelization: 2, cdk: { eventSource: { parallelizationFactor: 2 } } }, "parallelization"],
  ])("of a %s: %j", (kind, props, option) => {
    const error = failure(() => (kind === "queue" ? queueWith(props) : streamWith(props)));
    expect([error.code, error.prop]).toEqual(["props-exclude", `${propIn[kind]}.${option}`]);
  });
});

describe("options of the other kind of source", () => {
  test.each<[object, string, RegExp]>([
    [{ maxAge: "1 hour" }, "consumer.maxAge", /retention/],
    [{ retryAttempts: 2 }, "consumer.retryAttempts", /deadLetter/],
    [{ bisectOnError: true }, "consumer.bisectOnError", /partialBatchResponses/],
    [{ onFailure: "x" }, "consumer.onFailure", /deadLetter/],
    [{ parallelization: 2 }, "consumer.parallelization", /maxConcurrency/],
    [
      { cdk: { eventSource: { startingPosition: "LATEST" } } },
      "consumer.cdk.eventSource.startingPosition",
      /no shards/,
    ],
  ])("are refused for a queue: %j", (props, prop, remedy) => {
    const error = failure(() => queueWith({ function: handler, ...props }));
    expect([error.code, error.prop]).toEqual(["consumer-option-elsewhere", prop]);
    expect(error.message).toMatch(/streams and tables only/);
    expect(error.message).toMatch(remedy);
  });
  test.each<[object, string]>([
    [{ maxConcurrency: 5 }, "consumers.count.maxConcurrency"],
    [{ cdk: { eventSource: { scalingConfig: {} } } }, "consumers.count.cdk.eventSource.scalingConfig"],
  ])("are refused for a stream: %j", (props, prop) => {
    const error = failure(() => streamWith(props));
    expect([error.code, error.prop]).toEqual(["consumer-option-elsewhere", prop]);
    expect(error.message).toMatch(/queues only.*\n.*parallelization/);
  });
});

describe.each(both)("cdk.eventSource of a %s", (kind, create) => {
  test.each<[string, unknown, RegExp]>([
    ["eventSourceArn", "arn", /ARN of the construct/],
    ["functionName", "x", /cdk\.function/],
    ["destinationConfig", {}, /onFailure/],
    ["topics", [], /other kinds/],
  ])("refuses %s", (key, value, remedy) => {
    const error = failure(() => create({ cdk: { eventSource: { [key]: value } } }));
    expect([error.code, error.prop]).toEqual(["key-rejected", `${propIn[kind]}.cdk.eventSource`]);
    expect(error.message).toMatch(remedy);
  });
  test("refuses a key that the provider does not know", () => {
    const error = failure(() => create({ cdk: { eventSource: { batch: 5 } } }));
    expect([error.code, error.prop]).toEqual(["key-unknown", `${propIn[kind]}.cdk.eventSource`]);
  });
});

describe.each(both)("filters of a %s", (kind, create) => {
  const prop = `${propIn[kind]}.filters`;
  const field = kind === "queue" ? "body" : "data";
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ [field]: [String(index)] }));

  test("are no more than AWS can take", () => {
    expect(() => create({ filters: many(10) })).not.toThrow();
    const error = failure(() => create({ filters: many(11) }));
    expect([error.code, error.prop]).toEqual(["quota-exceeded", prop]);
  });
  test("cause a notice above the default quota", () => {
    setEnvironment({ SERVERFORM_SKIP_BUNDLING: "1" });
    const noticeOf = (count: number) =>
      standardErrorOf(() => create({ filters: many(count) }).stack.app.synth());
    expect(noticeOf(6)).toMatch(/AWS allows 5 filters per consumer/);
    expect(noticeOf(5)).toBe("");
  });
  test.each<[unknown, string, string]>([
    [{ [field]: ["x"] }, prop, "prop-invalid"],
    [["x"], `${prop}[0]`, "prop-invalid"],
    [[{ [field]: ["x"] }, { [field]: [] }], `${prop}[1].${field}`, "event-pattern-invalid"],
    [[{ [field]: [{ wildcard: "x*" }] }], `${prop}[0].${field}[0]`, "event-pattern-invalid"],
    [[{ [field]: ["x".repeat(4096)] }], `${prop}[0]`, "consumer-filter-too-long"],
    [[{ [kind === "queue" ? "data" : "body"]: ["x"] }], `${prop}[0]`, "key-unknown"],
    [[{ dynamodb: { NewImage: { id: { S: ["x"] } } } }], `${prop}[0]`, "key-unknown"],
  ])("are refused: %j", (filters, at, code) => {
    const error = failure(() => create({ filters }));
    expect([error.code, error.prop]).toEqual([code, at]);
  });
});

test.each<[string, object]>([
  ["partialBatchResponses", { partialBatchResponses: "yes" }],
  ["bisectOnError", { bisectOnError: 1 }],
])("%s is true or false", (option, props) => {
  const error = failure(() => streamWith(props as StreamConsumerProps));
  expect([error.code, error.prop]).toEqual(["prop-invalid", `consumers.count.${option}`]);
});
