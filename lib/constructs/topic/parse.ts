import { SnsTopic, type SnsTopicConfig } from "@cdktf/provider-aws/lib/sns-topic";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { prefixedName } from "../../kit/app";
import {
  acceptedKeys,
  isFifo,
  isUnresolved,
  literalName,
  overlay,
  parseImport,
  propKeys,
} from "../../kit/core";
import { parseDefaults } from "../../kit/function";
import { fail } from "./errors";
import type { TopicProps } from "./props";

const topicKeys = propKeys<TopicProps>()({ subscribers: "map", defaults: "map", cdk: "map" }, () => ({
  topic: { resource: SnsTopic },
}));

const fifoOnly = ["contentBasedDeduplication", "fifoThroughputScope", "archivePolicy"] as const;

/** Facts of a topic for its subscribers. */
export interface TopicFacts {
  /** Undefined if it is known only at deployment. */
  readonly name: string | undefined;
  /** Undefined if it is known only at deployment. */
  readonly isFifo: boolean | undefined;
}

/** Refuses props that cannot work, before anything is created. */
export function parseTopicProps(topic: Construct, written: TopicProps) {
  const props = acceptedKeys(topic, "props", written, topicKeys);
  const parts = { defaults: parseDefaults(topic, props.defaults), subscribers: props.subscribers ?? {} };
  const cdk = acceptedKeys(topic, "cdk", props.cdk ?? {}, ["id", "topic"]);
  const { imported, override } = parseImport(topic, "cdk.topic", cdk.topic, SnsTopic);
  if (imported !== undefined) {
    const facts = { name: literalName(imported.nameInput), isFifo: isFifo(imported) };
    const config: SnsTopicConfig = {};
    return { imported, config, facts, ...parts };
  }
  attempt(() => checkFifo(topic, override));
  const config = attempt(() => topicConfig(topic, override)) ?? {};
  const { fifoTopic = false } = override;
  const facts = {
    name: literalName(config.name),
    isFifo: typeof fifoTopic === "boolean" ? fifoTopic : undefined,
  };
  return { imported, config, facts, ...parts };
}

function topicConfig(topic: Construct, given: Partial<SnsTopicConfig>): SnsTopicConfig {
  const name = given.name ?? prefixedName(topic);
  const end = given.fifoTopic === true && !name.endsWith(".fifo") ? ".fifo" : "";
  const named = given.namePrefix === undefined ? { ...given, name: `${name}${end}` } : given;
  return overlay<SnsTopicConfig>({}, named);
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
