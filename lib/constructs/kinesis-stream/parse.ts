import type { DataAwsKinesisStream } from "@cdktf/provider-aws/lib/data-aws-kinesis-stream";
import { KinesisStream, type KinesisStreamConfig } from "@cdktf/provider-aws/lib/kinesis-stream";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { acceptedKeys, checkKeys, checkLiteral, checkOverride, findImport, propKeys } from "../../kit/core";
import { checkFunctionKeys } from "../../kit/function";
import { fail } from "./errors";
import type { KinesisStreamProps } from "./props";

const streamKeys = propKeys<KinesisStreamProps>()({ consumers: "map", defaults: "map", cdk: "map" }, () => ({
  stream: { resource: KinesisStream },
}));

/** The existing stream, or the override of the created one. */
export interface ParsedKinesisStream {
  readonly imported: KinesisStream | DataAwsKinesisStream | undefined;
  /** Empty for an imported stream. */
  readonly override: Partial<KinesisStreamConfig>;
}

/** Refuses props that cannot work, before anything is created. */
export function parseKinesisStreamProps(stream: Construct, written: KinesisStreamProps): ParsedKinesisStream {
  const props = acceptedKeys(stream, "props", written, streamKeys);
  attempt(() => checkKeys(stream, "defaults", props.defaults ?? {}, ["function"]));
  attempt(() => checkFunctionKeys(stream, "defaults.function", props.defaults?.function ?? {}));
  attempt(() => checkKeys(stream, "cdk", props.cdk ?? {}, ["id", "stream"]));
  const given = props.cdk?.stream ?? {};
  const imported = findImport<KinesisStream | DataAwsKinesisStream>(
    stream,
    "cdk.stream",
    given,
    "aws_kinesis_stream",
  );
  if (imported !== undefined) return { imported, override: {} };
  attempt(() =>
    checkOverride(stream, "cdk.stream", given, KinesisStream, {
      rejected: { arn: "It follows from the name of the stream." },
    }),
  );
  const override = given as Partial<KinesisStreamConfig>;
  attempt(() => checkConfig(stream, override));
  return { imported, override };
}

function checkConfig(stream: Construct, config: Partial<KinesisStreamConfig>): void {
  const { streamModeDetails, shardCount, encryptionType } = config;
  const mode = streamModeDetails?.streamMode;
  if (mode !== undefined) {
    checkLiteral(stream, "cdk.stream.streamModeDetails.streamMode", mode, ["PROVISIONED", "ON_DEMAND"]);
  }
  if (mode === "PROVISIONED" && shardCount === undefined)
    fail(stream, "prop-needs", "cdk.stream.streamModeDetails.streamMode", {
      needs: "cdk.stream.shardCount",
    });
  if (encryptionType === "NONE" && config.kmsKeyId !== undefined)
    fail(stream, "props-exclude", "cdk.stream.kmsKeyId", { other: 'encryptionType: "NONE"' });
  if (shardCount !== undefined) {
    if (mode === "ON_DEMAND") fail(stream, "stream-shards-on-demand", "cdk.stream.shardCount", {});
  }
  if (encryptionType !== undefined) {
    checkLiteral(stream, "cdk.stream.encryptionType", encryptionType, ["KMS", "NONE"]);
  }
}
