import { createHash } from "node:crypto";
import { isValues, number, text, textMap } from "../../model/values";
import type { LocalQueue, Message, NewMessage } from "./queue";

/** What an operation is refused with; the code is SQS's own. */
export class SqsError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Input = Readonly<Record<string, unknown>>;

/**
 * The operations on one queue, as the JSON protocol has them.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html
 */
export const queueOperations: Readonly<
  Record<string, (queue: LocalQueue, input: Input) => object | Promise<object>>
> = {
  SendMessage: (queue, input) => send(queue, input),
  SendMessageBatch: (queue, input) => perEntry(input, (entry) => send(queue, entry)),
  ReceiveMessage: async (queue, input) => {
    const limit = number(input, "MaxNumberOfMessages") ?? 1;
    if (limit < 1 || limit > 10)
      refuse("InvalidParameterValue", "MaxNumberOfMessages must be between 1 and 10.");
    const wait = number(input, "WaitTimeSeconds") ?? 0;
    const messages = await queue.receiveWithin(limit, wait, number(input, "VisibilityTimeout"));
    return messages.length === 0 ? {} : { Messages: messages.map(received) };
  },
  DeleteMessage: (queue, input) => deleteMessage(queue, input),
  DeleteMessageBatch: (queue, input) => perEntry(input, (entry) => deleteMessage(queue, entry)),
  ChangeMessageVisibility: (queue, input) => changeVisibility(queue, input),
  ChangeMessageVisibilityBatch: (queue, input) => perEntry(input, (entry) => changeVisibility(queue, entry)),
  PurgeQueue: (queue) => {
    queue.purge();
    return {};
  },
  GetQueueUrl: (queue) => ({ QueueUrl: queue.settings.url }),
  GetQueueAttributes: (queue) => ({ Attributes: attributesOf(queue) }),
};

/** A message as SQS and its consumers read it. */
export function receivedAttributes(message: Message): Readonly<Record<string, string>> {
  return {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(message.sentAt),
    SenderId: "local",
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
    ...(message.groupId !== undefined && {
      MessageGroupId: message.groupId,
      SequenceNumber: message.sequenceNumber,
    }),
    ...(message.deduplicationId !== undefined && { MessageDeduplicationId: message.deduplicationId }),
  };
}

export function md5(content: string): string {
  return createHash("md5").update(content).digest("hex");
}

function send(queue: LocalQueue, input: Input): object {
  const { fifo, contentBasedDeduplication, maxMessageBytes, name } = queue.settings;
  const body = text(input, "MessageBody") ?? "";
  const groupId = text(input, "MessageGroupId");
  const deduplicationId = text(input, "MessageDeduplicationId");
  if (body === "") refuse("MissingParameter", "The request must contain the parameter MessageBody.");
  if (Buffer.byteLength(body) > maxMessageBytes) {
    refuse(
      "InvalidParameterValue",
      `One or more parameters are invalid. Reason: Message must be shorter than ${maxMessageBytes} bytes.`,
    );
  }
  if (fifo && groupId === undefined)
    refuse("MissingParameter", "The request must contain the parameter MessageGroupId.");
  if (fifo && deduplicationId === undefined && !contentBasedDeduplication) {
    refuse(
      "InvalidParameterValue",
      `The queue ${name} should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly`,
    );
  }
  const attributes = isValues(input.MessageAttributes) ? input.MessageAttributes : undefined;
  const message: NewMessage = {
    body,
    attributes,
    groupId,
    deduplicationId,
    delaySeconds: number(input, "DelaySeconds"),
  };
  const { id, sequenceNumber } = queue.send(message);
  return {
    MessageId: id,
    MD5OfMessageBody: md5(body),
    ...(attributes !== undefined && { MD5OfMessageAttributes: md5OfAttributes(attributes) }),
    ...(fifo && { SequenceNumber: sequenceNumber }),
  };
}

function received(message: Message): object {
  const { id, receipt, body, attributes } = message;
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: md5(body),
    Attributes: receivedAttributes(message),
    ...(attributes !== undefined && {
      MessageAttributes: attributes,
      MD5OfMessageAttributes: md5OfAttributes(attributes),
    }),
  };
}

function deleteMessage(queue: LocalQueue, input: Input): object {
  // A receipt of what is gone already is no error.
  queue.delete(text(input, "ReceiptHandle") ?? "");
  return {};
}

function changeVisibility(queue: LocalQueue, input: Input): object {
  const seconds = number(input, "VisibilityTimeout") ?? 0;
  if (!queue.changeVisibility(text(input, "ReceiptHandle") ?? "", seconds)) {
    refuse("InvalidParameterValue", "The receipt handle belongs to no message that is out of sight.");
  }
  return {};
}

/** Each entry succeeds or fails by itself. */
function perEntry(input: Input, run: (entry: Input) => object): object {
  const entries = Array.isArray(input.Entries) ? input.Entries.filter(isValues) : [];
  if (entries.length === 0)
    refuse("AWS.SimpleQueueService.EmptyBatchRequest", "The batch request has no entries.");
  if (entries.length > 10)
    refuse(
      "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
      "The batch request has more than 10 entries.",
    );
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    const Id = text(entry, "Id");
    try {
      Successful.push({ Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
}

function attributesOf({ settings, counts }: LocalQueue): Readonly<Record<string, string>> {
  return {
    QueueArn: settings.arn,
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    VisibilityTimeout: String(settings.visibilitySeconds),
    DelaySeconds: String(settings.delaySeconds),
    MessageRetentionPeriod: String(settings.retentionSeconds),
    MaximumMessageSize: String(settings.maxMessageBytes),
    ...(settings.fifo && {
      FifoQueue: "true",
      ContentBasedDeduplication: String(settings.contentBasedDeduplication),
    }),
    ...(settings.redrive !== undefined && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: settings.redrive.targetArn,
        maxReceiveCount: settings.redrive.maxReceiveCount,
      }),
    }),
  };
}

/**
 * The digest that SDKs compare.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
function md5OfAttributes(attributes: Readonly<Record<string, unknown>>): string {
  const hash = createHash("md5");
  const add = (bytes: Buffer): void => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of Object.keys(attributes).sort()) {
    const value = textMap(attributes, name);
    const type = value.DataType ?? "String";
    add(Buffer.from(name));
    add(Buffer.from(type));
    const isBinary = type.startsWith("Binary");
    hash.update(Buffer.from([isBinary ? 2 : 1]));
    add(isBinary ? Buffer.from(value.BinaryValue ?? "", "base64") : Buffer.from(value.StringValue ?? ""));
  }
  return hash.digest("hex");
}

function refuse(code: string, message: string): never {
  throw new SqsError(code, message);
}
