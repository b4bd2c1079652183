import { createHash } from "node:crypto";
import { textMap } from "../../../model";
import { localUserId } from "../../wire/local-credentials";
import type { Message } from "./message";

/** The system attributes of a received message. */
export function receivedAttributes(message: Message): Readonly<Record<string, string>> {
  return {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(message.sentAt),
    SenderId: localUserId,
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
    ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
    ...(message.sequenceNumber !== undefined && { SequenceNumber: message.sequenceNumber }),
    ...(message.traceHeader !== undefined && { AWSTraceHeader: message.traceHeader }),
    ...(message.sourceArn !== undefined && { DeadLetterQueueSourceArn: message.sourceArn }),
    ...(message.deduplicationId !== undefined && { MessageDeduplicationId: message.deduplicationId }),
  };
}

export function md5(content: string): string {
  return createHash("md5").update(content).digest("hex");
}

/**
 * The digest that SDKs compare.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function md5OfAttributes(attributes: Readonly<Record<string, unknown>>): string {
  const hash = createHash("md5");
  const add = (bytes: Buffer): void => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of Object.keys(attributes).sort()) {
    const value = textMap(attributes, name);
    const type = value.DataType ?? "String";
    add(Buffer.from(name));
    add(Buffer.from(type));
    const isBinary = type.startsWith("Binary");
    hash.update(Buffer.from([isBinary ? 2 : 1]));
    add(isBinary ? Buffer.from(value.BinaryValue ?? "", "base64") : Buffer.from(value.StringValue ?? ""));
  }
  return hash.digest("hex");
}
