import { jsonOf } from "../../../facts/text/json";
import { isValues, number, text, type Values } from "../../../model";
import type { RecordStream } from "./record-stream";

/** A place in a shard, of which a client has the text. */
export interface ShardIterator {
  readonly streamArn: string;
  readonly shardId: string;
  readonly position: number;
  /** When it was given to the client. */
  readonly at: number;
}

/** Source: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_GetShardIterator.html */
export const iteratorLifetimeMs = 5 * 60_000;

export function iteratorText(iterator: ShardIterator): string {
  return Buffer.from(JSON.stringify(iterator)).toString("base64url");
}

/** Undefined for a text that is not an iterator. */
export function readIterator(written: string): ShardIterator | undefined {
  const value = jsonOf(Buffer.from(written, "base64url").toString("utf8"));
  if (!isValues(value)) return undefined;
  const [streamArn, shardId] = [text(value, "streamArn"), text(value, "shardId")];
  const [position, at] = [number(value, "position"), number(value, "at")];
  if (streamArn === undefined || shardId === undefined) return undefined;
  return position === undefined || at === undefined ? undefined : { streamArn, shardId, position, at };
}

/** The place that `ShardIteratorType` names; undefined when it names none, or a record that is gone. */
export function startPosition(stream: RecordStream, input: Values): number | undefined {
  // The API of DynamoDB streams and that of Kinesis have different names.
  const sequenceNumber = text(input, "SequenceNumber") ?? text(input, "StartingSequenceNumber") ?? "";
  switch (input.ShardIteratorType) {
    case "TRIM_HORIZON":
      return stream.start;
    case "LATEST":
      return stream.end;
    case "AT_SEQUENCE_NUMBER":
      return stream.positionOf(sequenceNumber);
    case "AFTER_SEQUENCE_NUMBER": {
      const found = stream.positionOf(sequenceNumber);
      return found === undefined ? undefined : found + 1;
    }
    case "AT_TIMESTAMP":
      return stream.positionAt(1000 * (number(input, "Timestamp") ?? 0));
    default:
      return undefined;
  }
}
