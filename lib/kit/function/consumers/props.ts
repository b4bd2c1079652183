import type { LambdaEventSourceMappingConfig } from "@cdktf/provider-aws/lib/lambda-event-source-mapping";
import type { EventPattern } from "../../core/formats/event-pattern";
import type { Override } from "../../core/terraform/override";
import type { Duration } from "../../core/units";
import type { DestinationTarget } from "../invocation/destination";
import type { ExistingFunction } from "../references/existing-function";
import type { FunctionReference } from "../references/reference";

/** Keys that override an event source mapping, except for its source and its function. */
export type EventSourceOverride = Override<
  Omit<
    LambdaEventSourceMappingConfig,
    | "amazonManagedKafkaEventSourceConfig"
    | "destinationConfig"
    | "documentDbEventSourceConfig"
    | "eventSourceArn"
    | "functionName"
    | "queues"
    | "selfManagedEventSource"
    | "selfManagedKafkaEventSourceConfig"
    | "sourceAccessConfiguration"
    | "topics"
  >
>;

/** A consumer: a function that processes records in batches. */
export interface ConsumerProps {
  /** The function that processes the batches. @default - required, unless `cdk.function` is given */
  readonly function?: FunctionReference | undefined;
  /**
   * Patterns for records. The function gets the records that match one of them. Other records are skipped; a queue
   * deletes them.
   *
   * AWS allows 5 filters, and up to 10 with a quota increase.
   *
   * @default [] - all of them
   */
  readonly filters?: readonly EventPattern[] | undefined;
  /**
   * The function reports the failed records of a batch, and only those are retried. It returns
   * `{ batchItemFailures: [{ itemIdentifier }] }`, with the `messageId` of a message or the sequence number of a record.
   * A stream retries all records from the first failed one. A result without failures means success.
   *
   * @default false - one failure retries the whole batch
   */
  readonly partialBatchResponses?: boolean | undefined;
  /**
   * Maximum time to wait for a full batch, at most 5 minutes. Records wait longer, and the function runs less often.
   *
   * Not for FIFO queues.
   *
   * @default - no waiting
   */
  readonly maxBatchingWindow?: Duration | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /**
         * An existing function, alias or version, used instead of `function`. The library gives it no permissions: its role
         * must already be allowed to read the source.
         *
         * @default - none
         */
        readonly function?: ExistingFunction | undefined;
        /** Keys that override the event source mapping, such as `batchSize`. @default - none */
        readonly eventSource?: EventSourceOverride | undefined;
      }
    | undefined;
}

/** The consumer of a queue. */
export interface QueueConsumerProps extends ConsumerProps {
  /**
   * The maximum number of concurrent executions that the queue causes, 2 to 1000. Prevents one queue from using all the
   * concurrency of the account.
   *
   * @default - as many as the account allows
   */
  readonly maxConcurrency?: number | undefined;
}

/** A consumer of a stream, or of the stream of a table. */
export interface StreamConsumerProps extends ConsumerProps {
  /**
   * Older records are discarded, 60 seconds to 7 days. A failing batch blocks its shard.
   *
   * @default - records are kept until they expire in the stream
   */
  readonly maxAge?: Duration | undefined;
  /** How often a failed batch is retried before it is discarded, 0 to 10000; -1 for no limit. @default -1 */
  readonly retryAttempts?: number | undefined;
  /** Splits a failed batch in two before the retry, to isolate a bad record. @default false */
  readonly bisectOnError?: boolean | undefined;
  /**
   * Where discarded batches are reported: a standard queue or topic, or its ARN. The report has the position of the
   * records in the stream, not the records. The function's role gets the permission to send there.
   *
   * @default - none
   */
  readonly onFailure?: DestinationTarget | undefined;
  /** How many batches of one shard are processed at once, 1 to 10. Records with the same key stay in order. @default 1 */
  readonly parallelization?: number | undefined;
}
