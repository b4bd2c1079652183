import type { Values } from "../../../model/model";
import { block, text } from "../../../model/values";
import { ServiceError } from "../../contract/define-service";
import { numberIn } from "../limits";
import { bytesOfAttributes, givenAttributes } from "../message-attributes";
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
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(body))
    throw new ServiceError(
      "InvalidMessageContents",
      "Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF",
    );
  const attributes = givenAttributes(input);
  if (Buffer.byteLength(body) + bytesOfAttributes(attributes) > maxMessageBytes) {
    throw new ServiceError(
      "InvalidParameterValue",
      `One or more parameters are invalid. Reason: Message must be shorter than ${maxMessageBytes} bytes.`,
    );
  }
  const delaySeconds = numberIn(input, "DelaySeconds");
  if (fifo && delaySeconds !== undefined && delaySeconds > 0) throw otherType("DelaySeconds", delaySeconds);
  if (!fifo && deduplicationId !== undefined) throw otherType("MessageDeduplicationId", deduplicationId);
  if (fifo && groupId === undefined)
    throw new ServiceError("MissingParameter", "The request must contain the parameter MessageGroupId.");
  if (fifo && deduplicationId === undefined && !contentBasedDeduplication) {
    throw new ServiceError(
      "InvalidParameterValue",
      `The queue ${name} should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly`,
    );
  }
  const traceHeader = text(
    block(block(input, "MessageSystemAttributes") ?? {}, "AWSTraceHeader") ?? {},
    "StringValue",
  );
  const message: NewMessage = {
    body,
    attributes,
    groupId,
    deduplicationId,
    delaySeconds,
    traceHeader,
  };
  const { id, sequenceNumber } = queue.send(message);
  return {
    MessageId: id,
    MD5OfMessageBody: md5(body),
    ...(attributes !== undefined && { MD5OfMessageAttributes: md5OfAttributes(attributes) }),
    ...(fifo && { SequenceNumber: sequenceNumber }),
  };
}

/** A parameter that only queues of the other type take. */
function otherType(name: string, value: string | number): ServiceError {
  return new ServiceError(
    "InvalidParameterValue",
    `Value ${value} for parameter ${name} is invalid. Reason: The request includes a parameter that is not valid for this queue type.`,
  );
}
