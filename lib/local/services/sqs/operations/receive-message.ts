import type { Values } from "../../../model/model";
import { number } from "../../../model/values";
import { ServiceError } from "../../contract/define-service";
import { md5, md5OfAttributes, receivedAttributes } from "../message-format";
import type { LocalQueue, Message } from "../queue";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
export async function receiveMessage(queue: LocalQueue, input: Values): Promise<object> {
  const limit = number(input, "MaxNumberOfMessages") ?? 1;
  if (limit < 1 || limit > 10) {
    throw new ServiceError("InvalidParameterValue", "MaxNumberOfMessages must be between 1 and 10.");
  }
  const wait = number(input, "WaitTimeSeconds") ?? 0;
  const messages = await queue.receiveWithin(limit, wait, number(input, "VisibilityTimeout"));
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
