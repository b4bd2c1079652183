import { deployedAtSeconds, generateUuid } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { arn, as, generatedName, lastPart } from "./shapes";

function fifoName(known: KnownResource): string {
  const end = String(known.value("fifo_queue") ?? known.value("fifo_topic")) === "true" ? ".fifo" : "";
  return generatedName("name_prefix", end)(known);
}

/** Prefix of a bus in the ARN of a rule; the default bus has none. */
function busPath(known: KnownResource): string {
  const bus = lastPart(known.text("event_bus_name"), "/");
  return bus === "" || bus === "default" ? "" : `${bus}/`;
}

export const messages: Readonly<Record<string, ComputedAttributes>> = {
  aws_sqs_queue: {
    id: as("url"),
    name: fifoName,
    arn: (known) => arn(known, "sqs", known.text("name")),
    url: (known) => `https://sqs.${known.region}.${known.dnsSuffix}/${known.account}/${known.text("name")}`,
  },
  aws_sqs_queue_policy: { id: as("queue_url") },
  aws_sns_topic: {
    id: as("arn"),
    name: fifoName,
    arn: (known) => arn(known, "sns", known.text("name")),
    owner: (known) => known.account,
  },
  aws_sns_topic_subscription: {
    id: as("arn"),
    arn: (known) => `${known.text("topic_arn")}:${generateUuid(known.address)}`,
    owner_id: (known) => known.account,
  },
  aws_kinesis_stream: {
    id: as("arn"),
    arn: (known) => arn(known, "kinesis", `stream/${known.text("name")}`),
  },
  aws_kinesis_stream_consumer: {
    id: as("arn"),
    arn: (known) => `${known.text("stream_arn")}/consumer/${known.text("name")}:${deployedAtSeconds}`,
  },
  aws_kinesis_firehose_delivery_stream: {
    id: as("arn"),
    arn: (known) => arn(known, "firehose", `deliverystream/${known.text("name")}`),
  },
  aws_cloudwatch_event_bus: {
    id: as("name"),
    arn: (known) => arn(known, "events", `event-bus/${known.text("name")}`),
  },
  aws_cloudwatch_event_rule: {
    id: (known) => `${busPath(known)}${known.text("name")}`,
    name: generatedName(),
    arn: (known) => arn(known, "events", `rule/${busPath(known)}${known.text("name")}`),
    event_bus_name: () => "default",
  },
  aws_cloudwatch_event_target: {
    id: (known) => `${known.text("rule")}-${known.text("target_id")}`,
    target_id: generatedName(),
    event_bus_name: () => "default",
  },
  aws_scheduler_schedule: {
    id: (known) => `${known.text("group_name")}/${known.text("name")}`,
    name: generatedName(),
    group_name: () => "default",
    arn: (known) => arn(known, "scheduler", `schedule/${known.text("group_name")}/${known.text("name")}`),
  },
  aws_scheduler_schedule_group: {
    id: as("name"),
    name: generatedName(),
    arn: (known) => arn(known, "scheduler", `schedule-group/${known.text("name")}`),
  },
  aws_cloudwatch_log_group: {
    id: as("name"),
    name: generatedName(),
    arn: (known) => arn(known, "logs", `log-group:${known.text("name")}`),
  },
  aws_cloudwatch_log_subscription_filter: { id: (known) => `cwlsf-${known.text("name")}` },
  aws_sfn_state_machine: {
    id: as("arn"),
    name: generatedName(),
    arn: (known) => arn(known, "states", `stateMachine:${known.text("name")}`),
  },
};
