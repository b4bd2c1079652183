import { text, type Values } from "../../../../model";
import type { LocalQueue } from "../queue";
import { checkReceipt, staleReceipt } from "../receipts";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessage.html */
export function deleteMessage(queue: LocalQueue, input: Values): object {
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
