import type { Values } from "../../../model/resources/model";
import { text } from "../../../model/resources/values";
import { ServiceError } from "../contract/define-service";

/** Sources: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecord.html, .../API_PutRecords.html */
const limits = {
  recordBytes: 10 * 1024 * 1024,
  requestBytes: 10 * 1024 * 1024,
  records: 500,
  keyLength: 256,
} as const;

function invalid(value: string, member: string, problem: string): ServiceError {
  return new ServiceError(
    "ValidationException",
    `1 validation error detected: Value${value} at '${member}' failed to satisfy constraint: ${problem}`,
  );
}

const dataBytes = (record: Values): number => Buffer.from(text(record, "Data") ?? "", "base64").length;

/** @param path - of the record in the request: `records.1.member.` */
export function checkRecord(record: Values, path: string): void {
  const key = text(record, "PartitionKey") ?? "";
  if (key === "") {
    throw invalid(" ''", `${path}partitionKey`, "Member must have length greater than or equal to 1");
  }
  if (key.length > limits.keyLength) {
    throw invalid(
      ` '${key}'`,
      `${path}partitionKey`,
      `Member must have length less than or equal to ${limits.keyLength}`,
    );
  }
  if (dataBytes(record) > limits.recordBytes) {
    throw invalid("", `${path}data`, `Member must have length less than or equal to ${limits.recordBytes}`);
  }
}

export function checkRecords(records: readonly Values[]): void {
  if (records.length < 1) {
    throw invalid(" '[]'", "records", "Member must have length greater than or equal to 1");
  }
  if (records.length > limits.records) {
    throw invalid("", "records", `Member must have length less than or equal to ${limits.records}`);
  }
  for (const [index, record] of records.entries()) checkRecord(record, `records.${index + 1}.member.`);
  const bytes = records.reduce(
    (sum, each) => sum + dataBytes(each) + Buffer.byteLength(text(each, "PartitionKey") ?? ""),
    0,
  );
  if (bytes <= limits.requestBytes) return;
  throw new ServiceError(
    "InvalidArgumentException",
    `Records size exceeds ${limits.requestBytes} bytes: ${bytes}.`,
  );
}
