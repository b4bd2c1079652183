import { isValues, number, text, texts, type Values } from "../../../../model";
import { isXmlText } from "../../../wire/xml";
import { type Operation, ServiceError } from "../../contract/define-service";
import { listPage } from "../../contract/page";
import { entryInput, traceHeaderOf } from "../../contract/request-trace";
import {
  bytesOfAttributes,
  checkReceipt,
  givenAttributes,
  givenSystemAttributes,
  invalid,
  type Message,
  md5,
  md5OfAttributes,
  receivedAttributes,
  staleReceipt,
  wantedAttributes,
} from "../message";
import type { LocalQueue } from "../queue";
import type { SqsQueues } from "../queues";
import { numberIn, type QueueSettings } from "../settings";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
function sendMessage(queue: LocalQueue, input: Values): object {
  const { maxMessageBytes } = queue.settings;
  const body = bodyIn(input);
  const attributes = givenAttributes(input);
  if (Buffer.byteLength(body) + bytesOfAttributes(attributes) > maxMessageBytes) {
    throw invalid(
      `One or more parameters are invalid. Reason: Message must be shorter than ${maxMessageBytes} bytes.`,
    );
  }
  const delaySeconds = numberIn(input, "DelaySeconds");
  const { groupId, deduplicationId } = fifoFields(queue.settings, input, delaySeconds);
  const missing = missingFifoField(queue.settings, input);
  if (missing !== undefined) throw missing;
  const system = givenSystemAttributes(input);
  const traceHeader = traceHeaderOf(input);
  const { id, sequenceNumber } = queue.send({
    body,
    attributes,
    groupId,
    deduplicationId,
    delaySeconds,
    traceHeader,
  });
  return {
    MessageId: id,
    MD5OfMessageBody: md5(body),
    ...(attributes !== undefined && { MD5OfMessageAttributes: md5OfAttributes(attributes) }),
    ...(system !== undefined && { MD5OfMessageSystemAttributes: md5OfAttributes(system) }),
    ...(sequenceNumber !== undefined && { SequenceNumber: sequenceNumber }),
  };
}

/** The refusal of a message that lacks a field that a FIFO queue needs. A batch with such a message is refused as a whole. */
function missingFifoField(
  { fifo, contentBasedDeduplication }: QueueSettings,
  input: Values,
): ServiceError | undefined {
  if (!fifo) return undefined;
  if (text(input, "MessageGroupId") === undefined) {
    return new ServiceError("MissingParameter", "The request must contain the parameter MessageGroupId.");
  }
  if (contentBasedDeduplication || text(input, "MessageDeduplicationId") !== undefined) return undefined;
  return invalid(
    "The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly",
  );
}

function bodyIn(input: Values): string {
  const body = text(input, "MessageBody") ?? "";
  if (body === "")
    throw new ServiceError("MissingParameter", "The request must contain the parameter MessageBody.");
  if (isXmlText(body)) return body;
  throw new ServiceError(
    "InvalidMessageContents",
    "Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF",
  );
}

function fifoFields({ fifo }: QueueSettings, input: Values, delaySeconds: number | undefined) {
  const groupId = idIn(input, "MessageGroupId");
  const deduplicationId = idIn(input, "MessageDeduplicationId");
  if (fifo && delaySeconds !== undefined && delaySeconds > 0) throw otherType("DelaySeconds", delaySeconds);
  if (!fifo && deduplicationId !== undefined) throw otherType("MessageDeduplicationId", deduplicationId);
  return { groupId, deduplicationId };
}

