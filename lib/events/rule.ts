import {
  CloudwatchEventRule,
  type CloudwatchEventRuleConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import type { App } from "../app/app";
import { Stack } from "../app/stack";
import { literalName } from "../core/literal-name";
import { checkOverride, type Override, overlay } from "../core/override";
import type { PolicySource } from "../iam/policy-source";
import { fail } from "./errors";
import { parseSchedule, type Schedule } from "./schedule";

/** Keys laid over an event rule. */
export interface EventRuleOverride
  extends Override<Omit<CloudwatchEventRuleConfig, "eventBusName" | "eventPattern" | "isEnabled">> {
  /** Name of the rule in AWS; the same as `name`. @default - from the names of app and stage */
  readonly ruleName?: string;
  /** False keeps the rule but hands over nothing. @default true */
  readonly enabled?: boolean;
  /** When the rule hands over an event by itself: an expression, `{ rate }`, or the parts of a time table. @default - never */
  readonly schedule?: Schedule;
}

/** Refuses keys laid over a rule that cannot work. */
export function checkEventRule(
  owner: Construct,
  prop: string,
  given: unknown,
  {
    extra = [],
    rejected,
  }: { readonly extra?: readonly string[]; readonly rejected: Readonly<Record<string, string>> },
): void {
  checkOverride(owner, prop, given, CloudwatchEventRule, {
    extra: ["ruleName", "enabled", "schedule", ...extra],
    rejected: { isEnabled: "Use enabled.", ...rejected },
  });
  const { enabled, schedule, scheduleExpression } = given as EventRuleOverride;
  if (enabled !== undefined && typeof enabled !== "boolean") {
    fail(owner, "prop-invalid", `${prop}.enabled`, { value: enabled, expected: "true or false" });
  }
  if (schedule !== undefined) parseSchedule(owner, `${prop}.schedule`, schedule);
  if (scheduleExpression !== undefined)
    parseSchedule(owner, `${prop}.scheduleExpression`, scheduleExpression);
}

/** The schedule among the keys laid over a rule; undefined when there is none. */
export function scheduleOf(
  owner: Construct,
  prop: string,
  given: EventRuleOverride = {},
): string | undefined {
  const { schedule, scheduleExpression } = given;
  return (
    scheduleExpression ??
    (schedule === undefined ? undefined : parseSchedule(owner, `${prop}.schedule`, schedule))
  );
}

const namesOf = new WeakMap<App, Map<string, string>>();

/**
 * Refuses a name that AWS refuses for a rule, or that another rule of the app has on the same bus: the second one
 * would take the place of the first.
 *
 * @param busName - undefined when it is not known yet
 */
export function checkRuleName(
  owner: Construct,
  prop: string,
  name: unknown,
  busName: string | undefined,
): void {
  if (Token.isUnresolved(name)) return;
  // Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html
  if (typeof name !== "string" || !/^[.\-_A-Za-z0-9]+$/.test(name)) {
    fail(owner, "prop-invalid", prop, { value: name, expected: "letters, digits, ., - and _" });
  }
  if (name.length > 64) fail(owner, "name-too-long", prop, { value: name, length: name.length, limit: 64 });
  if (busName === undefined) return;
  const { app } = Stack.of(owner);
  const names = namesOf.get(app) ?? new Map<string, string>();
  namesOf.set(app, names);
  const key = `${busName}/${name}`;
  const other = names.get(key);
  if (other !== undefined) fail(owner, "rule-name-duplicate", prop, { value: name, other });
  names.set(key, owner.node.path);
}

/** Creates a rule. Its state is always written: one left out would keep what somebody has set by hand. */
export function createEventRule(
  scope: Construct,
  id: string,
  config: CloudwatchEventRuleConfig & { readonly name: string },
  given: EventRuleOverride = {},
): CloudwatchEventRule {
  const { ruleName, enabled = true, schedule: _, ...override } = given;
  const { name, ...rest } = config;
  const named = override.namePrefix === undefined ? { name: ruleName ?? name } : {};
  return new CloudwatchEventRule(
    scope,
    id,
    overlay<CloudwatchEventRuleConfig>(
      { state: enabled ? "ENABLED" : "DISABLED", ...named, ...rest },
      override,
    ),
  );
}

/** A rule as the policies of its targets name it. */
export function ruleSource(
  rule: CloudwatchEventRule,
  busName: string | undefined,
  about: Pick<PolicySource, "construct" | "prop" | "nameProp" | "link">,
): PolicySource {
  const name = literalName(rule.nameInput);
  const isKnown = name !== undefined && (busName === undefined || literalName(busName) !== undefined);
  const path = busName === undefined || busName === "default" ? name : `${busName}/${name}`;
  return {
    ...about,
    arn: rule.arn,
    writtenArn: ({ partition, region, account }) =>
      isKnown ? `arn:${partition}:events:${region}:${account}:rule/${path}` : undefined,
  };
}
