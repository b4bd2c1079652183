import { isValues, number, text, type Values } from "../../../model";
import {
  iteratorLifetimeMs,
  iteratorText,
  type RecordStream,
  readIterator,
  type StreamRecord,
  startPosition,
} from "../consumers/record-stream";
import { type Operation, ServiceError } from "../contract/define-service";
import { tagList } from "../contract/described";
import { listPage } from "../contract/page";
import { detected, oneOf, violation } from "../contract/violations";
import { type KinesisStreams, type LocalKinesisStream, type Shard, startingSequenceNumber } from "./streams";

/** Source: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_GetRecords.html */
const mostRecords = 10_000;

/** A shard as the API describes it. */
function describeShard({ id, firstHash, lastHash }: Shard): object {
  return {
    ShardId: id,
    HashKeyRange: { StartingHashKey: String(firstHash), EndingHashKey: String(lastHash) },
    SequenceNumberRange: { StartingSequenceNumber: startingSequenceNumber },
  };
}

/** A stream in a list. */
function summaryOf({ name, arn, createdAt, mode }: LocalKinesisStream): object {
  return {
    StreamName: name,
    StreamARN: arn,
    StreamStatus: "ACTIVE",
    StreamModeDetails: { StreamMode: mode },
    StreamCreationTimestamp: createdAt / 1000,
  };
}

/** The common part of the two descriptions of a stream. */
function describeStream({ name, arn, createdAt, retentionHours, mode }: LocalKinesisStream) {
  return {
    StreamModeDetails: { StreamMode: mode },
    StreamName: name,
    StreamARN: arn,
    StreamStatus: "ACTIVE",
    RetentionPeriodHours: retentionHours,
    StreamCreationTimestamp: createdAt / 1000,
    EnhancedMonitoring: [{ ShardLevelMetrics: [] }],
    EncryptionType: "NONE",
  };
}

function getShardIterator(streams: KinesisStreams, input: Values): object {
  const stream = streams.named(input);
  const shard = requireShard(streams, stream, text(input, "ShardId"));
  checkPlace(input, streams.now);
  const position =
    startPosition(shard.records, input) ?? oldestFor(shard.records, text(input, "StartingSequenceNumber"));
  if (position === undefined) {
    throw invalidArgument(
      `StartingSequenceNumber ${text(input, "StartingSequenceNumber")} used in GetShardIterator on shard ${shard.id} in stream ${stream.name} under account ${streams.model.account} is invalid.`,
    );
  }
  return {
    ShardIterator: iteratorText({ streamArn: stream.arn, shardId: shard.id, position, at: streams.now }),
  };
}

const iteratorTypes = [
  "AT_SEQUENCE_NUMBER",
  "AFTER_SEQUENCE_NUMBER",
  "TRIM_HORIZON",
  "LATEST",
  "AT_TIMESTAMP",
] as const;

/**
 * Refuses a request that names no place.
 *
 * Source of the words: answers of AWS in https://github.com/mhart/kinesalite (test/getShardIterator.js)
 */
function checkPlace(input: Values, nowMs: number): void {
  const type = text(input, "ShardIteratorType");
  if (!iteratorTypes.some((each) => each === type)) {
    throw invalid("shardIteratorType", String(type), oneOf(iteratorTypes));
  }
  const isOfNumber = type === "AT_SEQUENCE_NUMBER" || type === "AFTER_SEQUENCE_NUMBER";
  const hasNumber = text(input, "StartingSequenceNumber") !== undefined;
  if (isOfNumber !== hasNumber && type !== "AT_TIMESTAMP") {
    const given = hasNumber ? "also a" : "no";
    throw invalidArgument(
      `Must either specify (1) AT_SEQUENCE_NUMBER or AFTER_SEQUENCE_NUMBER and StartingSequenceNumber or (2) TRIM_HORIZON or LATEST and no StartingSequenceNumber. Request specified ${type} and ${given} StartingSequenceNumber.`,
    );
  }
  if (type !== "AT_TIMESTAMP") return;
  const seconds = number(input, "Timestamp");
  if (seconds === undefined)
    throw invalidArgument(
      "Must specify timestampInMillis parameter for iterator of type AT_TIMESTAMP. Current request has no timestamp parameter.",
    );
  if (1000 * seconds > nowMs)
    throw invalidArgument(
      `The timestampInMillis parameter cannot be greater than the currentTimestampInMillis. timestampInMillis: ${1000 * seconds}, currentTimestampInMillis: ${nowMs}`,
    );
}

