import type { Values } from "../../../model/model";
import { text } from "../../../model/values";
import { ServiceError } from "../../contract/define-service";
import { numberIn } from "../limits";
import type { LocalQueue } from "../queue";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html */
export function changeMessageVisibility(queue: LocalQueue, input: Values): object {
  const seconds = numberIn(input, "VisibilityTimeout") ?? 0;
  if (!queue.changeVisibility(text(input, "ReceiptHandle") ?? "", seconds)) {
    throw new ServiceError(
      "InvalidParameterValue",
      "The receipt handle does not belong to a message in flight.",
    );
  }
  return {};
}
