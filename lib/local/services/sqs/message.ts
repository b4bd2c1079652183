import { createHash, randomUUID } from "node:crypto";
import { block, isValues, text, textMap, type Values } from "../../../model";
import { localUserId } from "../../wire/local-credentials";
import { isXmlText } from "../../wire/xml";
import { ServiceError } from "../contract/define-service";

/** A message to send. */
export interface NewMessage {
  readonly body: string;
  /** As SQS writes them: `{ name: { DataType, StringValue } }`. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly groupId?: string;
  readonly deduplicationId?: string;
  readonly delaySeconds?: number;
  /** The header of X-Ray that the sender has added. */
  readonly traceHeader?: string | undefined;
  /** The facts that caused the message. @default - those of the running code */
  readonly causes?: readonly string[] | undefined;
}

/** A message in a queue. */
export interface Message extends NewMessage {
  readonly id: string;
  /** Undefined in a standard queue. */
  readonly sequenceNumber: string | undefined;
  readonly sentAt: number;
  /** The queue that a dead letter comes from. */
  readonly sourceArn?: string | undefined;
  firstReceivedAt: number | undefined;
  receiveCount: number;
  /** The message can be received from this time on. */
  visibleAt: number;
  /** The receipt handle of the last reception. */
  receipt: string | undefined;
}

const form = /^[\da-f-]{36} (\S+) ([\da-f-]{36})$/;

/** The receipt handle of one reception. It names the message, so that earlier handles of the message are valid, too. */
export function newReceipt(queueArn: string, messageId: string): string {
  return Buffer.from(`${randomUUID()} ${queueArn} ${messageId}`).toString("base64");
}

/** The id of the message that a receipt handle of a queue names; undefined for a handle of another queue. */
export function messageIdIn(receipt: string, queueArn: string): string | undefined {
  const [, arn, id] = form.exec(textOf(receipt)) ?? [];
  return arn === queueArn ? id : undefined;
}

/** Refuses a text that cannot be a receipt handle of this machine. Source: .../APIReference/API_DeleteMessage.html */
export function checkReceipt(receipt: string): void {
  if (form.test(textOf(receipt))) return;
  throw new ServiceError(
    "ReceiptHandleIsInvalid",
    `The input receipt handle "${receipt.slice(0, 200)}" is not a valid receipt handle.`,
    404,
  );
}

/** The refusal of a receipt handle that was valid. */
export function staleReceipt(receipt: string, reason: string): ServiceError {
  return invalid(`Value ${receipt} for parameter ReceiptHandle is invalid. Reason: ${reason}`);
}

const textOf = (receipt: string): string => Buffer.from(receipt, "base64").toString("utf8");

const mostAttributes = 10;

/** The refusal of a value. */
export const invalid = (message: string): ServiceError => new ServiceError("InvalidParameterValue", message);

/**
 * The attributes that a request gives to a message; undefined for none. Throws when SQS does not take them.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function givenAttributes(input: Values): Values | undefined {
  const { MessageAttributes: attributes } = input;
  if (!isValues(attributes)) return undefined;
  const names = Object.keys(attributes);
  if (names.length === 0) return undefined;
  if (names.length > mostAttributes) {
    throw invalid(
      `Number of message attributes [${names.length}] exceeds the allowed maximum [${mostAttributes}].`,
    );
  }
  for (const [name, value] of Object.entries(attributes)) checkAttribute(name, isValues(value) ? value : {});
  return attributes;
}

/** The system attributes that a request gives; undefined for none. Only the trace header is one. */
export function givenSystemAttributes(input: Values): Values | undefined {
  const trace = block(block(input, "MessageSystemAttributes") ?? {}, "AWSTraceHeader");
  return trace && { AWSTraceHeader: trace };
}

/** Letters and digits are those of all alphabets. */
const nameForm = /^(?!.*\.\.)(?!(?:aws|amazon)\.)[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,255}$/iu;

function checkAttribute(name: string, value: Values): void {
  if (!nameForm.test(name) || name.endsWith(".")) {
    throw invalid(
      "Message (user) attribute name can contain the characters A-Z, a-z, 0-9, underscore (_), hyphen (-), and period (.). It must not start with AWS. or Amazon., nor start or end with a period.",
    );
  }
  const type = text(value, "DataType") ?? "";
  if (type === "")
    throw invalid(`The message attribute '${name}' must contain a non-empty message attribute type.`);
  const [base = ""] = type.split(".");
  if (!["String", "Number", "Binary"].includes(base)) {
    throw invalid(
      `The message attribute '${name}' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.`,
    );
  }
  if (type.length > mostTypeLength) {
    throw invalid(
      `Length of message attribute type must be less than ${mostTypeLength}. The type of message attribute '${name}' is invalid.`,
    );
  }
  const content = text(value, base === "Binary" ? "BinaryValue" : "StringValue") ?? "";
  if (content === "") {
    throw invalid(`Message (user) attribute '${name}' must contain a non-empty value of type '${base}'.`);
  }
  if (!isXmlText(content)) {
    throw invalid(`Invalid characters found in the value of message (user) attribute '${name}'.`);
  }
  if (base === "Number" && !(content.trim() !== "" && Number.isFinite(Number(content)))) {
    throw invalid(`Can't cast the value of message (user) attribute '${name}' to a number.`);
  }
}

const mostTypeLength = 256;

/** The size of attributes: names, types and values count. */
export function bytesOfAttributes(attributes: Values = {}): number {
  const sizes = Object.entries(attributes).map(([name, value]) => {
    const { DataType = "", StringValue = "", BinaryValue = "" } = isValues(value) ? value : {};
    const binary = Buffer.from(String(BinaryValue), "base64").length;
    return Buffer.byteLength(name) + Buffer.byteLength(`${DataType}${StringValue}`) + binary;
  });
  return sizes.reduce((sum, each) => sum + each, 0);
}

/** The attributes of a message that a request wants: `All`, `price`, or `shop.*` for those that begin so. */
export function wantedAttributes(attributes: Values = {}, names: readonly string[]): Values | undefined {
  const isWanted = (attribute: string): boolean =>
    names.some((name) => {
      if (name === "All" || name === ".*" || name === "*") return true;
      return name.endsWith(".*") ? attribute.startsWith(name.slice(0, -2)) : attribute === name;
    });
  const wanted = Object.entries(attributes).filter(([name]) => isWanted(name));
  return wanted.length === 0 ? undefined : Object.fromEntries(wanted);
}

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