/** The oldest record, for the number that a shard begins with or that of a record that is gone; undefined for other numbers. */
function oldestFor(records: RecordStream, sequenceNumber = ""): number | undefined {
  if (!/^\d{1,60}$/.test(sequenceNumber) || BigInt(sequenceNumber) < BigInt(startingSequenceNumber))
    return undefined;
  return sequenceNumber === startingSequenceNumber || records.isBefore(sequenceNumber)
    ? records.start
    : undefined;
}

const invalidArgument = (message: string) => new ServiceError("InvalidArgumentException", message);

function getRecords(streams: KinesisStreams, input: Values): object {
  const iterator = readIterator(text(input, "ShardIterator") ?? "");
  const stream = iterator && streams.streams.get(iterator.streamArn);
  if (iterator === undefined || stream === undefined) {
    throw invalidArgument("Invalid ShardIterator.");
  }
  if (streams.now - iterator.at > iteratorLifetimeMs) {
    throw new ServiceError(
      "ExpiredIteratorException",
      "Iterator expired. The iterator was created more than 5 minutes ago.",
    );
  }
  const limit = number(input, "Limit") ?? mostRecords;
  if (limit < 1 || limit > mostRecords) {
    throw invalidArgument(`Limit must be between 1 and ${mostRecords}.`);
  }
  const { records } = requireShard(streams, stream, iterator.shardId);
  const { records: found, next } = records.read(iterator.position, limit);
  const { newest } = records.bounds;
  const last = found.at(-1);
  return {
    Records: found.map(recordOf),
    NextShardIterator: iteratorText({ ...iterator, position: next, at: streams.now }),
    MillisBehindLatest: newest === undefined || last === undefined ? 0 : newest.at - last.at,
  };
}

function recordOf({ record }: StreamRecord): object {
  const { kinesis } = record as { readonly kinesis?: unknown };
  const { data, partitionKey, sequenceNumber, approximateArrivalTimestamp } = isValues(kinesis)
    ? kinesis
    : {};
  return {
    Data: data,
    PartitionKey: partitionKey,
    SequenceNumber: sequenceNumber,
    ApproximateArrivalTimestamp: approximateArrivalTimestamp,
  };
}

function requireShard(
  { model: { account } }: KinesisStreams,
  { name, shards }: LocalKinesisStream,
  id: string | undefined,
): Shard {
  const shard = shards.find((each) => each.id === id);
  if (shard !== undefined) return shard;
  throw new ServiceError(
    "ResourceNotFoundException",
    `Shard ${id} in stream ${name} under account ${account} does not exist`,
  );
}

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
    Tags: tagList(streams.named(input).tags),
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
function shardsToken(given: string | undefined) {
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

const invalid = (...of: Parameters<typeof violation>): ServiceError =>
  new ServiceError("ValidationException", detected(violation(...of)));

const upTo = (most: number): string => `have length less than or equal to ${most}`;

const dataBytes = (record: Values): number => Buffer.from(text(record, "Data") ?? "", "base64").length;

/** @param path - of the record in the request: `records.1.member.` */
function checkRecord(record: Values, path: string): void {
  const key = text(record, "PartitionKey") ?? "";
  if (key === "") {
    throw invalid(`${path}partitionKey`, "", "have length greater than or equal to 1");
  }
  if (key.length > limits.keyLength) {
    throw invalid(`${path}partitionKey`, key, upTo(limits.keyLength));
  }
  if (dataBytes(record) > limits.recordBytes) {
    throw invalid(`${path}data`, undefined, upTo(limits.recordBytes));
  }
}

function checkRecords(records: readonly Values[]): void {
  if (records.length < 1) {
    throw invalid("records", "[]", "have length greater than or equal to 1");
  }
  if (records.length > limits.records) {
    throw invalid("records", undefined, upTo(limits.records));
  }
  for (const [index, record] of records.entries()) checkRecord(record, `records.${index + 1}.member.`);
  const bytes = records.reduce(
    (sum, each) => sum + dataBytes(each) + Buffer.byteLength(text(each, "PartitionKey") ?? ""),
    0,
  );
  if (bytes <= limits.requestBytes) return;
  throw invalidArgument(`Records size exceeds ${limits.requestBytes} bytes: ${bytes}.`);
}
