import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import type { SqsQueue, SqsQueueConfig } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Override } from "../../core/override";
import type { FunctionReference, QueueConsumerProps } from "../../function";
import type { Queue } from "./queue";

/** Where messages go that could not be worked on. */
export interface QueueDeadLetterProps {
  /** The queue that takes them: FIFO when this one is FIFO, and only then. */
  readonly queue: Queue | SqsQueue | DataAwsSqsQueue;
  /** How often a message is handed out before it goes there, 1 to 1000. @default 3 */
  readonly maxReceiveCount?: number;
}

/** Props of a queue. */
export interface QueueProps {
  /** What works on the messages. @default - none; `addConsumer` adds it later, or your code receives them itself */
  readonly consumer?: FunctionReference | QueueConsumerProps;
  /**
   * Where messages go that fail again and again. Without it they come back until their retention time is over, and in a
   * FIFO queue hold up those behind them.
   *
   * @default - nowhere
   */
  readonly deadLetter?: QueueDeadLetterProps;
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /**
     * An existing queue, used as it is, or keys laid over the created one. `fifoQueue: true` makes it FIFO.
     *
     * @default - created, encrypted, with AWS's own values for the rest
     */
    readonly queue?: SqsQueue | DataAwsSqsQueue | Override<Omit<SqsQueueConfig, "policy">>;
  };
}
