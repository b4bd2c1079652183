/**
 * Codes of errors in both protocols, by the code that the operations throw.
 *
 * Source: recorded by https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.snapshot.json)
 */
const jsonCodes: ReadonlyMap<string, string> = new Map([
  ["InvalidParameterValue", "InvalidParameterValueException"],
  ["MissingParameter", "MissingRequiredParameterException"],
]);

/** The code of an error in the JSON protocol. */
export function jsonCodeOf(code: string): string {
  return jsonCodes.get(code) ?? code;
}

/** The code of an error in the query protocol. */
export function queryCodeOf(code: string): string {
  if (code === "QueueDoesNotExist") return "AWS.SimpleQueueService.NonExistentQueue";
  return longCodes.has(code) ? `AWS.SimpleQueueService.${code}` : code;
}

const longCodes: ReadonlySet<string> = new Set([
  "BatchEntryIdsNotDistinct",
  "BatchRequestTooLong",
  "EmptyBatchRequest",
  "InvalidBatchEntryId",
  "MessageNotInflight",
  "PurgeQueueInProgress",
  "TooManyEntriesInBatchRequest",
  "UnsupportedOperation",
]);
