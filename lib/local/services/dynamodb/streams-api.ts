import type { Values } from "../../model/model";
import { number, text } from "../../model/values";
import {
  iteratorLifetimeMs,
  iteratorText,
  readIterator,
  type ShardIterator,
  startPosition,
} from "../consumers/shard-iterators";
import type { ServiceResponse } from "../contract/service";
import { okResponse, refusal } from "./responses";
import type { LocalTableStream } from "./table-stream";

/** What reads the streams. */
export interface StreamReader {
  readonly streams: readonly LocalTableStream[];
  readonly now: number;
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html */
const mostRecords = 1000;
const mostStreams = 100;

/** The stream of a table has one shard here. */
export const shardId = "shardId-00000000000000000000-00000001";

/**
 * The API of streams, by operation.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
 */
export const streamOperations: Readonly<
  Record<string, (input: Values, reader: StreamReader) => ServiceResponse>
> = {
  ListStreams: (input, { streams }) => {
    const table = text(input, "TableName")?.split("/").at(-1);
    const facts = streams.flatMap((each) => factsOf(each) ?? []);
    const wanted = facts.filter(({ TableName }) => table === undefined || TableName === table);
    const after = text(input, "ExclusiveStartStreamArn");
    const start = after === undefined ? 0 : wanted.findIndex(({ StreamArn }) => StreamArn === after) + 1;
    const limit = number(input, "Limit") ?? mostStreams;
    const Streams = wanted.slice(start, start + limit);
    const hasMore = start + limit < wanted.length;
    return okResponse({ Streams, ...(hasMore && { LastEvaluatedStreamArn: Streams.at(-1)?.StreamArn }) });
  },

  DescribeStream: (input, reader) => {
    const found = findStream(reader, text(input, "StreamArn"));
    const facts = found && factsOf(found);
    if (found === undefined || facts === undefined) return noStream(input);
    const { oldest } = found.stream.bounds;
    const { keys, stream } = found.settings;
    return okResponse({
      StreamDescription: {
        ...facts,
        StreamStatus: "ENABLED",
        StreamViewType: stream?.viewType,
        CreationRequestDateTime: found.createdAt / 1000,
        KeySchema: keys.map((AttributeName, index) => ({
          AttributeName,
          KeyType: index === 0 ? "HASH" : "RANGE",
        })),
        Shards: [
          {
            ShardId: shardId,
            SequenceNumberRange: {
              StartingSequenceNumber: oldest?.sequenceNumber ?? found.nextSequenceNumber,
            },
          },
        ],
      },
    });
  },

  GetShardIterator: (input, reader) => {
    const found = findStream(reader, text(input, "StreamArn"));
    if (found === undefined || text(input, "ShardId") !== shardId) return noStream(input);
    const position = startPosition(found.stream, input);
    if (position === undefined) {
      return refusal("ValidationException", "The ShardIteratorType or the SequenceNumber is not valid.");
    }
    return okResponse({ ShardIterator: iteratorOf(found, position, reader) });
  },

  GetRecords: (input, reader) => {
    const iterator = iteratorIn(input);
    const found = findStream(reader, iterator?.streamArn);
    if (iterator === undefined) return refusal("ValidationException", "Invalid ShardIterator");
    if (found === undefined) return noStream({ StreamArn: iterator.streamArn });
    if (reader.now - iterator.at > iteratorLifetimeMs * 3) {
      return refusal(
        "ExpiredIteratorException",
        "Iterator expired. The iterator was created more than 15 minutes ago.",
      );
    }
    if (iterator.position < found.stream.start) {
      return refusal(
        "TrimmedDataAccessException",
        "Attempt to access trimmed data: the records are older than 24 hours.",
      );
    }
    const limit = Math.min(number(input, "Limit") ?? mostRecords, mostRecords);
    const { records, next } = found.stream.read(iterator.position, limit);
    return okResponse({
      Records: records.map(({ record }) => withoutSource(record)),
      NextShardIterator: iteratorOf(found, next, reader),
    });
  },
};

/** The stream that an iterator in a request belongs to. */
export function iteratorIn(input: Values): ShardIterator | undefined {
  return readIterator(text(input, "ShardIterator") ?? "");
}

/** The record of a function names its stream, which a reader knows. */
function withoutSource(record: object): object {
  const { eventSourceARN: _, ...rest } = record as { readonly eventSourceARN?: string };
  return rest;
}

function findStream({ streams }: StreamReader, arn: string | undefined): LocalTableStream | undefined {
  return streams.find(({ settings }) => settings.stream !== undefined && settings.stream.arn === arn);
}

function factsOf({ settings: { name, stream } }: LocalTableStream) {
  if (stream === undefined) return undefined;
  return { StreamArn: stream.arn, StreamLabel: stream.arn.split("/").at(-1), TableName: name };
}

function noStream({ StreamArn }: Values): ServiceResponse {
  return refusal(
    "ResourceNotFoundException",
    `Requested resource not found: Stream: ${String(StreamArn)} not found`,
  );
}

function iteratorOf({ settings }: LocalTableStream, position: number, { now }: StreamReader): string {
  return iteratorText({ streamArn: settings.stream?.arn ?? "", shardId, position, at: now });
}
