import type { LambdaEventSourceMappingConfig } from "@cdktf/provider-aws/lib/lambda-event-source-mapping";
import type { Duration } from "../../core/duration";
import type { EventPattern } from "../../core/event-pattern";
import type { Override } from "../../core/override";
import type { ExistingFunction } from "../existing-function";
import type { DestinationTarget } from "../invoke-config";
import type { FunctionReference } from "../reference";

/** Keys laid over an event-source mapping, but for what names the source and the function. */
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

/** A consumer: a function that is handed what arrives, in batches. */
export interface ConsumerProps {
  /** What works on the batches. @default - required, unless `cdk.function` names one */
  readonly function?: FunctionReference;
  /**
   * Which records are handed over: those that match one of these patterns. The others are gone for this consumer; of a
   * queue they are deleted.
   *
   * AWS takes 5 filters, and up to 10 when you ask for it.
   *
   * @default [] - all of them
   */
  readonly filters?: readonly EventPattern[];
  /**
   * The function says which records of a batch failed, and only those come again: it returns
   * `{ batchItemFailures: [{ itemIdentifier }] }`, with the `messageId` of a message or the sequence number of a record;
   * of a stream everything from the first of them on comes again. An answer without failures means that all went well.
   *
   * @default false - one failure, and the whole batch comes again
   */
  readonly partialBatchResponses?: boolean;
  /**
   * How long to wait for a batch to fill, up to 5 minutes. Records wait longer, the function runs less often.
   *
   * A FIFO queue does not wait.
   *
   * @default - no waiting
   */
  readonly maxBatchingWindow?: Duration;
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /**
     * An existing function, alias or version, used in place of `function`. The library gives it no permissions: its
     * role must be allowed to read the source already.
     *
     * @default - none
     */
    readonly function?: ExistingFunction;
    /** Keys laid over the event-source mapping, `batchSize` among them. @default - nothing */
    readonly eventSource?: EventSourceOverride;
  };
}

/** The consumer of a queue. */
export interface QueueConsumerProps extends ConsumerProps {
  /**
   * How many runs of the function the queue may cause at once, 2 to 1000. Keeps one queue from taking all the
   * concurrency of the account.
   *
   * @default - as many as the account allows
   */
  readonly maxConcurrency?: number;
}

/** A consumer of a stream, of a table's too. */
export interface StreamConsumerProps extends ConsumerProps {
  /**
   * Records that are older are given up, 60 seconds to 7 days. While a batch fails, the shard stands still.
   *
   * @default - kept until they leave the stream
   */
  readonly maxAge?: Duration;
  /** How often a failed batch comes again before it is given up, 0 to 10000; -1 for no end. @default -1 */
  readonly retryAttempts?: number;
  /** Halves a failed batch before it comes again, so that a bad record is found. @default false */
  readonly bisectOnError?: boolean;
  /**
   * Where word of given-up batches goes: a queue or topic that is not FIFO, or its ARN. It gets the place of the
   * records in the stream, not the records. The function's role may send there.
   *
   * @default - nowhere
   */
  readonly onFailure?: DestinationTarget;
  /** How many batches of one shard are worked on at once, 1 to 10; those of one key stay in order. @default 1 */
  readonly parallelization?: number;
}
