import { text, type Values } from "../../../model";
import { readIterator } from "../consumers/record-stream";
import type { AccessOf } from "../contract/define-service";
import type { kinesisOperations } from "./operations";
import type { KinesisStreams } from "./streams";

type KinesisAccess = AccessOf<KinesisStreams, Values>;

const onStream =
  (action: string): KinesisAccess =>
  (input, arn) => {
    const resource = text(input, "StreamARN") ?? arn("kinesis", `stream/${text(input, "StreamName") ?? ""}`);
    return [{ action: `kinesis:${action}`, resource }];
  };

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonkinesisdatastreams.html */
export const kinesisAccess = {
  PutRecord: onStream("PutRecord"),
  PutRecords: onStream("PutRecords"),
  ListStreams: () => [{ action: "kinesis:ListStreams", resource: "*" }],
  ListShards: (input, arn, streams) => {
    const given = text(input, "NextToken")?.split("/")[0];
    return onStream("ListShards")(given === undefined ? input : { StreamName: given }, arn, streams);
  },
  ListTagsForStream: onStream("ListTagsForStream"),
  DescribeStream: onStream("DescribeStream"),
  DescribeStreamSummary: onStream("DescribeStreamSummary"),
  GetShardIterator: onStream("GetShardIterator"),
  GetRecords: (input) => [
    {
      action: "kinesis:GetRecords",
      resource: readIterator(text(input, "ShardIterator") ?? "")?.streamArn ?? "*",
    },
  ],
} satisfies Record<keyof typeof kinesisOperations, KinesisAccess>;
