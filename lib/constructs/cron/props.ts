import type { EventRuleOverride } from "../../events/rule";
import type { ScheduleExpression } from "../../events/schedule";
import type { EventTargetOverride } from "../../events/target";
import type { FunctionReference } from "../../function";

/** A job with settings of its own. */
export interface CronJobProps {
  readonly function: FunctionReference;
  /** Configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Keys laid over the rule's target, and what the job is handed: `event`. @default - nothing */
    readonly target?: EventTargetOverride;
  };
}

/** Props of a cron job. */
export interface CronProps {
  /** What runs. */
  readonly job: FunctionReference | CronJobProps;
  /** When it runs, in UTC: `rate(...)` or `cron(...)`. @default - required, unless `cdk.rule.schedule` says it */
  readonly schedule?: ScheduleExpression;
  /** False keeps everything but runs nothing. @default true */
  readonly enabled?: boolean;
  /** Configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /**
     * Keys laid over the rule. `schedule` takes `{ rate: "5 minutes" }` and the parts of a time table too:
     * `{ minute: "0", hour: "4" }`. It wins over the prop `schedule`.
     *
     * @default - nothing
     */
    readonly rule?: EventRuleOverride;
  };
}
