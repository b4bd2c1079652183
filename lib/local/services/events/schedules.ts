import { randomBytes } from "node:crypto";
import { Cron } from "croner";
import { jsonOf } from "../../../facts/text/json";
import { block, type Model, type Resource, requireText, text, type Values } from "../../../model";
import { contained, type Timers } from "../../invoke";
import { createEvent, scheduledEvent } from "../contract/bus-event";
import type { Delivery } from "../contract/service";
import { enabledRules } from "./rules";
import { targetInput } from "./transform";

/**
 * The next run of a schedule after a time, in milliseconds since 1970; undefined when it never runs again.
 *
 * `rate(5 minutes)` counts from the start; `cron(0 8 ? * MON-FRI *)` and `at(2030-01-31T09:00:00)` are in the time zone.
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
export function nextRun(expression: string, after: number, timezone = "UTC"): number | undefined {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression.trim());
  if (rate !== null) return after + Number(rate[1]) * unitMs[rate[2] as keyof typeof unitMs];
  const [, kind, content = ""] = /^(cron|at)\((.*)\)$/.exec(expression.trim()) ?? [];
  if (kind === undefined) return undefined;
  try {
    return new Cron(kind === "at" ? content : translate(content), { timezone, sloppyRanges: true })
      .nextRun(new Date(after))
      ?.getTime();
  } catch {
    return undefined;
  }
}

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The library counts weekdays from 0, starts with seconds, and does not support `?`. */
function translate(cron: string): string {
  const [minute, hour, day, month, weekDay = "*", year = "*"] = cron.trim().split(/\s+/);
  const shifted = weekDay.replace(/(?<![#\d/])[1-7](?!\d)/g, (digit) => String(Number(digit) - 1));
  const fields = [minute, hour, day, month, shifted].map((field) => (field === "?" ? "*" : field));
  return ["0", ...fields, year].join(" ");
}

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
interface ScheduleRun {
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
function schedulerInput(model: Model, targetArn: string, nowMs: number): string | undefined {
  const found = enabledSchedules(model).find(
    ({ values }) => text(block(values, "target") ?? {}, "arn") === targetArn,
  );
  if (found === undefined) return undefined;
  return scheduleDelivery(model, found, { timeMs: nowMs, executionId: newExecutionId() }).body;
}

/** setTimeout overflows at 2^31 milliseconds, so that a later run is planned in steps. */
const longestWaitMs = 86_400_000;

/** Something that runs at times. */
interface Scheduled {
  readonly address: string;
  /** The next run after a time; undefined when it never runs again. */
  next(after: number): number | undefined;
  run(timeMs: number): void;
}

/** Runs schedules. */
export class Schedules {
  /** Cancels the next run of a schedule, by its address. */
  private readonly planned = new Map<string, () => void>();

  constructor(private readonly clock: Timers) {}

  /** Plans these schedules instead of those that were planned before. */
  plan(all: readonly Scheduled[]): void {
    this.cancel();
    for (const each of all) this.planNext(each);
  }

  cancel(): void {
    for (const cancel of this.planned.values()) cancel();
    this.planned.clear();
  }

  private planNext(scheduled: Scheduled, after = this.clock.now()): void {
    const next = scheduled.next(after);
    if (next !== undefined) this.plannedAt(scheduled, next);
  }

  private plannedAt(scheduled: Scheduled, next: number): void {
    const { clock } = this;
    const wait = Math.min(next - clock.now(), longestWaitMs);
    const cancel = clock.after(
      wait,
      contained("schedule", () => {
        if (clock.now() < next) return this.plannedAt(scheduled, next);
        scheduled.run(next);
        // A rate counts from run to run, so that it does not drift. Runs that a sleeping machine missed are left out.
        const following = scheduled.next(next);
        this.planNext(scheduled, following !== undefined && following > clock.now() ? next : clock.now());
      }),
    );
    this.planned.set(scheduled.address, cancel);
  }
}

/** The rules of a model that have a schedule. */
export function scheduledRules(model: Model, run: (rule: Resource) => void): readonly Scheduled[] {
  return enabledRules(model).flatMap((rule) => {
    const expression = text(rule.values, "schedule_expression");
    if (expression === undefined) return [];
    const { address } = rule;
    return [{ address, next: (after) => nextRun(expression, after), run: () => run(rule) }];
  });
}

/** The input that a schedule would send to a target now; undefined if no schedule has the target. */
export function eventScheduledInput(model: Model, targetArn: string, nowMs: number): string | undefined {
  const rules = new Map(enabledRules(model).map((rule) => [requireText(rule.values, "name"), rule]));
  for (const { values } of model.ofType("aws_cloudwatch_event_target")) {
    const rule = rules.get(text(values, "rule") ?? "");
    const isScheduled = rule !== undefined && text(rule.values, "schedule_expression") !== undefined;
    if (isScheduled && text(values, "arn") === targetArn) {
      const sending = {
        ruleArn: requireText(rule.values, "arn"),
        ruleName: requireText(rule.values, "name"),
        ingestedMs: nowMs,
      };
      return targetInput(values, scheduledEvent(model, nowMs, rule), sending);
    }
  }
  return schedulerInput(model, targetArn, nowMs);
}
