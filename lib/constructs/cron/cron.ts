import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import type { SchedulerSchedule } from "@cdktf/provider-aws/lib/scheduler-schedule";
import type { Construct } from "constructs";
import { attempt, collectProblems } from "../../facts/errors/problems";
import { claimId } from "../../kit/app/names/construct-name";
import { constructId } from "../../kit/app/names/ids";
import { withoutUndefined } from "../../kit/core/checks/absence";
import { checkKeys, propKeys } from "../../kit/core/checks/check";
import {
  ConstructWithFunctions,
  type EventDestination,
  type Function,
  FunctionsByKey,
  functionRef,
  parseEventDestination,
} from "../../kit/function";
import { fail } from "./errors";
import type { CronMetadata } from "./library";
import type { CreatedTiming } from "./planned-timing";
import type { CronProps } from "./props";
import { planRule } from "./rule";
import { planScheduler, usesScheduler } from "./scheduler";

const cronKeys = propKeys<CronProps>()({
  job: true,
  schedule: "text",
  at: "text",
  timezone: "text",
  flexibleWindow: true,
  start: "text",
  end: "text",
  enabled: "boolean",
  cdk: "map",
});
const remedy = 'Write what runs: job: "functions/report.daily".';
const forms = { function: { cdk: ["target"] } };

/**
 * A function that runs on a schedule: at a rate, at fixed times, or once.
 *
 * Creates an event rule, its target and a permission that lets only this rule invoke the function. With `at`, `timezone`,
 * `flexibleWindow`, `start` or `end`, it creates a schedule of EventBridge Scheduler with a role instead.
 *
 * @example
 * new Cron(stack, "Report", { schedule: "cron(0 6 ? * MON-FRI *)", job: "functions/report.daily" });
 */
export class Cron extends ConstructWithFunctions {
  readonly id: string;
  readonly jobFunction: Function;
  private readonly created: CreatedTiming;
  private readonly timing: Pick<CronMetadata["data"], "schedule" | "timezone">;
  protected readonly functions: FunctionsByKey;

  constructor(scope: Construct, id: string, props: CronProps) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    const planned = collectProblems(() => {
      this.checkProps(given);
      const destination = attempt(() => parseEventDestination(this, "job", given.job, forms, remedy));
      const plan = usesScheduler(given) ? planScheduler : planRule;
      // A refused job ends here, with the problems of the schedule.
      return plan(this, given, destination as EventDestination);
    });
    this.timing = { schedule: planned.expression, timezone: given.timezone };

    this.created = planned.create();
    this.jobFunction = this.created.function ?? fail(this, "prop-required", "job", { remedy });
    this.functions = new FunctionsByKey(this, "job");
    this.functions.add("job", this.jobFunction);
  }

  private checkProps(props: CronProps): void {
    checkKeys(this, "props", props ?? {}, cronKeys);
    if (props?.job === undefined) fail(this, "prop-required", "job", { remedy });
    const { enabled = true, cdk = {} } = props;
    if (typeof enabled !== "boolean") {
      fail(this, "prop-invalid", "enabled", { value: enabled, expected: "true or false" });
    }
    checkKeys(this, "cdk", cdk, ["id", "rule", "schedule"]);
    if (cdk.schedule !== undefined && !usesScheduler(props)) {
      fail(this, "prop-needs", "cdk.schedule", {
        needs: "timezone, at, flexibleWindow, start or end",
      });
    }
  }

  /** Provider objects: `rule`, or `schedule` and `role` of EventBridge Scheduler. */
  get cdk(): {
    /** There is none with a schedule of EventBridge Scheduler; to read it is an error then. */
    readonly rule: CloudwatchEventRule;
    readonly schedule?: SchedulerSchedule | undefined;
    readonly role?: IamRole | undefined;
  } {
    const { rule, schedule, role } = this.created;
    const objects = { schedule, role };
    const read = () => rule ?? fail(this, "cron-without-rule", "cdk.rule", {});
    // A caller that lists the objects does not find a rule that does not exist.
    Object.defineProperty(objects, "rule", { get: read, enumerable: rule !== undefined });
    return objects as typeof objects & { readonly rule: CloudwatchEventRule };
  }

  getConstructMetadata(): CronMetadata {
    const { rule, schedule } = this.created;
    const job = functionRef(this.jobFunction);
    const names = schedule === undefined ? { ruleName: rule?.name } : { scheduleName: schedule.name };
    return { type: "Cron", data: { ...withoutUndefined(this.timing), ...names, job } };
  }
}
