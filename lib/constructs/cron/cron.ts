import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import type { SchedulerSchedule } from "@cdktf/provider-aws/lib/scheduler-schedule";
import type { Construct } from "constructs";
import { servicePrincipal } from "../../facts/aws/principals";
import { attempt, collectProblems, together } from "../../facts/errors/problems";
import { claimId, constructId, prefixedName } from "../../kit/app";
import {
  checkKeys,
  isPlainObject,
  overlay,
  propKeys,
  refuseValue,
  requireProp,
  withoutUndefined,
} from "../../kit/core";
import {
  createEventRule,
  createEventTarget,
  type EventRuleOverride,
  type EventTargetOverride,
  eventTargetConfigs,
  parseEventRule,
  parseEventTarget,
  parseSchedule,
  type RulePlace,
  ruleSource,
} from "../../kit/events";
import {
  ConstructWithFunctions,
  type EventDestination,
  type Function,
  FunctionsByKey,
  functionRef,
  parseEventDestination,
  planFunctionDestination,
} from "../../kit/function";
import { fail } from "./errors";
import type { CronMetadata } from "./library";
import type { CronProps } from "./props";
import { planScheduler, usesScheduler } from "./scheduler";

/** The start of a job: a rule, or a schedule with its role. */
interface CreatedTiming {
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
const forms = { function: { cdk: ["target"], configs: eventTargetConfigs } };

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
    requireProp(this, "job", props?.job, remedy);
    const { enabled = true, cdk = {} } = props;
    if (typeof enabled !== "boolean") refuseValue(this, "enabled", enabled, "true or false");
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

const service = servicePrincipal("events");
const defaultBus = "Leave it out: schedules run on the default bus.";
const rejected = {
  eventPattern: "Use the rules of an EventBus.",
  eventBusName: defaultBus,
  eventBus: defaultBus,
};

/** Plans an event rule with a target, and the permission that lets only this rule invoke the job. */
function planRule(cron: Cron, props: CronProps, destination: EventDestination): PlannedTiming {
  let created: CloudwatchEventRule | undefined;
  const [{ place, parsed, schedule, source, target }, job] = together(
    () => {
      const rule = parseRule(cron, props);
      const about = { construct: cron, prop: "job", nameProp: "cdk.rule.name", link: cron };
      const arn = () => (created as CloudwatchEventRule).arn;
      const source = ruleSource(rule.parsed, { arn, busName: undefined }, about);
      const override = destination.cdk.target as EventTargetOverride | undefined;
      const checked = { source, isQueue: false };
      const target = parseEventTarget(cron, "job.cdk.target", override, checked);
      return { ...rule, source, target };
    },
    () => planFunctionDestination({ owner: cron, scope: cron, id: "Job", destination }),
  );
  return {
    expression: schedule,
    create() {
      const rule = createEventRule(place, { ...parsed, scheduleExpression: schedule }, {});
      created = rule;
      const { arn, ...called } = job.create({ id: "Permission", principal: service, sourceArn: rule.arn });
      const { permission: allowedBy } = called;
      createEventTarget(cron, "Target", { arn, rule: rule.name, targetId: "Job", allowedBy, source }, target);
      return { function: called.function, rule };
    },
  };
}

function parseRule(cron: Cron, { enabled = true, schedule, cdk = {} }: CronProps) {
  const place: RulePlace = {
    owner: cron,
    prop: "cdk.rule",
    scope: cron,
    id: "Rule",
    busName: "default",
    fallback: { name: prefixedName(cron), prop: "id" },
  };
  const parsed = parseEventRule(place, ruleOverride(enabled, cdk.rule), rejected);
  if (parsed.scheduleExpression === undefined && schedule === undefined) {
    fail(cron, "prop-required", "schedule", {
      remedy: 'Write when it runs: schedule: "rate(5 minutes)".',
    });
  }
  return {
    place,
    parsed,
    schedule: parsed.scheduleExpression ?? parseSchedule(cron, "schedule", schedule),
  };
}

/** The override with the prop `enabled`; an invalid override is left for its own check. */
function ruleOverride(enabled: boolean, given: EventRuleOverride = {}): EventRuleOverride {
  return isPlainObject(given) ? overlay({ enabled }, given) : given;
}
