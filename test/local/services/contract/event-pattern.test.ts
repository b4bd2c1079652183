import type { Model } from "../../../../lib/local/model/model";
import { matchesPattern } from "../../../../lib/local/services/contract/event-pattern";
import {
  eventSourceMappings,
  passesFilters,
} from "../../../../lib/local/services/contract/event-source-mapping";

const order = {
  source: "orders",
  detail: {
    state: "placed",
    total: 12.5,
    tags: ["new", "gift"],
    ip: "10.0.0.7",
    note: null,
    lines: [{ sku: "A" }, { sku: "B" }],
  },
};
const detail = (pattern: object) => ({ detail: pattern });

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
describe("event patterns", () => {
  test.each([
    ["a value", { source: ["orders"] }, true],
    ["one of several values", { source: ["bills", "orders"] }, true],
    ["another value", { source: ["bills"] }, false],
    ["all fields", { source: ["orders"], detail: { state: ["paid"] } }, false],
    ["a field within", detail({ state: ["placed"] }), true],
    ["an element of a list", detail({ tags: ["gift"] }), true],
    ["no element of a list", detail({ tags: ["old"] }), false],
    ["a field of one of several objects", detail({ lines: { sku: ["B"] } }), true],
    ["null", detail({ note: [null] }), true],
    ["a number, not a text of it", detail({ total: ["12.5"] }), false],
    ["prefix", detail({ state: [{ prefix: "pla" }] }), true],
    ["prefix without regard to case", detail({ state: [{ prefix: { "equals-ignore-case": "PLA" } }] }), true],
    ["suffix", detail({ state: [{ suffix: "paid" }] }), false],
    ["equals-ignore-case", detail({ state: [{ "equals-ignore-case": "PLACED" }] }), true],
    ["anything-but a value", detail({ state: [{ "anything-but": "placed" }] }), false],
    ["anything-but several", detail({ state: [{ "anything-but": ["paid", "sent"] }] }), true],
    ["anything-but a prefix", detail({ state: [{ "anything-but": { prefix: "pl" } }] }), false],
    ["numeric, both sides of a limit", detail({ total: [{ numeric: [">", 12, "<=", 12.5] }] }), true],
    ["numeric, outside", detail({ total: [{ numeric: ["<", 12.5] }] }), false],
    ["exists", detail({ state: [{ exists: true }] }), true],
    ["exists, of nothing", detail({ missing: [{ exists: true }] }), false],
    ["exists: false", detail({ missing: [{ exists: false }] }), true],
    ["wildcard", detail({ state: [{ wildcard: "p*c*d" }] }), true],
    ["wildcard, with a dot that is none", detail({ ip: [{ wildcard: "10.0.0.*" }] }), true],
    ["cidr", detail({ ip: [{ cidr: "10.0.0.0/29" }] }), true],
    ["cidr, outside", detail({ ip: [{ cidr: "10.0.0.0/30" }] }), false],
    ["$or", detail({ $or: [{ state: ["paid"] }, { total: [12.5] }] }), true],
    ["an unknown operator", detail({ state: [{ sounds: "like" }] }), false],
    ["a field of nothing", { missing: { state: ["placed"] } }, false],
  ])("%s", (_name, pattern, expected) => {
    expect(matchesPattern(pattern, order)).toBe(expected);
  });
});

describe("event source mappings", () => {
  const queue = "arn:aws:sqs:us-east-1:111122223333:jobs";
  const stream = "arn:aws:kinesis:us-east-1:111122223333:stream/jobs";
  const read = (...all: readonly object[]) => {
    const resources = all.map((values) => ({ address: "m", values: { function_name: "fn", ...values } }));
    return eventSourceMappings({ ofType: () => resources } as unknown as Model);
  };

  test.each([
    [queue, 10],
    [stream, 100],
  ])("of %s have the defaults of Lambda", (arn, batchSize) => {
    expect(read({ event_source_arn: arn })).toEqual([
      {
        address: "m",
        sourceArn: arn,
        functionArn: "fn",
        batchSize,
        maxConcurrency: 5,
        parallelization: 1,
        fromOldest: false,
        windowSeconds: 0,
        filters: undefined,
        partialResponses: false,
        maxAgeSeconds: -1,
        maxRetries: -1,
        bisect: false,
        onFailureArn: undefined,
      },
    ]);
  });

  test("keep what they say", () => {
    const values = {
      event_source_arn: stream,
      batch_size: 7,
      maximum_batching_window_in_seconds: 3,
      maximum_record_age_in_seconds: 60,
      maximum_retry_attempts: 0,
      bisect_batch_on_function_error: true,
      function_response_types: ["ReportBatchItemFailures"],
      destination_config: [{ on_failure: [{ destination_arn: queue }] }],
      filter_criteria: [{ filter: [{ pattern: '{"a":[1]}' }, { pattern: "broken" }] }],
    };
    expect(read(values)[0]).toMatchObject({
      batchSize: 7,
      windowSeconds: 3,
      maxAgeSeconds: 60,
      maxRetries: 0,
      bisect: true,
      partialResponses: true,
      onFailureArn: queue,
    });
    const passes = (record: object) => read(values).map((mapping) => passesFilters(mapping, record));
    expect([passes({ a: 1 }), passes({ a: 2 })]).toEqual([[true], [false]]);
  });

  test("are left out when they are disabled or have no source", () => {
    expect(
      read({ event_source_arn: queue, enabled: false }, {}, { event_source_arn: queue, enabled: true }),
    ).toHaveLength(1);
  });
});
