import type { DataAwsSnsTopic } from "@cdktf/provider-aws/lib/data-aws-sns-topic";
import { SnsTopic, type SnsTopicConfig } from "@cdktf/provider-aws/lib/sns-topic";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { acceptedKeys, checkKeys, checkOverride, findImport, isUnresolved, propKeys } from "../../kit/core";
import { checkFunctionKeys } from "../../kit/function";
import { fail } from "./errors";
import type { TopicProps } from "./props";

const topicKeys = propKeys<TopicProps>()({ subscribers: "map", defaults: "map", cdk: "map" }, () => ({
  topic: { resource: SnsTopic },
}));

const fifoOnly = ["contentBasedDeduplication", "fifoThroughputScope", "archivePolicy"] as const;

/** The existing topic, or the override of the created one. */
export interface ParsedTopic {
  readonly imported: SnsTopic | DataAwsSnsTopic | undefined;
  /** Empty for an imported topic. */
  readonly override: Partial<SnsTopicConfig>;
}

/** Refuses props that cannot work, before anything is created. */
export function parseTopicProps(topic: Construct, written: TopicProps): ParsedTopic {
  const props = acceptedKeys(topic, "props", written, topicKeys);
  attempt(() => checkKeys(topic, "defaults", props.defaults ?? {}, ["function"]));
  attempt(() => checkFunctionKeys(topic, "defaults.function", props.defaults?.function ?? {}));
  attempt(() => checkKeys(topic, "cdk", props.cdk ?? {}, ["id", "topic"]));
  const given = props.cdk?.topic ?? {};
  const imported = findImport<SnsTopic | DataAwsSnsTopic>(topic, "cdk.topic", given, "aws_sns_topic");
  if (imported !== undefined) return { imported, override: {} };
  attempt(() => checkOverride(topic, "cdk.topic", given, SnsTopic));
  const override = given as Partial<SnsTopicConfig>;
  attempt(() => checkFifo(topic, override));
  return { imported, override };
}

/** Only the name of a FIFO topic ends in `.fifo`, and only FIFO topics have duplicates, groups and an archive. */
function checkFifo(topic: Construct, override: Partial<SnsTopicConfig>): void {
  const { name, fifoTopic = false } = override;
  for (const key of fifoTopic === false ? fifoOnly : []) {
    if (override[key] === undefined || override[key] === false) continue;
    fail(topic, "prop-needs", `cdk.topic.${key}`, { needs: "cdk.topic.fifoTopic: true" });
  }
  if (typeof name !== "string" || isUnresolved(name) || isUnresolved(fifoTopic)) return;
  if (name.endsWith(".fifo") && fifoTopic !== true) {
    fail(topic, "topic-fifo-name", "cdk.topic.name", { value: name });
  }
}
