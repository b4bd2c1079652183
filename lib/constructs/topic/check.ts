import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, propKeys } from "../../core/check";
import { checkOverride, findImport } from "../../core/override";
import { functionKeys } from "../../function";
import { fail } from "./errors";
import type { TopicProps } from "./props";

const topicKeys = propKeys<TopicProps>()({ subscribers: true, defaults: true, cdk: true });

/** Refuses props that cannot work, before anything is created. */
export function checkTopicProps(topic: Construct, props: TopicProps): void {
  checkKeys(topic, "props", props, topicKeys);
  checkKeys(topic, "defaults", props.defaults ?? {}, ["function"]);
  checkKeys(topic, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  checkKeys(topic, "cdk", props.cdk ?? {}, ["id", "topic"]);
  const given = props.cdk?.topic;
  if (given === undefined || findImport(topic, "cdk.topic", given, "aws_sns_topic") !== undefined) return;
  checkOverride(topic, "cdk.topic", given, SnsTopic);
  const { name, fifoTopic } = given as { name?: unknown; fifoTopic?: unknown };
  if (typeof name !== "string" || Token.isUnresolved(name) || Token.isUnresolved(fifoTopic)) return;
  // Source: https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html
  if (!/^[A-Za-z0-9_-]{1,256}$/.test(name.replace(/\.fifo$/, ""))) {
    fail(topic, "prop-invalid", "cdk.topic.name", {
      value: name,
      expected: "up to 256 letters, digits, - and _",
    });
  }
  if (name.endsWith(".fifo") && fifoTopic !== true) {
    fail(topic, "topic-fifo-name", "cdk.topic.name", { value: name });
  }
}
