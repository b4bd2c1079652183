import type { Values } from "../../../model/model";
import { isValues, text } from "../../../model/values";
import { ServiceError } from "../../contract/define-service";
import { numberIn } from "../limits";
import { md5, md5OfAttributes } from "../message-format";
import type { LocalQueue, NewMessage } from "../queue";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
export function sendMessage(queue: LocalQueue, input: Values): object {
  const { fifo, contentBasedDeduplication, maxMessageBytes, name } = queue.settings;
  const body = text(input, "MessageBody") ?? "";
  const groupId = text(input, "MessageGroupId");
  const deduplicationId = text(input, "MessageDeduplicationId");
  if (body === "")
    throw new ServiceError("MissingParameter", "The request must contain the parameter MessageBody.");
  if (Buffer.byteLength(body) > maxMessageBytes) {
    throw new ServiceError(
      "InvalidParameterValue",
      `One or more parameters are invalid. Reason: Message must be shorter than ${maxMessageBytes} bytes.`,
    );
  }
  if (fifo && groupId === undefined)
    throw new ServiceError("MissingParameter", "The request must contain the parameter MessageGroupId.");
  if (fifo && deduplicationId === undefined && !contentBasedDeduplication) {
    throw new ServiceError(
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
    delaySeconds: numberIn(input, "DelaySeconds"),
  };
  const { id, sequenceNumber } = queue.send(message);
  return {
    MessageId: id,
    MD5OfMessageBody: md5(body),
    ...(attributes !== undefined && { MD5OfMessageAttributes: md5OfAttributes(attributes) }),
    ...(fifo && { SequenceNumber: sequenceNumber }),
  };
}
