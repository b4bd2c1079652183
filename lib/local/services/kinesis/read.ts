import { isValues, number, text, type Values } from "../../../model";
import type { RecordStream, StreamRecord } from "../consumers/record-stream";
import { iteratorLifetimeMs, iteratorText, readIterator, startPosition } from "../consumers/shard-iterators";
import { ServiceError } from "../contract/define-service";
import { type KinesisStreams, type LocalKinesisStream, type Shard, startingSequenceNumber } from "./streams";

/** Source: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_GetRecords.html */
const mostRecords = 10_000;

/** A shard as the API describes it. */
export function describeShard({ id, firstHash, lastHash }: Shard): object {
  return {
    ShardId: id,
    HashKeyRange: { StartingHashKey: String(firstHash), EndingHashKey: String(lastHash) },
    SequenceNumberRange: { StartingSequenceNumber: startingSequenceNumber },
  };
}

/** A stream in a list. */
export function summaryOf({ name, arn, createdAt, mode }: LocalKinesisStream): object {
  return {
    StreamName: name,
    StreamARN: arn,
    StreamStatus: "ACTIVE",
    StreamModeDetails: { StreamMode: mode },
    StreamCreationTimestamp: createdAt / 1000,
  };
}

/** The common part of the two descriptions of a stream. */
export function describeStream({ name, arn, createdAt, retentionHours, mode }: LocalKinesisStream) {
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

export function getShardIterator(streams: KinesisStreams, input: Values): object {
  const stream = streams.named(input);
  const shard = requireShard(streams, stream, text(input, "ShardId"));
  checkPlace(input, streams.now);
  const position =
    startPosition(shard.records, input) ?? oldestFor(shard.records, text(input, "StartingSequenceNumber"));
  if (position === undefined) {
    throw invalid(
      `StartingSequenceNumber ${text(input, "StartingSequenceNumber")} used in GetShardIterator on shard ${shard.id} in stream ${stream.name} under account ${streams.account} is invalid.`,
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
    throw new ServiceError(
      "ValidationException",
      `1 validation error detected: Value '${type}' at 'shardIteratorType' failed to satisfy constraint: Member must satisfy enum value set: [${iteratorTypes.join(", ")}]`,
    );
  }
  const isOfNumber = type === "AT_SEQUENCE_NUMBER" || type === "AFTER_SEQUENCE_NUMBER";
  const hasNumber = text(input, "StartingSequenceNumber") !== undefined;
  if (isOfNumber !== hasNumber && type !== "AT_TIMESTAMP") {
    const given = hasNumber ? "also a" : "no";
    throw invalid(
      `Must either specify (1) AT_SEQUENCE_NUMBER or AFTER_SEQUENCE_NUMBER and StartingSequenceNumber or (2) TRIM_HORIZON or LATEST and no StartingSequenceNumber. Request specified ${type} and ${given} StartingSequenceNumber.`,
    );
  }
  if (type !== "AT_TIMESTAMP") return;
  const seconds = number(input, "Timestamp");
  if (seconds === undefined)
    throw invalid(
      "Must specify timestampInMillis parameter for iterator of type AT_TIMESTAMP. Current request has no timestamp parameter.",
    );
  if (1000 * seconds > nowMs)
    throw invalid(
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

const invalid = (message: string) => new ServiceError("InvalidArgumentException", message);

export function getRecords(streams: KinesisStreams, input: Values): object {
  const iterator = readIterator(text(input, "ShardIterator") ?? "");
  const stream = iterator && streams.byArn(iterator.streamArn);
  if (iterator === undefined || stream === undefined) {
    throw new ServiceError("InvalidArgumentException", "Invalid ShardIterator.");
  }
  if (streams.now - iterator.at > iteratorLifetimeMs) {
    throw new ServiceError(
      "ExpiredIteratorException",
      "Iterator expired. The iterator was created more than 5 minutes ago.",
    );
  }
  const limit = number(input, "Limit") ?? mostRecords;
  if (limit < 1 || limit > mostRecords) {
    throw new ServiceError("InvalidArgumentException", `Limit must be between 1 and ${mostRecords}.`);
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
  { account }: KinesisStreams,
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
