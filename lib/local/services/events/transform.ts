import { fillInputTemplate } from "../../../facts/event-pattern";
import { isJson } from "../../../facts/text/json";
import { block, text, textMap, type Values } from "../../../model";
import { valueAt } from "../../wire/value-at";

/** The rule that sends an event, and when. */
export interface RuleSending {
  readonly ruleArn: string;
  readonly ruleName: string;
  /** Milliseconds since 1970 at which the bus took the event. */
  readonly ingestedMs: number;
}

/**
 * The input of a target: the event, a part of it, a constant text or a filled-in template. Undefined if the filled template is not
 * JSON: AWS drops the event then.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html
 */
export function targetInput(target: Values, event: Values, sending: RuleSending): string | undefined {
  const constant = text(target, "input");
  if (constant !== undefined) return constant;
  const path = text(target, "input_path");
  if (path !== undefined) return JSON.stringify(at(event, path) ?? null);
  const transformer = block(target, "input_transformer");
  if (transformer === undefined) return JSON.stringify(event);
  const paths = textMap(transformer, "input_paths");
  const filled = fillInputTemplate(text(transformer, "input_template") ?? "", (name) => {
    return valueOf(name, paths, event, sending);
  });
  return isTargetInput(filled) ? filled : undefined;
}

/**
 * The group of the message in a FIFO queue, or the partition key of the record in a stream.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_KinesisParameters.html
 */
export function targetGroup(target: Values, event: Values): string | undefined {
  if (!text(target, "arn")?.includes(":kinesis:")) {
    return text(block(target, "sqs_target") ?? {}, "message_group_id");
  }
  const path = text(block(target, "kinesis_target") ?? {}, "partition_key_path");
  const key = (path === undefined ? undefined : at(event, path)) ?? event.id;
  return typeof key === "string" ? key : JSON.stringify(key);
}

/** Whether a filled template can be sent: one JSON value, or lines of texts. */
function isTargetInput(filled: string): boolean {
  return isJson(filled) || filled.split("\n").every(isJson);
}

/** `$.detail.lines[0].sku` */
function at(event: unknown, path: string): unknown {
  return valueAt(event, path.replace(/^\$/, ""));
}

function valueOf(
  name: string,
  paths: Readonly<Record<string, string>>,
  event: Values,
  { ruleArn, ruleName, ingestedMs }: RuleSending,
): unknown {
  const ingestionTime = new Date(ingestedMs).toISOString();
  switch (name) {
    case "aws.events.rule-arn":
      return ruleArn;
    case "aws.events.rule-name":
      return ruleName;
    case "aws.events.event.ingestion-time":
      return ingestionTime;
    case "aws.events.event.json":
      return event;
    case "aws.events.event":
      return envelope(event, ingestionTime);
    default:
      return Object.hasOwn(paths, name) ? at(event, paths[name] ?? "") : undefined;
  }
}

/** The event without its detail. The names and the time differ from those of the event: recorded answers have them so. */
function envelope(event: Values, time: string): Values {
  const { id, account, source, region, resources, version } = event;
  return { id, account, detailType: event["detail-type"], time, source, region, resources, version };
}
