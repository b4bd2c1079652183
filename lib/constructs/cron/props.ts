import type { EventRuleOverride } from "../../events/rule";
import type { ScheduleExpression } from "../../events/schedule";
import type { EventTargetOverride } from "../../events/target";
import type { FunctionReference } from "../../function";

/** A job with its own settings. */
export interface CronJobProps {
  readonly function: FunctionReference;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the rule's target, and `event`, the input of the job. @default - none */
        readonly target?: EventTargetOverride | undefined;
      }
    | undefined;
}

/** Props of a cron job. */
export interface CronProps {
  /** The function that runs. */
  readonly job: FunctionReference | CronJobProps;
  /** When it runs, in UTC: `rate(...)` or `cron(...)`. @default - required, unless `cdk.rule.schedule` is given */
  readonly schedule?: ScheduleExpression | undefined;
  /** With `false`, everything is created, but nothing runs. @default true */
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
      }
    | undefined;
}
