import { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import type { Construct } from "constructs";
import { checkKeys, isPlainObject, propKeys } from "../../core/check";
import { checkOverride, findImport } from "../../core/override";
import { checkEventRule, scheduleOf } from "../../events/rule";
import { functionKeys } from "../../function";
import { fail } from "./errors";
import type { EventBusProps, EventBusRuleOverride, EventBusRuleProps } from "./props";

const busKeys = propKeys<EventBusProps>()({ rules: true, defaults: true, cdk: true });
const ruleKeys = propKeys<EventBusRuleProps>()({ pattern: true, targets: true, cdk: true });
const ofBus = "It is the bus that the rule belongs to.";

/** Refuses props that cannot work, before anything is created. */
export function checkEventBusProps(bus: Construct, props: EventBusProps): void {
  checkKeys(bus, "props", props, busKeys);
  checkKeys(bus, "defaults", props.defaults ?? {}, ["function"]);
  checkKeys(bus, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  checkKeys(bus, "cdk", props.cdk ?? {}, ["id", "eventBus"]);
  const given = props.cdk?.eventBus;
  if (given === undefined || findImport(bus, "cdk.eventBus", given, "aws_cloudwatch_event_bus") !== undefined)
    return;
  checkOverride(bus, "cdk.eventBus", given, CloudwatchEventBus);
  const { name } = given as { name?: unknown };
  if (name === "default") fail(bus, "event-bus-default", "cdk.eventBus.name", {});
}

/** Refuses a rule that cannot work. */
export function checkRule(
  bus: Construct,
  prop: string,
  rule: EventBusRuleProps,
  isDefault: boolean | undefined,
): void {
  const { pattern, cdk = {} } = rule ?? {};
  if (!isPlainObject(rule)) {
    const expected = 'an object: { pattern: { source: ["shop"] }, targets: { ... } }';
    fail(bus, "prop-invalid", prop, { value: rule, expected });
  }
  checkKeys(bus, prop, rule, ruleKeys);
  checkKeys(bus, `${prop}.cdk`, cdk, ["rule"]);
  const given: EventBusRuleOverride = cdk.rule ?? {};
  const at = `${prop}.cdk.rule`;
  checkEventRule(bus, at, given, { rejected: { eventBus: ofBus, eventBusName: ofBus } });
  const schedule = scheduleOf(bus, at, given);
  const { eventPattern } = given;
  if (schedule === undefined && pattern === undefined && eventPattern === undefined) {
    fail(bus, "rule-without-trigger", prop, {});
  }
  if (schedule !== undefined && isDefault === false) {
    const written = given.scheduleExpression === undefined ? "schedule" : "scheduleExpression";
    fail(bus, "rule-schedule-bus", `${at}.${written}`, { value: schedule });
  }
}
