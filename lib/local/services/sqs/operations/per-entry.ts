import { isValues, text, type Values } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import { entryInput } from "../../contract/request-trace";
import { bytesOfAttributes } from "../message-attributes";
import type { LocalQueue } from "../queue";
import { missingFifoField } from "./send-message";

const mostEntries = 10;

/**
 * Runs an operation for each entry of a batch; each entry succeeds or fails on its own.
 *
 * @param element - the name of an entry, for the refusal of an empty batch
 * @param check - refuses a batch as a whole
 */
export function perEntry(
  input: Values,
  element: string,
  run: (entry: Values) => object,
  check: () => void,
): object {
  const entries = entriesIn(input);
  if (entries.length === 0) {
    throw new ServiceError("EmptyBatchRequest", `There should be at least one ${element} in the request.`);
  }
  if (entries.length > mostEntries) {
    throw new ServiceError(
      "TooManyEntriesInBatchRequest",
      `Maximum number of entries per request are ${mostEntries}. You have sent ${entries.length}.`,
    );
  }
  checkIds(entries.map((entry) => text(entry, "Id") ?? ""));
  checkSize(entries);
  check();
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    const Id = text(entry, "Id");
    try {
      Successful.push({ Id, ...run(entryInput(entry, input)) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.code, Message: inBatch(error.message) });
    }
  }
  return { ...(Successful.length > 0 && { Successful }), ...(Failed.length > 0 && { Failed }) };
}

/** Refuses a batch for a FIFO queue if one of its messages lacks what the queue needs of each. */
export function checkFifoEntries({ settings }: LocalQueue, input: Values): void {
  for (const entry of entriesIn(input)) {
    const missing = missingFifoField(settings, entry);
    if (missing !== undefined) throw new ServiceError("InvalidParameterValue", missing.message);
  }
}

function entriesIn({ Entries }: Values): readonly Values[] {
  return Array.isArray(Entries) ? Entries.filter(isValues) : [];
}

/** SQS words the refusal of a message's size in a batch differently. */
function inBatch(message: string): string {
  return message.replace(
    /^One or more parameters are invalid\./,
    "One or more parameters cannot be validated.",
  );
}

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
function checkIds(ids: readonly string[]): void {
  if (!ids.every((id) => /^[\w-]{1,80}$/.test(id))) {
    throw new ServiceError(
      "InvalidBatchEntryId",
      "A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.",
    );
  }
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated === undefined) return;
  throw new ServiceError("BatchEntryIdsNotDistinct", `Id ${repeated} repeated.`);
}

const mostBatchBytes = 1024 * 1024;

function checkSize(entries: readonly Values[]): void {
  const sizes = entries.map((entry) => {
    const attributes = isValues(entry.MessageAttributes) ? entry.MessageAttributes : {};
    return Buffer.byteLength(text(entry, "MessageBody") ?? "") + bytesOfAttributes(attributes);
  });
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  if (bytes <= mostBatchBytes) return;
  throw new ServiceError(
    "BatchRequestTooLong",
    `Batch requests cannot be longer than ${mostBatchBytes} bytes. You have sent ${bytes} bytes.`,
  );
}
