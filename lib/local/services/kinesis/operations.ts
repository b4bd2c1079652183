import { isValues, number, text, type Values } from "../../../model";
import { type Operation, ServiceError } from "../contract/define-service";
import { listPage } from "../contract/page";
import { describeShard, describeStream, getRecords, getShardIterator, summaryOf } from "./read";
import type { KinesisStreams } from "./streams";

/** Source: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_Operations.html */
export const kinesisOperations = {
  PutRecord: (streams, input) => {
    const stream = streams.named(input);
    checkRecord(input, "");
    return streams.put(stream, input);
  },

  PutRecords: (streams, input) => {
    const stream = streams.named(input);
    const records = Array.isArray(input.Records) ? input.Records.filter(isValues) : [];
    checkRecords(records);
    return { FailedRecordCount: 0, Records: records.map((record) => streams.put(stream, record)) };
  },

  ListStreams: (streams, input) => {
    const after = text(input, "ExclusiveStartStreamName") ?? "";
    const all = [...streams.all]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .filter(({ name }) => name > after);
    const [token, limit] = [text(input, "NextToken"), number(input, "Limit")];
    const { entries, next } = listPage(all, { token, limit, most: 100, code: "ExpiredNextTokenException" });
    return {
      StreamNames: entries.map(({ name }) => name),
      HasMoreStreams: next !== undefined,
      NextToken: next,
      StreamSummaries: entries.map(summaryOf),
    };
  },

  ListShards: (streams, input) => {
    // A token names its stream, and a request with one may not name another.
    const { stream: given, token } = shardsToken(text(input, "NextToken"));
    const stream = streams.named(given === undefined ? input : { StreamName: given });
    const after = text(input, "ExclusiveStartShardId") ?? "";
    const { entries, next } = listPage(
      stream.shards.filter(({ id }) => id > after),
      { token, limit: number(input, "MaxResults"), most: 1000, code: "ExpiredNextTokenException" },
    );
    return {
      Shards: entries.map(describeShard),
      NextToken: next === undefined ? undefined : `${stream.name}/${next}`,
    };
  },

  ListTagsForStream: (streams, input) => ({
    Tags: Object.entries(streams.named(input).tags).map(([Key, Value]) => ({ Key, Value })),
    HasMoreTags: false,
  }),

  DescribeStream: (streams, input) => {
    const stream = streams.named(input);
    const Shards = stream.shards.map(describeShard);
    return { StreamDescription: { ...describeStream(stream), Shards, HasMoreShards: false } };
  },

  DescribeStreamSummary: (streams, input) => {
    const stream = streams.named(input);
    const OpenShardCount = stream.shards.length;
    return { StreamDescriptionSummary: { ...describeStream(stream), OpenShardCount, ConsumerCount: 0 } };
  },

  GetShardIterator: getShardIterator,
  GetRecords: getRecords,
} satisfies Record<string, Operation<KinesisStreams, Values, object>>;

/** The parts of the token for the next shards. */
function shardsToken(given: string | undefined): {
  readonly stream?: string;
  readonly token: string | undefined;
} {
  const slash = given?.indexOf("/") ?? -1;
  if (given === undefined || slash === -1) return { token: given };
  return { stream: given.slice(0, slash), token: given.slice(slash + 1) };
}

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
function checkRecord(record: Values, path: string): void {
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

function checkRecords(records: readonly Values[]): void {
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
