import { text, type Values } from "../../../model";
import type { AccessOf } from "../contract/define-service";
import type { sqsOperations } from "./operations";
import type { SqsQueues } from "./queues";

type SqsAccess = AccessOf<SqsQueues, Values>;

/** The permission of one action on the queue that the input names. */
const onQueue =
  (action: string): SqsAccess =>
  (input, arn) => {
    const name = text(input, "QueueUrl")?.split("/").at(-1) ?? text(input, "QueueName") ?? "";
    return [{ action: `sqs:${action}`, resource: arn("sqs", name) }];
  };

/**
 * Batches need the permission of their single operation.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html
 */
export const sqsAccess = {
  ListQueues: () => [{ action: "sqs:ListQueues", resource: "*" }],
  ListQueueTags: onQueue("ListQueueTags"),
  SendMessage: onQueue("SendMessage"),
  SendMessageBatch: onQueue("SendMessage"),
  ReceiveMessage: onQueue("ReceiveMessage"),
  DeleteMessage: onQueue("DeleteMessage"),
  DeleteMessageBatch: onQueue("DeleteMessage"),
  ChangeMessageVisibility: onQueue("ChangeMessageVisibility"),
  ChangeMessageVisibilityBatch: onQueue("ChangeMessageVisibility"),
  PurgeQueue: onQueue("PurgeQueue"),
  GetQueueUrl: onQueue("GetQueueUrl"),
  GetQueueAttributes: onQueue("GetQueueAttributes"),
  ListDeadLetterSourceQueues: onQueue("ListDeadLetterSourceQueues"),
  StartMessageMoveTask: (input) => [
    { action: "sqs:StartMessageMoveTask", resource: text(input, "SourceArn") ?? "*" },
    { action: "sqs:ReceiveMessage", resource: text(input, "SourceArn") ?? "*" },
    { action: "sqs:DeleteMessage", resource: text(input, "SourceArn") ?? "*" },
  ],
  ListMessageMoveTasks: (input) => [
    { action: "sqs:ListMessageMoveTasks", resource: text(input, "SourceArn") ?? "*" },
  ],
  CancelMessageMoveTask: () => [{ action: "sqs:CancelMessageMoveTask", resource: "*" }],
} satisfies Record<keyof typeof sqsOperations, SqsAccess>;
