import { number, text, type Values } from "../../../../model";
import type { Operation } from "../../contract/define-service";
import { listPage } from "../../contract/page";
import type { LocalQueue } from "../queue";
import type { SqsQueues } from "../queues";
import { changeMessageVisibility } from "./change-message-visibility";
import { deleteMessage } from "./delete-message";
import { getQueueAttributes } from "./get-queue-attributes";
import { checkFifoEntries, perEntry } from "./per-entry";
import { receiveMessage } from "./receive-message";
import { sendMessage } from "./send-message";

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
