import type { PipesPipeConfig } from "@cdktf/provider-aws/lib/pipes-pipe";
import type { Duration, Override } from "../../kit/core";
import type { DestinationTarget, FunctionReference } from "../../kit/function";
import type { EventBus } from "../event-bus";
import type { KinesisStream } from "../kinesis-stream";
import type { Queue } from "../queue";
import type { Table } from "../table";
import type { Topic } from "../topic";

/** The source of a pipe: the changes of a table with a stream, a data stream, or a queue. */
export type PipeSource = Table | KinesisStream | Queue;

/** Where a pipe sends: a function, a queue, a topic, an event bus, or a data stream. */
export type PipeTarget = FunctionReference | Queue | Topic | EventBus | KinesisStream;

/** Keys of a pipe that the caller may override. */
export type PipeOverride = Override<
  Pick<
    PipesPipeConfig,
    "description" | "kmsKeyIdentifier" | "logConfiguration" | "name" | "tags" | "timeouts"
  >
>;

/** Props of a pipe. */
export interface PipeProps {
  /** The source of the records. */
  readonly source: PipeSource;
  /** The target of the records. A function gets a list of records, other targets get one record at a time. */
  readonly target: PipeTarget;
  /** Patterns of EventBridge; a record must match one of them. Up to 5. @default - every record */
  readonly filters?: readonly object[] | undefined;
  /** A function that gets the records, and returns the records for the target. @default - none */
  readonly enrichment?: FunctionReference | undefined;
  /** The input of the target for a record: text with placeholders such as `<$.body.id>`. @default - the record */
  readonly template?: string | undefined;
  /** Maximum number of records per batch: up to 10 000, of a FIFO queue 10. @default - 10 of a queue, else 100 */
  readonly batchSize?: number | undefined;
  /** Maximum time to wait for a full batch, up to 5 minutes. @default - it does not wait */
  readonly batchWindow?: Duration | undefined;
  /** How often a batch of a table or data stream is retried, 1 to 10 000. @default - until it expires */
  readonly retryAttempts?: number | undefined;
  /**
   * A queue or topic that receives the positions of records of a table or data stream that could not be delivered,
   * after `retryAttempts` or after they have expired. For a queue as source, use `deadLetter` of the queue.
   *
   * @default - they are lost
   */
  readonly onFailure?: DestinationTarget | undefined;
  /** Type of the events on an event bus. @default "Event from aws:<service>" */
  readonly detailType?: string | undefined;
  /** Source of the events on an event bus. @default "Pipe <name>" */
  readonly eventSource?: string | undefined;
  /** Shard key of the records in a data stream, such as `$.partitionKey`. @default "$.eventID": "$.messageId" of a queue */
  readonly partitionKey?: string | undefined;
  /** Message group of a FIFO queue, such as `$.messageId`. @default - required for a FIFO queue */
  readonly messageGroupId?: string | undefined;
  /** With `false`, the pipe exists but reads nothing. @default true */
  readonly enabled?: boolean | undefined;
  /** Configs of the created resources. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** Keys that override the created pipe, such as `logConfiguration` and `kmsKeyIdentifier`. @default - none */
        readonly pipe?: PipeOverride | undefined;
      }
    | undefined;
}
