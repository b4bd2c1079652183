import { formatArn, regionOfArn } from "../../../facts/aws/arns";
import { servicePrincipal } from "../../../facts/aws/principals";
import { matchesPattern } from "../../../facts/event-pattern";
import { jsonOf } from "../../../facts/text/json";
import { block, isValues, json, type Resource, requireText, text, type Values } from "../../../model";
import { inBackground } from "../../invoke";
import type { PendingWork } from "../../pending/pending-work";
import { type BusEvent, createEvent, scheduledEvent } from "../contract/bus-event";
import { inRegion } from "../contract/call-region";
import { missingResource } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";
import type { DeliveryReceiver, Sender, ServiceContext } from "../contract/service";
import { busName, busOf, defaultBus, enabledRules, isOnSameBus, refusedRules } from "./rules";
import {
  enabledSchedules,
  newExecutionId,
  nextScheduledRun,
  Schedules,
  scheduleDelivery,
  scheduledRules,
} from "./schedules";
import { TargetDeliveries } from "./target-delivery";
import { targetGroup, targetInput } from "./transform";

const busType = "aws_cloudwatch_event_bus";

/** A bus with its declarations in the JSON. */
export interface LocalBus {
  readonly name: string;
  readonly arn: string;
  readonly values: Values;
}

/** The event buses of the model: rules, their targets, and schedules. */
export class EventBuses extends ModelResources {
  readonly receiver: DeliveryReceiver = {
    action: "events:PutEvents",
    accept: async ({ targetArn, body }) => {
      const event = jsonOf(body);
      if (isValues(event)) this.route(targetArn, event);
      return this.has(targetArn);
    },
  };
  private readonly schedules: Schedules;
  private readonly targets: TargetDeliveries;

  constructor(context: ServiceContext) {
    super(context);
    this.targets = new TargetDeliveries(context, () => this.model);
    this.schedules = new Schedules(context.scheduleClock ?? context.clock);
    this.take();
  }

  /** Creates an event, of now if its time is not given. */
  event(facts: Values, resources: readonly string[], timeMs = this.now): BusEvent {
    return createEvent(this.model, timeMs, facts, resources);
  }

  /** The bus that every account has, and those of the model. */
  get all(): readonly LocalBus[] {
    const arn = formatArn(this.model, "events", `event-bus/${defaultBus}`);
    const declared = this.model
      .ofType(busType)
      .map(({ values }) => ({ name: requireText(values, "name"), arn: requireText(values, "arn"), values }));
    return [{ name: defaultBus, arn, values: {} }, ...declared];
  }

  /** The rules of a bus, those that are disabled included. */
  rulesOf(bus: string): readonly Resource[] {
    return this.model.ofType("aws_cloudwatch_event_rule").filter((rule) => busOf(rule) === bus);
  }

  targetsOf(rule: Resource): readonly Values[] {
    const name = requireText(rule.values, "name");
    return this.model
      .ofType("aws_cloudwatch_event_target")
      .filter((target) => text(target.values, "rule") === name && isOnSameBus(target, rule))
      .map(({ values }) => values);
  }

  /** A rule or a bus by its ARN. */
  tagged(arn: string): Values | undefined {
    const rule = this.model.find("aws_cloudwatch_event_rule", "arn", arn);
    return rule?.values ?? this.all.find((bus) => bus.arn === arn)?.values;
  }

  /**
   * Takes an event that a function puts. AWS accepts events for a bus that does not exist, and drops them; here the log reports
   * it.
   *
   * Source: https://github.com/aws/aws-cli/issues/9186
   */
  put(bus: string, event: Values): void {
    if (this.has(bus)) return this.route(bus, event);
    const text = missingResource("events", "event bus", busName(bus));
    this.context.report({ event: "warning", text: `An event is lost. ${text}` });
  }

