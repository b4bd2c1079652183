import type { Values } from "../../../model/model";
import { isValues, text } from "../../../model/values";
import { ServiceError } from "../../contract/define-service";
import { bytesOfAttributes } from "../message-attributes";

/** Runs an operation for each entry of a batch; each entry succeeds or fails on its own. */
export function perEntry(input: Values, run: (entry: Values) => object): object {
  const entries = Array.isArray(input.Entries) ? input.Entries.filter(isValues) : [];
  if (entries.length === 0) throw new ServiceError("EmptyBatchRequest", "The batch request has no entries.");
  if (entries.length > 10)
    throw new ServiceError("TooManyEntriesInBatchRequest", "The batch request has more than 10 entries.");
  checkIds(entries.map((entry) => text(entry, "Id") ?? ""));
  checkSize(entries);
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    const Id = text(entry, "Id");
    try {
      Successful.push({ Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
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
