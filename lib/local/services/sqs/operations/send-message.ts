import { text, type Values } from "../../../../model";
import { isXmlText } from "../../../wire/escape-xml";
import { ServiceError } from "../../contract/define-service";
import { traceHeaderOf } from "../../contract/request-trace";
import { numberIn } from "../limits";
import { bytesOfAttributes, givenAttributes, givenSystemAttributes } from "../message-attributes";
import { md5, md5OfAttributes } from "../message-format";
import type { LocalQueue } from "../queue";
import type { QueueSettings } from "../settings";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
export function sendMessage(queue: LocalQueue, input: Values): object {
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
export function missingFifoField(
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

function invalid(message: string): ServiceError {
  return new ServiceError("InvalidParameterValue", message);
}
