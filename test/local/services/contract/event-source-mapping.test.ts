import {
  eventSourceMappings,
  passesFilters,
} from "../../../../lib/local/services/contract/event-source-mapping";
import type { Model } from "../../../../lib/model";

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
        startMs: Number.POSITIVE_INFINITY,
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

  test("keep their settings", () => {
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