/** Letters, digits and punctuation. Source: .../APIReference/API_SendMessage.html */
function idIn(input: Values, name: "MessageGroupId" | "MessageDeduplicationId"): string | undefined {
  const id = text(input, name);
  if (id === undefined || /^[\u0021-\u007e]{1,128}$/.test(id)) return id;
  throw invalid(
    `Value ${id.slice(0, 1000)} for parameter ${name} is invalid. Reason: ${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
  );
}

/** A parameter that only queues of the other type take. */
function otherType(name: string, value: string | number): ServiceError {
  return invalid(
    `Value ${value} for parameter ${name} is invalid. Reason: The request include parameter that is not valid for this queue type.`,
  );
}

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
async function receiveMessage(queue: LocalQueue, input: Values): Promise<object> {
  const limit = numberIn(input, "MaxNumberOfMessages") ?? 1;
  const wait = numberIn(input, "WaitTimeSeconds") ?? queue.settings.waitSeconds;
  const messages = await queue.receiveWithin(limit, wait, numberIn(input, "VisibilityTimeout"));
  return messages.length === 0 ? {} : { Messages: messages.map((message) => received(message, input)) };
}

/** Attributes come only to those who ask for them. */
function received(message: Message, input: Values): object {
  const { id, receipt, body } = message;
  const given = texts(input, "MessageSystemAttributeNames");
  // The list with the older name counts where the other is empty.
  const systemNames = given.length > 0 ? given : texts(input, "AttributeNames");
  const system = Object.entries(receivedAttributes(message)).filter(
    ([name]) => systemNames.includes("All") || systemNames.includes(name),
  );
  const attributes = wantedAttributes(message.attributes, texts(input, "MessageAttributeNames"));
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: md5(body),
    ...(system.length > 0 && { Attributes: Object.fromEntries(system) }),
    ...(attributes !== undefined && {
      MessageAttributes: attributes,
      MD5OfMessageAttributes: md5OfAttributes(attributes),
    }),
  };
}

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessage.html */
function deleteMessage(queue: LocalQueue, input: Values): object {
  const receipt = text(input, "ReceiptHandle") ?? "";
  checkReceipt(receipt);
  const message = queue.received(receipt);
  if (message !== undefined && queue.isExpired(receipt, message)) {
    throw staleReceipt(receipt, "The receipt handle has expired.");
  }
  // Like SQS, succeed when the message has been deleted already.
  queue.delete(receipt);
  return {};
}

/**
 * A standard queue takes an earlier receipt handle, and one whose visibility timeout has passed, as recorded by
 * https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.py).
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html
 */
function changeMessageVisibility(queue: LocalQueue, input: Values): object {
  const seconds = numberIn(input, "VisibilityTimeout");
  if (seconds === undefined) {
    throw new ServiceError("MissingParameter", "The request must contain the parameter VisibilityTimeout.");
  }
  const receipt = text(input, "ReceiptHandle") ?? "";
  checkReceipt(receipt);
  const message = queue.received(receipt);
  if (message === undefined) {
    throw staleReceipt(receipt, "Message does not exist or is not available for visibility timeout change.");
  }
  if (queue.settings.fifo && message.visibleAt <= queue.time()) {
    throw new ServiceError("MessageNotInflight", `The message referred to by ${receipt} isn't in flight.`);
  }
  queue.changeVisibility(receipt, seconds);
  return {};
}

/** Attributes that SQS knows and that a queue may lack. */
const optional: ReadonlySet<string> = new Set([
  "Policy",
  "RedrivePolicy",
  "RedriveAllowPolicy",
  "FifoQueue",
  "ContentBasedDeduplication",
  "DeduplicationScope",
  "FifoThroughputLimit",
  "KmsMasterKeyId",
  "KmsDataKeyReusePeriodSeconds",
  "SqsManagedSseEnabled",
]);

/**
 * The attributes that the request names.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html
 */
function getQueueAttributes(queue: LocalQueue, input: Values): object {
  const names = texts(input, "AttributeNames");
  const all = attributesOf(queue);
  const unknown = names.find((name) => name !== "All" && !Object.hasOwn(all, name) && !optional.has(name));
  if (unknown !== undefined) throw new ServiceError("InvalidAttributeName", `Unknown Attribute ${unknown}.`);
  const wanted = Object.entries(all).filter(([name]) => names.includes("All") || names.includes(name));
  return wanted.length === 0 ? {} : { Attributes: Object.fromEntries(wanted) };
}

