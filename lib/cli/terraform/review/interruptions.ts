import { isRecord } from "../../../facts/text/record";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { labelOf } from "./losses";
import type { ChangedValues } from "./planned-changes";

type Values = Readonly<Record<string, unknown>>;

/** A connection that is missing for some seconds while one resource replaces another. */
interface Connection {
  readonly noun: string;
  /** Attributes that stay the same if a connection is renamed: its source, its owner, its rule. */
  readonly within: readonly string[];
  /** The effect while the connection is missing. Undefined if nothing is lost. */
  readonly effect: (before: Values) => string | undefined;
}

/** Connections hold no data or address, so their deletion is not a loss, but their absence is. */
const connections: Readonly<Record<string, Connection>> = {
  // Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html (StartingPosition)
  aws_lambda_event_source_mapping: {
    noun: "consumer",
    within: ["event_source_arn"],
    effect: ({ starting_position: start }) => {
      if (start === "TRIM_HORIZON") return "it reads all records of the stream again";
      if (start === undefined || start === null || start === "") return undefined;
      return "records that arrive in between are not read";
    },
  },
  aws_cloudwatch_event_rule: {
    noun: "rule",
    within: ["event_bus_name", "event_pattern", "schedule_expression"],
    effect: () => "events in between are lost",
  },
  aws_cloudwatch_event_target: {
    noun: "target",
    within: ["rule", "event_bus_name"],
    effect: () => "events in between do not reach it",
  },
  aws_pipes_pipe: {
    noun: "pipe",
    within: ["source"],
    effect: ({ source_parameters: blocks }) =>
      JSON.stringify(blocks ?? null).includes('"LATEST"')
        ? "records that arrive in between are not read"
        : "nothing is moved in between",
  },
  aws_scheduler_schedule: {
    noun: "schedule",
    within: ["schedule_expression", "group_name"],
    effect: () => "a run in between is left out",
  },
  aws_sns_topic_subscription: {
    noun: "subscription",
    within: ["topic_arn"],
    effect: () => "messages in between do not reach it",
  },
  aws_cloudwatch_log_subscription_filter: {
    noun: "log subscription",
    within: ["log_group_name"],
    effect: () => "lines in between do not reach it",
  },
  aws_iot_topic_rule: { noun: "rule", within: ["sql"], effect: () => "messages in between are lost" },
  aws_kinesis_stream_consumer: {
    noun: "consumer",
    within: ["stream_arn"],
    effect: () => "its ARN changes, and its readers fail until they use the new one",
  },
  aws_api_gateway_usage_plan: {
    noun: "usage plan",
    within: ["api_stages"],
    effect: () => "the counts of its quotas begin again",
  },
};

/** The lines about parts that are interrupted or restarted while a deployment replaces a resource. */
export function interruptions(stack: SynthesizedStack, changes: readonly ChangedValues[]): readonly string[] {
  const created = changes.filter(({ action }) => action === "create");
  return [
    ...changes.flatMap((change) => interruptionOf(stack, change, created)),
    ...changes.flatMap((change) => otherTiming(stack, change, created)),
    ...changes.flatMap((change) => otherStream(stack, change, changes)),
    ...swappedPaths(changes),
  ];
}

function interruptionOf(
  stack: SynthesizedStack,
  { address, type, action, before }: ChangedValues,
  created: readonly ChangedValues[],
): readonly string[] {
  const connection = connections[type];
  const effect = connection?.effect(before);
  if (connection === undefined || effect === undefined) return [];
  const { noun, within } = connection;
  const name = `the ${noun} ${labelOf(stack, address, before)}`;
  if (action === "replace") return [`${name} is replaced: ${effect}`];
  if (action !== "delete") return [];
  const next = created.find(
    (each) => each.type === type && within.every((key) => textOf(each.after[key]) === textOf(before[key])),
  );
  return next === undefined ? [] : [`${name} is deleted, and ${renamedTo(stack, next)}: ${effect}`];
}

const renamedTo = (stack: SynthesizedStack, { address, after }: ChangedValues): string =>
  `${labelOf(stack, address, after)} is created; if that is the same under a new name, keep it with app.moved`;

/** A schedule is a rule or a schedule of EventBridge Scheduler. One is converted to the other by a deletion and a creation. */
function otherTiming(
  stack: SynthesizedStack,
  { address, type, action, before }: ChangedValues,
  created: readonly ChangedValues[],
): readonly string[] {
  const kinds = ["aws_cloudwatch_event_rule", "aws_scheduler_schedule"];
  const { schedule_expression: expression } = before;
  if (action !== "delete" || !kinds.includes(type) || typeof expression !== "string" || expression === "")
    return [];
  const next = created.find(
    (each) =>
      each.type !== type && kinds.includes(each.type) && each.after.schedule_expression === expression,
  );
  if (next === undefined) return [];
  const kind = next.type === "aws_scheduler_schedule" ? "a schedule of EventBridge Scheduler" : "a rule";
  return [
    `${labelOf(stack, next.address, next.after)} becomes ${kind} in place of ${labelOf(stack, address, before)} (${expression}): a run in between is left out`,
  ];
}

/**
 * A table gets a new stream when its view changes, or when streaming is enabled again.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html#Streams.Enabling
 */
function otherStream(
  stack: SynthesizedStack,
  { address, type, action, before, after }: ChangedValues,
  changes: readonly ChangedValues[],
): readonly string[] {
  if (type !== "aws_dynamodb_table" || action !== "update" || before.stream_enabled !== true) return [];
  const isOff = after.stream_enabled !== true;
  if (!isOff && before.stream_view_type === after.stream_view_type) return [];
  const readers = changes.filter(({ before: { event_source_arn: arn, source } }) =>
    [arn, source].some((each) => typeof each === "string" && each === before.stream_arn),
  );
  const names = readers.map((each) => labelOf(stack, each.address, each.before)).join(", ");
  const of = names === "" ? "its consumers" : names;
  const what = isOff ? "has no stream any more" : "gets another stream";
  return [
    `the table ${labelOf(stack, address, before)} ${what}: records that ${of} did not read are lost. Stop writing until they are read, and deploy then`,
  ];
}

/** Paths of a domain that swap places. Each mapping changes separately. */
function swappedPaths(changes: readonly ChangedValues[]): readonly string[] {
  const paths: Readonly<Record<string, string>> = {
    aws_apigatewayv2_api_mapping: "api_mapping_key",
    aws_api_gateway_base_path_mapping: "base_path",
  };
  const mappings = changes.filter(({ type, action }) => paths[type] !== undefined && action === "update");
  const taken = mappings.flatMap(({ type, address, before, after }) => {
    const path = paths[type] ?? "";
    const former = mappings.find(
      (each) =>
        each.address !== address &&
        each.type === type &&
        each.before.domain_name === before.domain_name &&
        textOf(each.before[path]) === textOf(after[path]),
    );
    return former === undefined ? [] : [`${before.domain_name}/${after[path] ?? ""}`];
  });
  if (taken.length === 0) return [];
  return [
    `${taken.join(", ")}: the path of another API that changes its path in the same deployment. AWS changes one after the other, and a path leads to two APIs or to none in between. To avoid that, deploy one of them at a free path first`,
  ];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return `[${value.map(textOf).sort().join()}]`;
  if (!isRecord(value)) return String(value);
  return Object.entries(value)
    .map(([key, each]) => `${key}=${textOf(each)}`)
    .sort()
    .join();
}
