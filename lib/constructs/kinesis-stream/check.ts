import { KinesisStream, type KinesisStreamConfig } from "@cdktf/provider-aws/lib/kinesis-stream";
import type { Construct } from "constructs";
import { checkInteger, checkKeys, checkLiteral, propKeys } from "../../core/check";
import type { NameRule } from "../../core/check-name";
import { checkOverride, findImport } from "../../core/override";
import { quotas } from "../../core/quotas";
import { functionKeys } from "../../function";
import { fail } from "./errors";
import type { KinesisStreamProps } from "./props";

const streamKeys = propKeys<KinesisStreamProps>()({ consumers: true, defaults: true, cdk: true });

/** Refuses props that cannot work, before anything is created. */
export function checkKinesisStreamProps(stream: Construct, props: KinesisStreamProps): void {
  checkKeys(stream, "props", props, streamKeys);
  checkKeys(stream, "defaults", props.defaults ?? {}, ["function"]);
  checkKeys(stream, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  checkKeys(stream, "cdk", props.cdk ?? {}, ["id", "stream"]);
  const given = props.cdk?.stream ?? {};
  if (findImport(stream, "cdk.stream", given, "aws_kinesis_stream") !== undefined) return;
  checkOverride(stream, "cdk.stream", given, KinesisStream);
  const { streamModeDetails, shardCount, retentionPeriod, encryptionType } =
    given as Partial<KinesisStreamConfig>;
  const mode = streamModeDetails?.streamMode;
  if (mode !== undefined) {
    checkLiteral(stream, "cdk.stream.streamModeDetails.streamMode", mode, ["PROVISIONED", "ON_DEMAND"]);
  }
  if (shardCount !== undefined) {
    if (mode === "ON_DEMAND") fail(stream, "stream-shards-on-demand", "cdk.stream.shardCount", {});
    checkInteger(stream, "cdk.stream.shardCount", shardCount, 1, Number.MAX_SAFE_INTEGER);
  }
  // Source: https://docs.aws.amazon.com/streams/latest/dev/kinesis-extended-retention.html
  if (retentionPeriod !== undefined) {
    checkInteger(stream, "cdk.stream.retentionPeriod", retentionPeriod, 24, 8760, "hours");
  }
  if (encryptionType !== undefined) {
    checkLiteral(stream, "cdk.stream.encryptionType", encryptionType, ["KMS", "NONE"]);
  }
}

/** What AWS takes as the name of a stream. */
export const streamName: NameRule = {
  pattern: /^[A-Za-z0-9_.-]+$/,
  expected: "letters, digits, -, _ and .",
  limit: quotas.streamNameLength,
};
