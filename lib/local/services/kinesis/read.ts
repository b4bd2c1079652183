import type { Values } from "../../model/model";
import { isValues, number, text } from "../../model/values";
import type { StreamRecord } from "../consumers/record-stream";
import { iteratorLifetimeMs, iteratorText, readIterator, startPosition } from "../consumers/shard-iterators";
import { ServiceError } from "../contract/define-service";
import type { KinesisStreams, LocalKinesisStream, Shard } from "./streams";

/** Source: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_GetRecords.html */
const mostRecords = 10_000;

/** A shard as the API describes it. */
export function describeShard({ id, firstHash, lastHash, records }: Shard): object {
  return {
    ShardId: id,
    HashKeyRange: { StartingHashKey: String(firstHash), EndingHashKey: String(lastHash) },
    SequenceNumberRange: {
      StartingSequenceNumber:
        records.bounds.oldest?.sequenceNumber ?? "49590338271490256608559692538361571095921575989130000000",
    },
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
  const shard = requireShard(stream, text(input, "ShardId"));
  const position = startPosition(shard.records, input);
  if (position === undefined) {
    throw new ServiceError(
      "InvalidArgumentException",
      "The ShardIteratorType is not valid, or the shard has no record with the StartingSequenceNumber.",
    );
  }
  return {
    ShardIterator: iteratorText({ streamArn: stream.arn, shardId: shard.id, position, at: streams.now }),
  };
}

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
  const { records } = requireShard(stream, iterator.shardId);
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

function requireShard({ name, shards }: LocalKinesisStream, id: string | undefined): Shard {
  const shard = shards.find((each) => each.id === id);
  if (shard !== undefined) return shard;
  throw new ServiceError("ResourceNotFoundException", `Shard ${id} in stream ${name} does not exist`);
}
