import { parseArnOf } from "../../../facts/aws/arns";
import { block, number, text, type Values } from "../../../model";
import {
  iteratorLifetimeMs,
  iteratorText,
  readIterator,
  type ShardIterator,
  startPosition,
} from "../consumers/record-stream";
import type { DynamodbTables } from "./dynamodb-tables";
import { ItemError, TableError } from "./errors";
import type { LocalTableStream } from "./table-stream";

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
export const streamOperations = {
  ListStreams: ({ streams }, input) => {
    checkArn(input, "ExclusiveStartStreamArn");
    const table = text(input, "TableName")?.split("/").at(-1);
    const facts = streams.flatMap((each) => factsOf(each) ?? []);
    const wanted = facts.filter(({ TableName }) => table === undefined || TableName === table);
    const after = text(input, "ExclusiveStartStreamArn");
    const start = after === undefined ? 0 : wanted.findIndex(({ StreamArn }) => StreamArn === after) + 1;
    const limit = number(input, "Limit") ?? mostStreams;
    const Streams = wanted.slice(start, start + limit);
    const hasMore = start + limit < wanted.length;
    return { Streams, ...(hasMore && { LastEvaluatedStreamArn: Streams.at(-1)?.StreamArn }) };
  },

  DescribeStream: (tables, input) => {
    checkArn(input, "StreamArn");
    const found = tables.streamOf(text(input, "StreamArn"));
    const facts = found && factsOf(found);
    if (found === undefined || facts === undefined) throw noStream(input);
    const { oldest } = found.stream.bounds;
    const { definition, stream } = found.settings;
    const { isClosed } = found;
    // The only shard has no children. It comes after smaller ids.
    const after = text(input, "ExclusiveStartShardId");
    const isListed = (after === undefined || after < shardId) && block(input, "ShardFilter") === undefined;
    const shard = {
      ShardId: shardId,
      SequenceNumberRange: {
        StartingSequenceNumber: oldest?.sequenceNumber ?? found.nextSequenceNumber,
        ...(isClosed && { EndingSequenceNumber: found.lastSequenceNumber }),
      },
    };
    return {
      StreamDescription: {
        ...facts,
        StreamStatus: isClosed ? "DISABLED" : "ENABLED",
        StreamViewType: stream?.viewType,
        CreationRequestDateTime: found.createdAt / 1000,
        KeySchema: definition.KeySchema,
        Shards: isListed ? [shard] : [],
      },
    };
  },

  GetShardIterator: (tables, input) => {
    checkArn(input, "StreamArn");
    const found = tables.streamOf(text(input, "StreamArn"));
    if (found === undefined || text(input, "ShardId") !== shardId) throw noStream(input);
    const isOfRecord = /_SEQUENCE_NUMBER$/.test(text(input, "ShardIteratorType") ?? "");
    const position = isOfRecord === (input.SequenceNumber !== undefined) ? startOf(found, input) : undefined;
    const given = text(input, "SequenceNumber") ?? "";
    if (position === undefined && isOfRecord && /^\d{1,60}$/.test(given) && found.stream.isBefore(given))
      throw trimmed();
    if (position === undefined) {
      throw new ItemError("The ShardIteratorType or the SequenceNumber is not valid.");
    }
    return { ShardIterator: iteratorOf(found, position, tables) };
  },

  GetRecords: (tables, input) => {
    const iterator = iteratorIn(input);
    const found = tables.streamOf(iterator?.streamArn);
    if (iterator === undefined) throw new ItemError("Invalid ShardIterator");
    if (found === undefined) throw noStream({ StreamArn: iterator.streamArn });
    if (tables.context.clock.now() - iterator.at > iteratorLifetimeMs * 3) {
      throw new TableError(
        "ExpiredIteratorException",
        "Iterator expired. The iterator was created more than 15 minutes ago.",
      );
    }
    if (iterator.position < found.stream.start) throw trimmed();
    const { records, next } = found.stream.read(iterator.position, number(input, "Limit") ?? mostRecords);
    const isAtEnd = found.isClosed && next >= found.stream.end;
    return {
      Records: records.map(({ record }) => withoutSource(record)),
      ...(!isAtEnd && { NextShardIterator: iteratorOf(found, next, tables) }),
    };
  },
} satisfies Readonly<Record<string, (tables: DynamodbTables, input: Values) => object>>;

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html */
const trimmed = (): TableError =>
  new TableError(
    "TrimmedDataAccessException",
    "Attempt to access trimmed data: the records are older than 24 hours.",
  );

/** The stream that an iterator in a request belongs to. */
export function iteratorIn(input: Values): ShardIterator | undefined {
  return readIterator(text(input, "ShardIterator") ?? "");
}

/** The record of a function names its stream, which a reader knows. */
function withoutSource(record: object): object {
  const { eventSourceARN: _, ...rest } = record as { readonly eventSourceARN?: string };
  return rest;
}

function factsOf({ settings: { name, stream } }: LocalTableStream) {
  if (stream === undefined) return undefined;
  return { StreamArn: stream.arn, StreamLabel: stream.arn.split("/").at(-1), TableName: name };
}

/** The number of the next record, which a stream without records says it begins with, is a place, too. */
function startOf(found: LocalTableStream, input: Values): number | undefined {
  const isNext = input.SequenceNumber === found.nextSequenceNumber;
  return isNext ? found.stream.end : startPosition(found.stream, input);
}

function checkArn(input: Values, member: string): void {
  const arn = text(input, member);
  const resource = parseArnOf("dynamodb", arn ?? "")?.resource ?? "";
  if (arn === undefined || /^table\/[^/]+\/stream\/.+$/.test(resource)) return;
  throw new ItemError(`Invalid StreamArn: ${arn}`);
}

function noStream({ StreamArn }: Values): TableError {
  return new TableError(
    "ResourceNotFoundException",
    `Requested resource not found: Stream: ${String(StreamArn)} not found`,
  );
}

function iteratorOf({ settings }: LocalTableStream, position: number, { context }: DynamodbTables): string {
  const at = context.clock.now();
  return iteratorText({ streamArn: settings.stream?.arn ?? "", shardId, position, at });
}
