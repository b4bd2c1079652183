import { randomUUID } from "node:crypto";
import { ServiceError } from "../contract/define-service";

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
  return new ServiceError(
    "InvalidParameterValue",
    `Value ${receipt} for parameter ReceiptHandle is invalid. Reason: ${reason}`,
  );
}

const textOf = (receipt: string): string => Buffer.from(receipt, "base64").toString("utf8");
