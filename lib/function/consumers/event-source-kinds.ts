import { propKeys } from "../../core/check";
import type { QueueConsumerProps, StreamConsumerProps } from "./props";

/** What reads of a kind of source have in common. */
export interface EventSourceKind {
  /** As messages name it. */
  readonly sources: string;
  /** What a consumer takes beside `function` and `cdk`. */
  readonly options: readonly string[];
  /** Options and provider keys of the other kind, each with what to write instead. */
  readonly elsewhere: Readonly<Record<string, string>>;
  readonly batchSize: number;
}

/** The kinds of sources that functions are handed batches from. */
export type EventSourceKindName = "queue" | "stream";

const noLimit =
  "Leave it out: a queue keeps what failed until deadLetter or the retention time of cdk.queue ends it.";
const noStream = "Leave it out: a queue has no shards and no positions.";

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html */
export const eventSourceKinds = {
  queue: {
    sources: "queues",
    options: propKeys<Omit<QueueConsumerProps, "function" | "cdk">>()({
      filters: true,
      partialBatchResponses: true,
      maxBatchingWindow: true,
      maxConcurrency: true,
    }),
    elsewhere: {
      maxAge: noLimit,
      retryAttempts: "Use the queue's deadLetter: { queue, maxReceiveCount }.",
      bisectOnError: "Use partialBatchResponses: only the messages that failed come again.",
      onFailure: "Use the queue's deadLetter: { queue }.",
      parallelization: "Use maxConcurrency.",
      bisectBatchOnFunctionError: "Use partialBatchResponses: only the messages that failed come again.",
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
      filters: true,
      partialBatchResponses: true,
      maxBatchingWindow: true,
      maxAge: true,
      retryAttempts: true,
      bisectOnError: true,
      onFailure: true,
      parallelization: true,
    }),
    elsewhere: {
      maxConcurrency: "Use parallelization, the batches of one shard that are worked on at once.",
      scalingConfig: "Use parallelization, the batches of one shard that are worked on at once.",
      provisionedPollerConfig: "Leave it out: every shard has its reader.",
    },
    batchSize: 100,
  },
} satisfies Record<EventSourceKindName, EventSourceKind>;
