import type { Values } from "../../../model/model";
import { isValues, text } from "../../../model/values";
import { ServiceError } from "../../contract/define-service";
import { numberIn } from "../limits";
import { md5, md5OfAttributes } from "../message-format";
import type { LocalQueue, NewMessage } from "../queue";

const mostAttributes = 10;

/** Refuses a parameter that queues of this type do not have. */
function refuseHere(name: string, value: string | number): never {
  throw new ServiceError(
    "InvalidParameterValue",
    `Value ${value} for parameter ${name} is invalid. Reason: The request includes a parameter that is not valid for this queue type.`,
  );
}

/** Names, types and values of attributes count towards the size of a message. */
function bytesOf(attributes: Values | undefined): number {
  return Object.entries(attributes ?? {}).reduce((sum, [name, given]) => {
    const { DataType = "", StringValue = "", BinaryValue = "" } = isValues(given) ? given : {};
    const texts = [name, String(DataType), String(StringValue)];
    const bytes = texts.reduce((all, each) => all + Buffer.byteLength(each), 0);
    return sum + bytes + Buffer.byteLength(String(BinaryValue), "base64");
  }, 0);
}

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
  const attributes = isValues(input.MessageAttributes) ? input.MessageAttributes : undefined;
  const count = Object.keys(attributes ?? {}).length;
  if (count > mostAttributes)
    throw new ServiceError(
      "InvalidParameterValue",
      `Number of message attributes [${count}] exceeds the allowed maximum [${mostAttributes}].`,
    );
  if (Buffer.byteLength(body) + bytesOf(attributes) > maxMessageBytes) {
    throw new ServiceError(
      "InvalidParameterValue",
      `One or more parameters are invalid. Reason: Message must be shorter than ${maxMessageBytes} bytes.`,
    );
  }
  if (!fifo && deduplicationId !== undefined) refuseHere("MessageDeduplicationId", deduplicationId);
  const delay = numberIn(input, "DelaySeconds");
  if (fifo && delay !== undefined && delay > 0) refuseHere("DelaySeconds", delay);
  if (fifo && groupId === undefined)
    throw new ServiceError("MissingParameter", "The request must contain the parameter MessageGroupId.");
  if (fifo && deduplicationId === undefined && !contentBasedDeduplication) {
    throw new ServiceError(
      "InvalidParameterValue",
      `The queue ${name} should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly`,
    );
  }
  const message: NewMessage = {
    body,
    attributes,
    groupId,
    deduplicationId,
    delaySeconds: delay,
  };
  const { id, sequenceNumber } = queue.send(message);
  return {
    MessageId: id,
    MD5OfMessageBody: md5(body),
    ...(attributes !== undefined && { MD5OfMessageAttributes: md5OfAttributes(attributes) }),
    ...(fifo && { SequenceNumber: sequenceNumber }),
  };
}