function attributesOf({ settings, counts }: LocalQueue): Readonly<Record<string, string>> {
  return {
    QueueArn: settings.arn,
    ...settings.attributes,
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    VisibilityTimeout: String(settings.visibilitySeconds),
    DelaySeconds: String(settings.delaySeconds),
    MessageRetentionPeriod: String(settings.retentionSeconds),
    ReceiveMessageWaitTimeSeconds: String(settings.waitSeconds),
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

const mostEntries = 10;

/**
 * Runs an operation for each entry of a batch; each entry succeeds or fails on its own.
 *
 * @param element - the name of an entry, for the refusal of an empty batch
 * @param check - refuses a batch as a whole
 */
function perEntry(input: Values, element: string, run: (entry: Values) => object, check: () => void): object {
  const entries = entriesIn(input);
  if (entries.length === 0) {
    throw new ServiceError("EmptyBatchRequest", `There should be at least one ${element} in the request.`);
  }
  if (entries.length > mostEntries) {
    throw new ServiceError(
      "TooManyEntriesInBatchRequest",
      `Maximum number of entries per request are ${mostEntries}. You have sent ${entries.length}.`,
    );
  }
  checkIds(entries.map((entry) => text(entry, "Id") ?? ""));
  checkSize(entries);
  check();
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    const Id = text(entry, "Id");
    try {
      Successful.push({ Id, ...run(entryInput(entry, input)) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The refusal of a message's size has other words in a batch.
      const Message = error.message.replace("parameters are invalid.", "parameters cannot be validated.");
      Failed.push({ Id, SenderFault: true, Code: error.code, Message });
    }
  }
  return { ...(Successful.length > 0 && { Successful }), ...(Failed.length > 0 && { Failed }) };
}

/** Refuses a batch for a FIFO queue if one of its messages lacks what the queue needs of each. */
function checkFifoEntries({ settings }: LocalQueue, input: Values): void {
  for (const entry of entriesIn(input)) {
    const missing = missingFifoField(settings, entry);
    if (missing !== undefined) throw invalid(missing.message);
  }
}

function entriesIn({ Entries }: Values): readonly Values[] {
  return Array.isArray(Entries) ? Entries.filter(isValues) : [];
}

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
function checkIds(ids: readonly string[]): void {
  if (!ids.every((id) => /^[\w-]{1,80}$/.test(id))) {
    throw new ServiceError(
      "InvalidBatchEntryId",
      "A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.",
    );
  }
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated === undefined) return;
  throw new ServiceError("BatchEntryIdsNotDistinct", `Id ${repeated} repeated.`);
}

const mostBatchBytes = 1024 * 1024;

function checkSize(entries: readonly Values[]): void {
  const sizes = entries.map((entry) => {
    const attributes = isValues(entry.MessageAttributes) ? entry.MessageAttributes : {};
    return Buffer.byteLength(text(entry, "MessageBody") ?? "") + bytesOfAttributes(attributes);
  });
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  if (bytes <= mostBatchBytes) return;
  throw new ServiceError(
    "BatchRequestTooLong",
    `Batch requests cannot be longer than ${mostBatchBytes} bytes. You have sent ${bytes} bytes.`,
  );
}

type SqsOperation = Operation<SqsQueues, Values, object>;

/** An operation on the queue that the input names. */
function onQueue(run: (queue: LocalQueue, input: Values) => object | Promise<object>): SqsOperation {
  return (queues, input) => run(queues.named(input), input);
}

/** A batch operation on the queue that the input names. */
function onEntries(
  element: string,
  run: (queue: LocalQueue, entry: Values) => object,
  check?: (queue: LocalQueue, input: Values) => void,
): SqsOperation {
  return onQueue((queue, input) =>
    perEntry(
      input,
      element,
      (entry) => run(queue, entry),
      () => check?.(queue, input),
    ),
  );
}

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html */
export const sqsOperations = {
  ListQueues: (queues, input) => {
    const { entries, next } = listPage(queues.urls(text(input, "QueueNamePrefix") ?? ""), {
      token: text(input, "NextToken"),
      limit: number(input, "MaxResults"),
      most: 1000,
    });
    return {
      ...(entries.length > 0 && { QueueUrls: entries }),
      ...(next !== undefined && { NextToken: next }),
    };
  },
  ListQueueTags: onQueue(({ settings: { tags } }) => (Object.keys(tags).length === 0 ? {} : { Tags: tags })),
  SendMessage: onQueue(sendMessage),
  SendMessageBatch: onEntries("SendMessageBatchRequestEntry", sendMessage, checkFifoEntries),
  ReceiveMessage: onQueue(receiveMessage),
  DeleteMessage: onQueue(deleteMessage),
  DeleteMessageBatch: onEntries("DeleteMessageBatchRequestEntry", deleteMessage),
  ChangeMessageVisibility: onQueue(changeMessageVisibility),
  ChangeMessageVisibilityBatch: onEntries(
    "ChangeMessageVisibilityBatchRequestEntry",
    changeMessageVisibility,
  ),
  PurgeQueue: onQueue((queue) => {
    queue.purge();
    return {};
  }),
  // The address of the request may be another queue.
  GetQueueUrl: (queues, input) => ({ QueueUrl: queues.named({ QueueName: input.QueueName }).settings.url }),
  GetQueueAttributes: onQueue(getQueueAttributes),
  ListDeadLetterSourceQueues: (queues, input) => {
    const { arn } = queues.named(input).settings;
    // The member has a small letter in the protocol.
    return { queueUrls: queues.sourcesOf(arn).map(({ settings }) => settings.url) };
  },
  StartMessageMoveTask: (queues, input) => queues.moves.start(input),
  ListMessageMoveTasks: (queues, input) => queues.moves.list(input),
  CancelMessageMoveTask: (queues, input) => queues.moves.cancel(input),
} satisfies Record<string, SqsOperation>;
