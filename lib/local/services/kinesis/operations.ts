import type { Values } from "../../model/model";
import { isValues } from "../../model/values";
import type { Operation } from "../contract/define-service";
import { describeShard, describeStream, getRecords, getShardIterator } from "./read";
import type { KinesisStreams } from "./streams";

/** Source: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_Operations.html */
export const kinesisOperations = {
  PutRecord: (streams, input) => streams.put(streams.named(input), input),

  PutRecords: (streams, input) => {
    const stream = streams.named(input);
    const records = Array.isArray(input.Records) ? input.Records.filter(isValues) : [];
    return { FailedRecordCount: 0, Records: records.map((record) => streams.put(stream, record)) };
  },

  ListStreams: (streams) => ({
    StreamNames: streams.all.map(({ name }) => name),
    HasMoreStreams: false,
  }),

  ListShards: (streams, input) => ({ Shards: streams.named(input).shards.map(describeShard) }),

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
