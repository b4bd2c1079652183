import { texts, type Values } from "../../../../model";
import { numberIn } from "../limits";
import type { Message } from "../message";
import { wantedAttributes } from "../message-attributes";
import { md5, md5OfAttributes, receivedAttributes } from "../message-format";
import type { LocalQueue } from "../queue";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
export async function receiveMessage(queue: LocalQueue, input: Values): Promise<object> {
  const limit = numberIn(input, "MaxNumberOfMessages") ?? 1;
  const wait = numberIn(input, "WaitTimeSeconds") ?? queue.settings.waitSeconds;
  const messages = await queue.receiveWithin(limit, wait, numberIn(input, "VisibilityTimeout"));
  return messages.length === 0 ? {} : { Messages: messages.map((message) => received(message, input)) };
}

/** Attributes come only to those who ask for them. */
function received(message: Message, input: Values): object {
  const { id, receipt, body } = message;
  const given = texts(input, "MessageSystemAttributeNames");
  // The list with the older name counts where the other is empty.
  const systemNames = given.length > 0 ? given : texts(input, "AttributeNames");
  const system = Object.entries(receivedAttributes(message)).filter(
    ([name]) => systemNames.includes("All") || systemNames.includes(name),
  );
  const attributes = wantedAttributes(message.attributes, texts(input, "MessageAttributeNames"));
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: md5(body),
    ...(system.length > 0 && { Attributes: Object.fromEntries(system) }),
    ...(attributes !== undefined && {
      MessageAttributes: attributes,
      MD5OfMessageAttributes: md5OfAttributes(attributes),
    }),
  };
}
