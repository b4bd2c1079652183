import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import type { SchedulerSchedule } from "@cdktf/provider-aws/lib/scheduler-schedule";
import type { Function } from "../../kit/function";

/** The start of a job: a rule, or a schedule with its role. */
export interface CreatedTiming {
  readonly function: Function | undefined;
  readonly rule?: CloudwatchEventRule | undefined;
  readonly schedule?: SchedulerSchedule | undefined;
  readonly role?: IamRole | undefined;
}

/** The checked start of a job. Nothing has been created for it. */
export interface PlannedTiming {
  /** `rate(...)`, `cron(...)` or `at(...)` */
  readonly expression: string;
  create(): CreatedTiming;
}
