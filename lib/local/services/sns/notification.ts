import { jsonOf } from "../../../facts/text/json";
import type { Delivery } from "../contract/service";
import type { Publication } from "./publication";

interface NotificationIds {
  readonly messageId: string;
  /** Undefined for a standard topic. */
  readonly sequenceNumber: string | undefined;
  /** ARN of the subscription. */
  readonly subscription: string;
  /** The version that the topic has for queues; functions get version 1, as recorded in test/local/recorded/sns/publish.json. */
  readonly signatureVersion: string;
}

/** Source: https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
export function notificationOf(
  publication: Publication,
  protocol: string,
  { messageId, sequenceNumber, subscription, signatureVersion }: NotificationIds,
  nowMs: number,
) {
  const { topicArn, subject, attributes } = publication;
  return {
    Type: "Notification",
    MessageId: messageId,
    SequenceNumber: sequenceNumber,
    TopicArn: topicArn,
    Subject: subject ?? null,
    Message: textFor(publication, protocol),
    Timestamp: new Date(nowMs).toISOString(),
    SignatureVersion: protocol === "lambda" ? "1" : signatureVersion,
    Signature: "local",
    SigningCertUrl: "https://sns.local/cert.pem",
    UnsubscribeUrl: `https://sns.local/?Action=Unsubscribe&SubscriptionArn=${subscription}`,
    MessageAttributes: attributes,
    subscription,
  };
}

/** A notification, with the ARN of its subscription. */
export type TopicNotification = ReturnType<typeof notificationOf>;

/** The body that a subscriber receives. */
export function bodyFor(
  protocol: string,
  { subscription, ...sns }: TopicNotification,
  { attributes }: Publication,
  isRaw: boolean,
): Pick<Delivery, "body" | "attributes"> {
  if (protocol === "lambda") {
    const record = {
      EventSource: "aws:sns",
      EventVersion: "1.0",
      EventSubscriptionArn: subscription,
      Sns: sns,
    };
    return { body: JSON.stringify({ Records: [record] }) };
  }
  if (isRaw) {
    const written = Object.entries(attributes).map(([name, { Type, Value }]) => [
      name,
      Type.startsWith("Binary")
        ? { DataType: Type, BinaryValue: Value }
        : { DataType: Type, StringValue: Value },
    ]);
    return { body: sns.Message, ...(written.length > 0 && { attributes: Object.fromEntries(written) }) };
  }
  const { Subject, Signature, SignatureVersion, SigningCertUrl, UnsubscribeUrl, MessageAttributes, ...rest } =
    sns;
  const envelope = {
    ...rest,
    ...(Subject !== null && { Subject }),
    // Messages of a FIFO topic have no signature.
    ...(sns.SequenceNumber === undefined && { SignatureVersion, Signature, SigningCertURL: SigningCertUrl }),
    UnsubscribeURL: UnsubscribeUrl,
    ...(Object.keys(MessageAttributes).length > 0 && { MessageAttributes }),
  };
  return { body: JSON.stringify(envelope) };
}

function textFor({ message, isStructured }: Publication, protocol: string): string {
  if (!isStructured) return message;
  const texts = Object(jsonOf(message)) as Readonly<Record<string, string>>;
  return texts[protocol] ?? texts.default ?? "";
}
