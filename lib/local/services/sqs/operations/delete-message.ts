import type { Values } from "../../../model/model";
import { text } from "../../../model/values";
import type { LocalQueue } from "../queue";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessage.html */
export function deleteMessage(queue: LocalQueue, input: Values): object {
  // Like SQS, succeed when the message has been deleted already.
  queue.delete(text(input, "ReceiptHandle") ?? "");
  return {};
}
