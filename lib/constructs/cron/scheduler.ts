import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { SchedulerSchedule, type SchedulerScheduleConfig } from "@cdktf/provider-aws/lib/scheduler-schedule";
import { together } from "../../facts/errors/problems";
import { prefixedName, Stack } from "../../kit/app";
import {
  checkKeys,
  checkOverride,
  isFifoTarget,
  isUnresolved,
  keyTable,
  limits,
  namePrefix,
  overlay,
  requireWithin,
  withoutUndefined,
} from "../../kit/core";
import {
  checkPeriod,
  checkTimeZone,
  type EventTargetOverride,
  isOver,
  parseAt,
  parseDate,
  parseInput,
  parseRetryPolicy,
  parseSchedule,
  parseWindow,
} from "../../kit/events";
import {
  type EventDestination,
  type Function,
  type FunctionReference,
  type ParsedDestination,
  parseDestination,
  planReference,
  RolePolicies,
} from "../../kit/function";
import { resolvePermissions, resourceTrust } from "../../kit/iam";
import type { Cron, PlannedTiming } from "./cron";
import { fail } from "./errors";
import type { CronProps } from "./props";

const schedulerProps = ["at", "timezone", "flexibleWindow", "start", "end"] as const;
const targetKeys = keyTable({
  event: true,
  retryAttempts: true,
  maxEventAge: true,
  deadLetterQueue: true,
});
const rejected = {
  scheduleExpression: "Use schedule or at.",
  scheduleExpressionTimezone: "Use timezone.",
  flexibleTimeWindow: "Use flexibleWindow.",
  startDate: "Use start.",
  endDate: "Use end.",
  state: "Use enabled.",
  target: "Use job and job.cdk.target.",
};

/** EventBridge Scheduler takes 256 KB of input. */
const longestInput = 256 * 1024;

/** Whether a prop is given that rules do not have. */
export function usesScheduler(props: CronProps): boolean {
  return schedulerProps.some((prop) => props[prop] !== undefined);
}

/** Plans a schedule of EventBridge Scheduler, and the role with which it may invoke only the job. */
export function planScheduler(cron: Cron, props: CronProps, destination: EventDestination): PlannedTiming {
  const { enabled = true, cdk = {} } = props;
  if (cdk.rule !== undefined) fail(cron, "props-exclude", "cdk.rule", { other: givenProp(props) });
  const override = withoutUndefined(cdk.schedule ?? {});
  checkOverride(cron, "cdk.schedule", override, SchedulerSchedule, { rejected });
  if (override.name === undefined && override.namePrefix === undefined) {
    requireWithin(cron, "id", prefixedName(cron), limits.aws_scheduler_schedule.name);
  }
  const host = { owner: cron, scope: cron, defaults: undefined, waits: false };
  const [timing, target, job] = together(
    () => parseTiming(cron, props),
    () => parseTarget(cron, destination.cdk.target as EventTargetOverride | undefined),
    () => planReference(host, "Job", destination.prop, destination.value as FunctionReference),
  );
  return {
    expression: timing.scheduleExpression,
    create() {
      noteOver(cron, timing);
      const fn = job.create();
      const { groupName = "default" } = override;
      const { role, policies } = createRole(cron, groupName, fn, target.deadLetters);
      const config: SchedulerScheduleConfig = {
        ...timing,
        ...(override.namePrefix === undefined && { name: prefixedName(cron) }),
        // The state is always set: Terraform would ignore a state that was changed by hand.
        state: enabled ? "ENABLED" : "DISABLED",
        target: { arn: fn.functionArn, roleArn: role.arn, ...target.config },
      };
      const schedule = new SchedulerSchedule(cron, "Schedule", overlay(config, override));
      policies.addInvoker(schedule);
      return { function: fn, schedule, role };
    },
  };
}

/**
 * Notes times in the past. They are not errors: the schedule stays in AWS after its last run, and a later deployment of the app
 * leaves it alone. AWS refuses only to create or change a schedule that would run once.
 */
