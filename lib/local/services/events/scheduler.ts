import { randomBytes } from "node:crypto";
import { jsonOf } from "../../../facts/text/json";
import { block, type Model, type Resource, requireText, text, type Values } from "../../../model";
import { createEvent } from "../contract/bus-event";
import type { Delivery } from "../contract/service";
import { nextRun } from "./schedule";

/** The schedules of EventBridge Scheduler that are enabled. */
export function enabledSchedules(model: Model): readonly Resource[] {
  return model.ofType("aws_scheduler_schedule").filter(({ values }) => text(values, "state") !== "DISABLED");
}

/** When a schedule of EventBridge Scheduler runs next; undefined when it never runs again. Windows begin at once. */
export function nextScheduledRun({ values }: Resource, after: number): number | undefined {
  const expression = text(values, "schedule_expression") ?? "";
  const start = timeOf(values, "start_date") ?? Number.NEGATIVE_INFINITY;
  const end = timeOf(values, "end_date") ?? Number.POSITIVE_INFINITY;
  const isRate = expression.startsWith("rate(");
  const zone = text(values, "schedule_expression_timezone") ?? "UTC";
  // A rate counts from its start, and runs then for the first time.
  const next = isRate && start > after ? start : nextRun(expression, Math.max(after, start - 1), zone);
  return next === undefined || next >= end ? undefined : next;
}

function timeOf(values: Values, attribute: string): number | undefined {
  const written = text(values, attribute);
  return written === undefined ? undefined : Date.parse(written);
}

/** The id of a run, in the form of EventBridge Scheduler. */
export const newExecutionId = (): string => randomBytes(8).toString("hex");

/** One run of a schedule. */
export interface ScheduleRun {
  readonly timeMs: number;
  readonly executionId: string;
}

/**
 * The delivery of a run: the input of the schedule, or the event of EventBridge Scheduler. An event bus gets the input as the
 * detail of an event.
 *
 * Source: https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-templated.html
 */
export function scheduleDelivery(model: Model, { values }: Resource, run: ScheduleRun): Delivery {
  const target = block(values, "target") ?? {};
  const name = requireText(values, "name");
  const part = (parameters: string, key: string) => text(block(target, parameters) ?? {}, key);
  return {
    targetArn: requireText(target, "arn"),
    body: bodyOf(model, values, run),
    groupId: part("sqs_parameters", "message_group_id") ?? part("kinesis_parameters", "partition_key"),
    source: `schedule ${name}`,
    sender: { roleArn: requireText(target, "role_arn"), sessionName: name },
  };
}

function bodyOf(model: Model, values: Values, run: ScheduleRun): string {
  const input = inputOf(model, values, run);
  const bus = block(block(values, "target") ?? {}, "eventbridge_parameters");
  if (bus === undefined) return input;
  const facts = {
    "detail-type": requireText(bus, "detail_type"),
    source: requireText(bus, "source"),
    detail: jsonOf(input) ?? {},
  };
  return JSON.stringify(createEvent(model, run.timeMs, facts, [requireText(values, "arn")]));
}

/**
 * The input with its keywords replaced.
 *
 * Source: https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html
 */
function inputOf(model: Model, values: Values, { timeMs, executionId }: ScheduleRun): string {
  const arn = requireText(values, "arn");
  const input = text(block(values, "target") ?? {}, "input");
  if (input === undefined) {
    const facts = { "detail-type": "Scheduled Event", source: "aws.scheduler", detail: "{}" };
    return JSON.stringify(createEvent(model, timeMs, facts, [arn]));
  }
  const keywords: Readonly<Record<string, string>> = {
    "schedule-arn": arn,
    "scheduled-time": new Date(timeMs).toISOString().replace(/\.\d{3}Z$/, "Z"),
    "execution-id": executionId,
    "attempt-number": "1",
  };
  return input.replace(/<aws\.scheduler\.([a-z-]+)>/g, (found, key: string) => keywords[key] ?? found);
}

/** The input that a schedule of EventBridge Scheduler would send to a target now; undefined if none has the target. */
export function schedulerInput(model: Model, targetArn: string, nowMs: number): string | undefined {
  const found = enabledSchedules(model).find(
    ({ values }) => text(block(values, "target") ?? {}, "arn") === targetArn,
  );
  if (found === undefined) return undefined;
  return scheduleDelivery(model, found, { timeMs: nowMs, executionId: newExecutionId() }).body;
}
