import { KinesisStream, type KinesisStreamConfig } from "@cdktf/provider-aws/lib/kinesis-stream";
import type { Construct } from "constructs";
import { china } from "../../facts/aws/partitions";
import { attempt } from "../../facts/errors/problems";
import { prefixedName, Stack } from "../../kit/app";
import {
  acceptedKeys,
  checkLimit,
  checkLiteral,
  limits,
  overlay,
  parseImport,
  present,
  propKeys,
} from "../../kit/core";
import { parseDefaults } from "../../kit/function";
import { fail } from "./errors";
import type { KinesisStreamProps } from "./props";

const streamKeys = propKeys<KinesisStreamProps>()({ consumers: "map", defaults: "map", cdk: "map" }, () => ({
  stream: { resource: KinesisStream },
}));

/** Refuses props that cannot work, before anything is created. */
export function parseKinesisStreamProps(stream: Construct, written: KinesisStreamProps) {
  const props = acceptedKeys(stream, "props", written, streamKeys);
  const parts = {
    defaults: parseDefaults(stream, props.defaults),
    consumers: present(props.consumers ?? {}),
  };
  const cdk = acceptedKeys(stream, "cdk", props.cdk ?? {}, ["id", "stream"]);
  const { imported, override } = parseImport(stream, "cdk.stream", cdk.stream, KinesisStream, {
    rejected: { arn: "It follows from the name of the stream." },
  });
  if (imported !== undefined) return { imported, override: {}, config: { name: "" }, ...parts };
  attempt(() => checkConfig(stream, override));
  const config = overlay(streamConfig(stream, override), override);
  attempt(() => checkLimit(stream, "cdk.stream.name", config.name, limits.aws_kinesis_stream.name));
  return { imported, override, config, ...parts };
}

function streamConfig(stream: Construct, given: Partial<KinesisStreamConfig>): KinesisStreamConfig {
  const { streamModeDetails, encryptionType, kmsKeyId } = given;
  // AWS has no managed key for streams in China.
  const isEncryptable = kmsKeyId !== undefined || Stack.of(stream).partition !== china;
  const isEncrypted = encryptionType === undefined ? isEncryptable : encryptionType !== "NONE";
  return {
    name: prefixedName(stream),
    shardCount: streamModeDetails?.streamMode === "ON_DEMAND" ? undefined : 1,
    retentionPeriod: 24,
    encryptionType: isEncrypted ? "KMS" : undefined,
    kmsKeyId: isEncrypted ? "alias/aws/kinesis" : undefined,
  };
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
