import type { SchedulerScheduleConfig } from "@cdktf/provider-aws/lib/scheduler-schedule";
import type { Duration, Override } from "../../kit/core";
import type { EventRuleOverride, EventTargetOverride, ScheduleExpression } from "../../kit/events";
import type { FunctionReference } from "../../kit/function";

/** Keys that override a schedule of EventBridge Scheduler. */
export type CronScheduleOverride = Override<
  Omit<
    SchedulerScheduleConfig,
    | "scheduleExpression"
    | "scheduleExpressionTimezone"
    | "flexibleTimeWindow"
    | "startDate"
    | "endDate"
    | "state"
    | "target"
  >
>;

/** A job with its own settings. */
export interface CronJobProps {
  /** The function that runs on schedule. */
  readonly function: FunctionReference;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /**
         * Keys that override the rule's target, and `event`, the input of the job. For EventBridge Scheduler only `event`,
         * `retryAttempts`, `maxEventAge` and `deadLetterQueue`.
         *
         * @default - none
         */
        readonly target?: EventTargetOverride | undefined;
      }
    | undefined;
}

/** Props of a cron job. */
export interface CronProps {
  /** The function that runs. */
  readonly job: FunctionReference | CronJobProps;
  /** When it runs: `rate(...)` or `cron(...)`, in UTC or in `timezone`. @default - required, unless `at` or `cdk.rule.schedule` is given */
  readonly schedule?: ScheduleExpression | undefined;
  /**
   * Runs the job once, at this date and time of day in `timezone`: `"2030-01-31T09:00"`.
   *
   * After that time, the schedule has no effect: remove the Cron. AWS refuses to create or change a schedule for a
   * time in the past, and synthesis prints a notice.
   *
   * @default - it runs by `schedule`
   */
  readonly at?: string | undefined;
  /** The time zone of `at` or of a `cron(...)` schedule: `"Europe/Berlin"`. It follows daylight saving time. @default "UTC" */
  readonly timezone?: string | undefined;
  /** AWS starts the job at any time within this window after the scheduled time: 1 minute to 24 hours. @default - within a minute */
  readonly flexibleWindow?: Duration | undefined;
  /** The schedule begins at this time, in UTC or with an offset: `"2030-01-01T00:00:00Z"`. @default - at once */
  readonly start?: string | undefined;
  /** The schedule ends at this time, in UTC or with an offset. @default - never */
  readonly end?: string | undefined;
  /** With `false`, the library creates all resources, but the job does not run. @default true */
  readonly enabled?: boolean | undefined;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /**
         * Keys that override the rule. `schedule` also accepts `{ rate: "5 minutes" }` and the fields of a cron
         * expression: `{ minute: "0", hour: "4" }`. It replaces the prop `schedule`.
         *
         * @default - none
         */
        readonly rule?: EventRuleOverride | undefined;
        /** Keys that override the schedule of EventBridge Scheduler, such as `groupName` and `kmsKeyArn`. @default - none */
        readonly schedule?: CronScheduleOverride | undefined;
      }
    | undefined;
}