function noteOver(
  cron: Cron,
  { scheduleExpression, scheduleExpressionTimezone = "UTC", endDate = "" }: ReturnType<typeof parseTiming>,
): void {
  const isOnce = scheduleExpression.startsWith("at(");
  const isAtOver = isOnce && isOver(scheduleExpression, scheduleExpressionTimezone);
  // A reference has no time.
  const isEndOver = Date.parse(endDate) <= Date.now();
  if (!isAtOver && !isEndOver) return;
  const refused =
    "AWS refuses to create or change a schedule for that time, and one that has run does nothing";
  Stack.of(cron).app.addNotice(
    `serverform: ${isAtOver ? "at" : "end"} of a Cron is in the past: ${isAtOver ? refused : "its job never runs again"}; write ` +
      "a later time, or remove the Cron",
    cron,
  );
}

function givenProp(props: CronProps): string {
  return schedulerProps.find((prop) => props[prop] !== undefined) ?? "at";
}

function parseTiming(cron: Cron, { schedule, at, timezone, flexibleWindow, start, end }: CronProps) {
  if (at !== undefined) {
    const others = { schedule, start, end };
    for (const other of ["schedule", "start", "end"] as const) {
      if (others[other] !== undefined) fail(cron, "props-exclude", other, { other: "at" });
    }
  }
  if (at === undefined && schedule === undefined) {
    fail(cron, "prop-required", "schedule", {
      remedy: 'Write when it runs: schedule: "cron(0 8 * * ? *)".',
    });
  }
  if (timezone !== undefined) checkTimeZone(cron, "timezone", timezone);
  const expression = at === undefined ? parseSchedule(cron, "schedule", schedule) : parseAt(cron, "at", at);
  if (timezone !== undefined && expression.startsWith("rate(")) {
    fail(cron, "time-zone-rate", "timezone", { value: timezone });
  }
  const [startDate, endDate] = (["start", "end"] as const).map((prop) => {
    const value = { start, end }[prop];
    return value === undefined ? undefined : parseDate(cron, prop, value);
  });
  checkPeriod(cron, "end", startDate, endDate);
  const minutes =
    flexibleWindow === undefined ? undefined : parseWindow(cron, "flexibleWindow", flexibleWindow);
  return {
    scheduleExpression: expression,
    scheduleExpressionTimezone: timezone,
    startDate,
    endDate,
    flexibleTimeWindow:
      minutes === undefined ? { mode: "OFF" } : { mode: "FLEXIBLE", maximumWindowInMinutes: minutes },
  };
}

function parseTarget(cron: Cron, given: EventTargetOverride = {}) {
  const prop = "job.cdk.target";
  checkKeys(cron, prop, given, targetKeys);
  const { deadLetterQueue } = given;
  const at = `${prop}.deadLetterQueue`;
  const deadLetters =
    deadLetterQueue === undefined
      ? undefined
      : parseDestination(cron, at, deadLetterQueue, cron, ["aws_sqs_queue"]);
  if (isFifoTarget(deadLetterQueue)) {
    const value = typeof deadLetterQueue === "string" ? deadLetterQueue : deadLetterQueue?.node.path;
    fail(cron, "dead-letter-fifo", at, { value });
  }
  return {
    deadLetters,
    config: {
      input: parseInput(cron, prop, given, longestInput),
      retryPolicy: parseRetryPolicy(cron, prop, given),
      deadLetterConfig: deadLetters && { arn: deadLetters.arn },
    },
  };
}

/**
 * Only schedules of the group may assume the role.
 *
 * Source: https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
 */
function createRole(cron: Cron, groupName: string, fn: Function, deadLetters: ParsedDestination | undefined) {
  const group = isUnresolved(groupName) ? "*" : groupName;
  const role = new IamRole(cron, "Role", {
    namePrefix: namePrefix(prefixedName(cron), 37),
    assumeRolePolicy: resourceTrust(Stack.of(cron), "scheduler", `schedule-group/${group}`),
  });
  const policies = new RolePolicies(cron, "Policies", role, { isWithoutFunction: true });
  policies.addOwn(resolvePermissions(cron, "job", [[fn, "grantInvoke"]]));
  if (deadLetters !== undefined) {
    policies.addOwn(resolvePermissions(cron, "job.cdk.target.deadLetterQueue", [deadLetters.permission]));
  }
  return { role, policies };
}
