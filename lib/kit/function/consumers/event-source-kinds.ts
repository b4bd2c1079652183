import { propKeys } from "../../core/checks/check";
import type { QueueConsumerProps, StreamConsumerProps } from "./props";

/** The common properties of consumers of one kind of source. */
export interface EventSourceKind {
  /** The word in messages. */
  readonly sources: string;
  /** Options of a consumer, in addition to `function` and `cdk`. */
  readonly options: readonly string[];
  /** Options and provider keys of the other kind, each with what to use instead. */
  readonly elsewhere: Readonly<Record<string, string>>;
  readonly batchSize: number;
}

/** The kinds of sources that deliver batches to functions. */
export type EventSourceKindName = "queue" | "stream";

const noLimit =
  "Leave it out: a queue keeps failed messages until deadLetter or the retention time of cdk.queue removes them.";
const noStream = "Leave it out: a queue has no shards and no positions.";

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html */
export const eventSourceKinds = {
  queue: {
    sources: "queues",
    options: propKeys<Omit<QueueConsumerProps, "function" | "cdk">>()({
      filters: "list",
      partialBatchResponses: "boolean",
      maxBatchingWindow: true,
      maxConcurrency: true,
    }),
    elsewhere: {
      maxAge: noLimit,
      retryAttempts: "Use the queue's deadLetter: { queue, maxReceiveCount }.",
      bisectOnError: "Use partialBatchResponses: only the failed messages are retried.",
      onFailure: "Use the queue's deadLetter: { queue }.",
      parallelization: "Use maxConcurrency.",
      bisectBatchOnFunctionError: "Use partialBatchResponses: only the failed messages are retried.",
      maximumRecordAgeInSeconds: noLimit,
      maximumRetryAttempts: "Use the queue's deadLetter: { queue, maxReceiveCount }.",
      parallelizationFactor: "Use maxConcurrency.",
      startingPosition: noStream,
      startingPositionTimestamp: noStream,
      tumblingWindowInSeconds: noStream,
    },
    batchSize: 10,
  },
  stream: {
    sources: "streams and tables",
    options: propKeys<Omit<StreamConsumerProps, "function" | "cdk">>()({
      filters: "list",
      partialBatchResponses: "boolean",
      maxBatchingWindow: true,
      maxAge: true,
      retryAttempts: true,
      bisectOnError: "boolean",
      onFailure: true,
      parallelization: true,
    }),
    elsewhere: {
      maxConcurrency: "Use parallelization, the number of batches of one shard that are processed at once.",
      scalingConfig: "Use parallelization, the number of batches of one shard that are processed at once.",
      provisionedPollerConfig: "Leave it out: each shard has its own poller.",
    },
    batchSize: 100,
  },
} satisfies Record<EventSourceKindName, EventSourceKind>;
