import type { Values } from "../../../model/model";
import { numberIn } from "../limits";
import { md5, md5OfAttributes, receivedAttributes } from "../message-format";
import type { LocalQueue, Message } from "../queue";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
export async function receiveMessage(queue: LocalQueue, input: Values): Promise<object> {
  const limit = numberIn(input, "MaxNumberOfMessages") ?? 1;
  const wait = numberIn(input, "WaitTimeSeconds") ?? queue.settings.waitSeconds;
  const messages = await queue.receiveWithin(limit, wait, numberIn(input, "VisibilityTimeout"));
  return messages.length === 0 ? {} : { Messages: messages.map(received) };
}

function received(message: Message): object {
  const { id, receipt, body, attributes } = message;
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: md5(body),
    Attributes: receivedAttributes(message),
    ...(attributes !== undefined && {
      MessageAttributes: attributes,
      MD5OfMessageAttributes: md5OfAttributes(attributes),
    }),
  };
}
