import type { NeededAccess } from "../../permissions/needed-access";

/**
 * The actions that the role of a function needs to read a queue or a stream, by the service of the source.
 *
 * Sources: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html, .../services-dynamodb-eventsourcemapping.html,
 * .../services-kinesis-create.html
 */
const actions: Readonly<Record<string, readonly string[]>> = {
  sqs: ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"],
  dynamodb: ["DescribeStream", "GetRecords", "GetShardIterator"],
  kinesis: ["DescribeStream", "DescribeStreamSummary", "GetRecords", "GetShardIterator", "ListShards"],
};

/** The permissions that reading a source needs. */
export function sourceAccess(sourceArn: string): readonly NeededAccess[] {
  const [, , service = ""] = sourceArn.split(":");
  const names = Object.hasOwn(actions, service) ? actions[service] : undefined;
  return (names ?? []).map((name) => ({ action: `${service}:${name}`, resource: sourceArn }));
}
