import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { Construct, type IConstruct } from "constructs";
import { type ConstructMetadata, checkOpen, Stack } from "../../app";
import { checkKeys, propKeys } from "../../core/check";
import { overlay } from "../../core/override";
import { checkEventRule, checkRuleName, createEventRule, ruleSource, scheduleOf } from "../../events/rule";
import { parseSchedule } from "../../events/schedule";
import {
  checkEventTarget,
  checkMessageGroup,
  createEventTarget,
  type EventTargetOverride,
} from "../../events/target";
import {
  addFunctionReceiver,
  type Function,
  functionRef,
  HostFunctions,
  parseReceiver,
} from "../../function";
import type { Permissions } from "../../iam/permissions";
import { fail } from "./errors";
import type { CronProps } from "./props";

const cronKeys = propKeys<CronProps>()({ job: true, schedule: true, enabled: true, cdk: true });
const service = "events.amazonaws.com";
const remedy = 'Name what runs: job: "functions/report.daily".';

/**
 * A function that runs again and again, by a rate or at fixed times (UTC).
 *
 * Creates an event rule, its target and a permission by which only this rule may invoke the function.
 *
 * @example
 * new Cron(stack, "Report", { schedule: "cron(0 6 ? * MON-FRI *)", job: "functions/report.daily" });
 */
export class Cron extends Construct {
  readonly id: string;
  readonly jobFunction: Function;
  readonly cdk: { readonly rule: CloudwatchEventRule };
  private readonly schedule: string;
  private readonly functions: HostFunctions;

  constructor(scope: Construct, id: string, props: CronProps) {
    super(scope, props?.cdk?.id ?? id);
    this.id = this.node.id;
    const name = this.checkProps(props);
    this.schedule = this.findSchedule(props);
    const receiver = parseReceiver(this, "job", props.job, { function: { cdk: ["target"] } }, remedy);
    const target = receiver.cdk.target as EventTargetOverride | undefined;
    checkEventTarget(this, "job.cdk.target", target);
    checkMessageGroup(this, "job.cdk.target", target, { isQueue: false });

    const { enabled = true, cdk = {} } = props;
    const config = { name, scheduleExpression: this.schedule };
    const rule = createEventRule(this, "Rule", config, overlay({ enabled }, cdk.rule));
    this.cdk = { rule };
    this.functions = new HostFunctions(this, "job");
    const { arn, function: fn } = addFunctionReceiver({
      owner: this,
      scope: this,
      id: "Job",
      key: "job",
      receiver,
      functions: this.functions,
      permission: { id: "Permission", principal: service, sourceArn: rule.arn },
    });
    this.jobFunction = fn ?? fail(this, "prop-required", "job", { remedy });
    const about = { construct: this, prop: "job", nameProp: "cdk.rule.name", link: this };
    const source = ruleSource(rule, undefined, about);
    createEventTarget(this, "Target", { arn, rule: rule.name, targetId: "Job", source }, target);
  }

  /** Returns the name of the rule. */
  private checkProps(props: CronProps): string {
    checkKeys(this, "props", props ?? {}, cronKeys);
    if (props?.job === undefined) fail(this, "prop-required", "job", { remedy });
    const { enabled, cdk = {} } = props;
    if (enabled !== undefined && typeof enabled !== "boolean") {
      fail(this, "prop-invalid", "enabled", { value: enabled, expected: "true or false" });
    }
    checkKeys(this, "cdk", cdk, ["id", "rule"]);
    checkEventRule(this, "cdk.rule", cdk.rule ?? {}, {
      rejected: {
        eventPattern: "Use the rules of an EventBus.",
        eventBusName: "Leave it out: schedules run on the default bus.",
        eventBus: "Leave it out: schedules run on the default bus.",
      },
    });
    const { name, ruleName, namePrefix } = cdk.rule ?? {};
    const given = name ?? ruleName ?? Stack.of(this).app.logicalPrefixedName(this.node.id);
    const written = name === undefined ? "ruleName" : "name";
    const prop = given === name || given === ruleName ? `cdk.rule.${written}` : "id";
    if (namePrefix === undefined) checkRuleName(this, prop, given, "default");
    return given;
  }

  private findSchedule({ schedule, cdk }: CronProps): string {
    const given = scheduleOf(this, "cdk.rule", cdk?.rule);
    if (given !== undefined) return given;
    if (schedule === undefined) {
      fail(this, "prop-required", "schedule", { remedy: 'Say when it runs: schedule: "rate(5 minutes)".' });
    }
    return parseSchedule(this, "schedule", schedule);
  }

  /** Binds constructs to the job's function. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Lets the job's function do more. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  getConstructMetadata(): ConstructMetadata {
    const job = functionRef(this.jobFunction);
    return { type: "Cron", data: { schedule: this.schedule, ruleName: this.cdk.rule.name, job } };
  }
}
