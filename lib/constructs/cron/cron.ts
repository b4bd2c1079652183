import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { Construct } from "constructs";
import { checkOpen } from "../../app";
import { claimId, prefixedName } from "../../app/construct-name";
import { constructId } from "../../app/ids";
import { withoutUndefined } from "../../core/absence";
import { checkKeys, isPlainObject, propKeys } from "../../core/check";
import { overlay } from "../../core/override";
import {
  createEventRule,
  type EventRuleOverride,
  parseEventRule,
  type RulePlace,
  ruleSource,
} from "../../events/rule";
import { parseSchedule } from "../../events/schedule";
import { createEventTarget, type EventTargetOverride, parseEventTarget } from "../../events/target";
import {
  type BindingEntry,
  type Function,
  FunctionsByKey,
  functionRef,
  parseEventDestination,
  planFunctionDestination,
} from "../../function";
import type { Permissions } from "../../iam/permissions";
import { fail } from "./errors";
import type { CronMetadata } from "./library";
import type { CronProps } from "./props";

const cronKeys = propKeys<CronProps>()({ job: true, schedule: "text", enabled: "boolean", cdk: "map" });
const service = "events.amazonaws.com";
const remedy = 'Write what runs: job: "functions/report.daily".';
const forms = { function: { cdk: ["target"] } };
const defaultBus = "Leave it out: schedules run on the default bus.";
const rejected = {
  eventPattern: "Use the rules of an EventBus.",
  eventBusName: defaultBus,
  eventBus: defaultBus,
};

/**
 * A function that runs on a schedule, at a rate or at fixed times (UTC).
 *
 * Creates an event rule, its target and a permission that lets only this rule invoke the function.
 *
 * @example
 * new Cron(stack, "Report", { schedule: "cron(0 6 ? * MON-FRI *)", job: "functions/report.daily" });
 */
export class Cron extends Construct {
  readonly id: string;
  readonly jobFunction: Function;
  readonly cdk: { readonly rule: CloudwatchEventRule };
  private readonly schedule: string;
  private readonly functions: FunctionsByKey;

  constructor(scope: Construct, id: string, given: CronProps) {
    super(scope, constructId(scope, id, given));
    const props = withoutUndefined(given);
    this.id = claimId(this);
    const { place, parsed, schedule } = this.parseRule(props);
    this.schedule = schedule;
    const destination = parseEventDestination(this, "job", props.job, forms, remedy);
    const about = { construct: this, prop: "job", nameProp: "cdk.rule.name", link: this };
    const sourceWith = (arn: string) => ruleSource(parsed, { arn, busName: undefined }, about);
    const override = destination.cdk.target as EventTargetOverride | undefined;
    const target = parseEventTarget(this, "job.cdk.target", override, {
      source: sourceWith(""),
      isQueue: false,
    });
    const job = planFunctionDestination({ owner: this, scope: this, id: "Job", destination });

    const rule = createEventRule(place, { ...parsed, scheduleExpression: schedule }, {});
    this.cdk = { rule };
    const created = job.create({ id: "Permission", principal: service, sourceArn: rule.arn });
    this.jobFunction = created.function ?? fail(this, "prop-required", "job", { remedy });
    this.functions = new FunctionsByKey(this, "job");
    this.functions.add("job", this.jobFunction);
    const { arn } = created;
    const source = sourceWith(rule.arn);
    createEventTarget(this, "Target", { arn, rule: rule.name, targetId: "Job", source }, target);
  }

  private parseRule(props: CronProps) {
    checkKeys(this, "props", props ?? {}, cronKeys);
    if (props?.job === undefined) fail(this, "prop-required", "job", { remedy });
    const { enabled = true, schedule, cdk = {} } = props;
    if (typeof enabled !== "boolean") {
      fail(this, "prop-invalid", "enabled", { value: enabled, expected: "true or false" });
    }
    checkKeys(this, "cdk", cdk, ["id", "rule"]);
    const place: RulePlace = {
      owner: this,
      prop: "cdk.rule",
      scope: this,
      id: "Rule",
      busName: "default",
      fallback: { name: prefixedName(this), prop: "id" },
    };
    const parsed = parseEventRule(place, ruleOverride(enabled, cdk.rule), rejected);
    if (parsed.scheduleExpression === undefined && schedule === undefined) {
      fail(this, "prop-required", "schedule", {
        remedy: 'Write when it runs: schedule: "rate(5 minutes)".',
      });
    }
    return {
      place,
      parsed,
      schedule: parsed.scheduleExpression ?? parseSchedule(this, "schedule", schedule),
    };
  }

  /** Binds constructs to the job's function. */
  bind(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Gives the job's function more permissions. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  getConstructMetadata(): CronMetadata {
    const job = functionRef(this.jobFunction);
    return { type: "Cron", data: { schedule: this.schedule, ruleName: this.cdk.rule.name, job } };
  }
}

/** The override with the prop `enabled`; an invalid override is left for its own check. */
function ruleOverride(enabled: boolean, given: EventRuleOverride = {}): EventRuleOverride {
  return isPlainObject(given) ? overlay({ enabled }, given) : given;
}
