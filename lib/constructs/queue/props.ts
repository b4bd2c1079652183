import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import type { SqsQueue, SqsQueueConfig } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Override } from "../../kit/core";
import type { FunctionReference, QueueConsumerProps } from "../../kit/function";
import type { Queue } from "./queue";

/** Where messages are moved that could not be processed. */
export interface QueueDeadLetterProps {
  /** The dead-letter queue: FIFO if this queue is FIFO, standard otherwise. */
  readonly queue: Queue | SqsQueue | DataAwsSqsQueue;
  /** Maximum number of deliveries before a message is moved, 1 to 1000. @default 3 */
  readonly maxReceiveCount?: number | undefined;
}

/** Keys of the queue that the caller may override. */
export type QueueOverride = Override<Omit<SqsQueueConfig, "policy">>;

/** Props of a queue. */
export interface QueueProps {
  /** The consumer of the messages. @default - none; add it later with `addConsumer`, or receive messages in your code */
  readonly consumer?: FunctionReference | QueueConsumerProps | undefined;
  /**
   * The queue for messages that fail repeatedly. Without it, they are retried until their retention period ends, and
   * in a FIFO queue they block the following messages.
   *
   * If you remove the prop, the queue keeps it: the provider also accepts a redrive policy from a resource of its own. To remove it, set
   * `cdk: { queue: { redrivePolicy: "" } }`.
   *
   * @default - none
   */
  readonly deadLetter?: QueueDeadLetterProps | undefined;
  /**
   * Another name for `deadLetter`, as in `Function`, `EventBus` and `Cron`. It also accepts the queue itself, with 3
   * deliveries before a message is moved.
   *
   * @default - none
   */
  readonly deadLetterQueue?: QueueDeadLetterProps | QueueDeadLetterProps["queue"] | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /**
         * An existing queue, used unchanged, or keys that override the created one. `fifoQueue: true` makes it FIFO.
         *
         * @default - created, encrypted, with the defaults of AWS
         */
        readonly queue?: SqsQueue | DataAwsSqsQueue | QueueOverride | undefined;
      }
    | undefined;
}
