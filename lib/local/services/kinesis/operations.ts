import type { Values } from "../../../model/resources/model";
import { isValues, number, text } from "../../../model/resources/values";
import type { Operation } from "../contract/define-service";
import { listPage } from "../contract/page";
import { checkRecord, checkRecords } from "./check-record";
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