  /** Sends an event to the targets of every rule of a bus that it matches. */
  route(bus: string, event: Values): void {
    const name = busName(bus);
    for (const rule of inRegion(regionOfArn(bus) ?? this.model.region, () => enabledRules(this.model))) {
      const pattern = json(rule.values, "event_pattern");
      if (pattern === undefined || busOf(rule) !== name || !matchesPattern(pattern, event)) continue;
      inBackground("event bus", this.send(rule, event));
    }
  }

  /** Whether a bus is in the app, or has rules in it. */
  private has(bus: string): boolean {
    const name = busName(bus);
    const isRuled = () => this.model.ofType("aws_cloudwatch_event_rule").some((rule) => busOf(rule) === name);
    return name === defaultBus || this.model.find(busType, "name", name) !== undefined || isRuled();
  }

  resume(): void {
    this.targets.retries.resume();
  }

  pending(): PendingWork {
    return this.targets.pending();
  }

  protected override take(): void {
    this.planSchedules();
    for (const text of refusedRules(this.model)) this.context.report({ event: "warning", text });
  }

  async stop(): Promise<void> {
    this.schedules.cancel();
    await this.targets.retries.stop();
  }

  private planSchedules(): void {
    if (!this.context.runsSchedules) return;
    const rules = scheduledRules(this.model, (rule) => {
      this.logSchedule(`rule ${requireText(rule.values, "name")}`, requireText(rule.values, "arn"));
      inBackground("event bus", this.send(rule, scheduledEvent(this.model, this.now, rule)));
    });
    const schedules = enabledSchedules(this.model).map((schedule) => ({
      address: schedule.address,
      next: (after: number) => nextScheduledRun(schedule, after),
      run: (timeMs: number) => this.runSchedule(schedule, timeMs),
    }));
    this.schedules.plan([...rules, ...schedules]);
  }

  private runSchedule(schedule: Resource, timeMs: number): void {
    const executionId = newExecutionId();
    const delivery = scheduleDelivery(this.model, schedule, { timeMs, executionId });
    const scheduleArn = requireText(schedule.values, "arn");
    const origin = { kind: "schedule", scheduleArn, scheduledMs: timeMs, executionId } as const;
    this.logSchedule(delivery.source, delivery.targetArn);
    const target = block(schedule.values, "target") ?? {};
    inBackground("event bus", this.targets.send({ delivery, target, origin }));
  }

  private logSchedule(source: string, target: string): void {
    this.context.report({ event: "delivery", kind: "schedule", source, target, text: `${source} runs` });
  }

  private async send(rule: Resource, event: Values): Promise<void> {
    const name = requireText(rule.values, "name");
    const targets = this.targetsOf(rule);
    const ruleArn = requireText(rule.values, "arn");
    const sending = { ruleArn, ruleName: name, ingestedMs: this.now };
    const origin = { kind: "rule", ruleArn, event: JSON.stringify(event) } as const;
    const deliveries = targets.map((target) => {
      const body = targetInput(target, event, sending);
      if (body === undefined) return this.reportLost(name, text(target, "target_id"));
      const delivery = {
        targetArn: requireText(target, "arn"),
        body,
        source: `rule ${name}`,
        sender: senderOf(rule, text(target, "role_arn")),
        groupId: targetGroup(target, event),
      };
      return this.targets.send({ delivery, target, origin });
    });
    await Promise.all(deliveries);
  }

  /** AWS drops such an event without a word. */
  private reportLost(rule: string, targetId = "target"): void {
    const problem =
      "its filled input template is not JSON. Write placeholders of objects and arrays without quotes";
    this.context.report({
      event: "warning",
      text: `An event is lost at ${targetId} of rule ${rule}: ${problem}.`,
    });
  }
}

/** A target with a role is sent to with its permissions, another one with those that it gives to the rule. */
function senderOf({ values }: Resource, roleArn: string | undefined): Sender {
  return roleArn === undefined
    ? { service: servicePrincipal("events"), sourceArn: requireText(values, "arn") }
    : { roleArn, sessionName: requireText(values, "name") };
}
