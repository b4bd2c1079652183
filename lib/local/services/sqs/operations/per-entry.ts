import type { Values } from "../../../model/model";
import { isValues, text } from "../../../model/values";
import { ServiceError } from "../../contract/define-service";

/** Runs an operation for each entry of a batch; each entry succeeds or fails on its own. */
export function perEntry(input: Values, run: (entry: Values) => object): object {
  const entries = Array.isArray(input.Entries) ? input.Entries.filter(isValues) : [];
  if (entries.length === 0)
    throw new ServiceError("AWS.SimpleQueueService.EmptyBatchRequest", "The batch request has no entries.");
  if (entries.length > 10)
    throw new ServiceError(
      "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
      "The batch request has more than 10 entries.",
    );
  const ids = entries.map((entry) => text(entry, "Id") ?? "");
  if (!ids.every((id) => /^[\w-]{1,80}$/.test(id)))
    throw new ServiceError(
      "AWS.SimpleQueueService.InvalidBatchEntryId",
      "A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.",
    );
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated !== undefined)
    throw new ServiceError("AWS.SimpleQueueService.BatchEntryIdsNotDistinct", `Id ${repeated} repeated.`);
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
