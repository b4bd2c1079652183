/** A message to send. */
export interface NewMessage {
  readonly body: string;
  /** As SQS writes them: `{ name: { DataType, StringValue } }`. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly groupId?: string;
  readonly deduplicationId?: string;
  readonly delaySeconds?: number;
  /** The header of X-Ray that the sender has added. */
  readonly traceHeader?: string | undefined;
  /** The facts that caused the message. @default - those of the running code */
  readonly causes?: readonly string[] | undefined;
}

/** A message in a queue. */
export interface Message extends NewMessage {
  readonly id: string;
  /** Undefined in a standard queue. */
  readonly sequenceNumber: string | undefined;
  readonly sentAt: number;
  /** The queue that a dead letter comes from. */
  readonly sourceArn?: string | undefined;
  firstReceivedAt: number | undefined;
  receiveCount: number;
  /** The message can be received from this time on. */
  visibleAt: number;
  /** The receipt handle of the last reception. */
  receipt: string | undefined;
}
