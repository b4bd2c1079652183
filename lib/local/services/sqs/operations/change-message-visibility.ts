import { text, type Values } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import { numberIn } from "../limits";
import type { LocalQueue } from "../queue";
import { checkReceipt, staleReceipt } from "../receipts";

/**
 * A standard queue takes an earlier receipt handle, and one whose visibility timeout has passed, as recorded by
 * https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.py).
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html
 */
export function changeMessageVisibility(queue: LocalQueue, input: Values): object {
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
