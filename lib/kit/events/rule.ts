import {
  CloudwatchEventRule,
  type CloudwatchEventRuleConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { FactKey, factOf } from "../core/app-facts";
import { withoutUndefined } from "../core/checks/absence";
import { keyTable } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { limits, requireWithin } from "../core/limits";
import { checkOverride, type Override, overlay } from "../core/terraform/override";
import { isUnresolved, literalName } from "../core/tokens/unresolved";
import type { PolicySource } from "../iam/policy-source";
import { fail } from "./errors";
import { parseSchedule, type Schedule } from "./schedule";

/** Keys that override an event rule. */
export interface EventRuleOverride
  extends Override<Omit<CloudwatchEventRuleConfig, "eventBusName" | "eventPattern" | "isEnabled">> {
  /** Name of the rule in AWS; the same as `name`. @default - from the names of app and stage */
  readonly ruleName?: string | undefined;
  /** With `false`, the rule exists but delivers nothing. @default true */
  readonly enabled?: boolean | undefined;
  /** When the rule creates events itself: an expression, `{ rate }`, or the fields of a cron expression. @default - never */
  readonly schedule?: Schedule | undefined;
}

/** The rule that is to be created, for its name and for messages. */
export interface RulePlace {
  /** The construct whose prop it is. */
  readonly owner: Construct;
  /** The prop of the override: `cdk.rule`. */
  readonly prop: string;
  /** Where the rule is created. */
  readonly scope: Construct;
  readonly id: string;
  /** The bus, as far as its name is known. */
  readonly busName: string | undefined;
  /** Name of the rule if the override has none, and the prop that the name comes from. */
  readonly fallback: { readonly name: string; readonly prop: string };
}

/** The override of a rule, checked. */
export interface ParsedEventRule {
  /** Name of the rule. With `namePrefix`, AWS completes the name, and this is only its last part in ids. */
  readonly name: string;
  /** Undefined if AWS completes the name, or if it is known only at deployment. */
  readonly literalName: string | undefined;
  /** Undefined without a schedule. */
  readonly scheduleExpression: string | undefined;
  readonly override: Override<CloudwatchEventRuleConfig>;
}

/** Refuses keys that override a rule and cannot work; creates nothing. */
export function parseEventRule(
  place: RulePlace,
  given: EventRuleOverride & { readonly eventPattern?: unknown },
  rejected: Readonly<Record<string, string>>,
): ParsedEventRule {
  const { owner, prop } = place;
  checkOverride(owner, prop, given, CloudwatchEventRule, {
    extra: keyTable({ ruleName: "text", enabled: "boolean", schedule: true }),
    reshaped: ["eventPattern"],
    rejected: { isEnabled: "Use enabled.", ...rejected },
  });
  const { ruleName, enabled = true, schedule, eventPattern: _, ...override } = given;
  if (typeof enabled !== "boolean") refuseValue(owner, `${prop}.enabled`, enabled, "true or false");
  const scheduled = schedule === undefined ? undefined : parseSchedule(owner, `${prop}.schedule`, schedule);
  const { scheduleExpression: expression } = override;
  if (expression !== undefined) parseSchedule(owner, `${prop}.scheduleExpression`, expression);
  const name = override.name ?? ruleName ?? place.fallback.name;
  const isPrefixed = override.namePrefix !== undefined;
  if (!isPrefixed) checkRuleName(place, name, nameProp(place, given));
  return {
    name,
    literalName: isPrefixed ? undefined : literalName(name),
    scheduleExpression: expression ?? scheduled,
    override: {
      // The state is always set: Terraform would ignore a state that was changed by hand.
      state: enabled ? "ENABLED" : "DISABLED",
      ...(!isPrefixed && { name }),
      ...withoutUndefined(override),
    },
  };
}

function nameProp({ prop, fallback }: RulePlace, { name, ruleName }: EventRuleOverride): string {
  if (name === undefined && ruleName === undefined) return fallback.prop;
  return `${prop}.${name === undefined ? "ruleName" : "name"}`;
}

/** The paths of a rule and of its owner, by bus and name. */
type RuleNames = Map<string, { readonly rule: string; readonly owner: string }>;

const namesOfRules = new FactKey<RuleNames>("names of rules", () => new Map());

/**
 * Refuses a name that AWS does not accept for a rule, or that another rule of the app has on the same bus: the second
 * rule would replace the first.
 */
function checkRuleName({ owner, scope, id, busName }: RulePlace, name: unknown, prop: string): void {
  if (isUnresolved(name)) return;
  requireWithin(owner, prop, name, limits.aws_cloudwatch_event_rule.name);
  if (busName === undefined) return;
  const names = factOf(owner, namesOfRules);
  const key = `${busName}/${name}`;
  const rule = `${scope.node.path}/${id}`;
  const other = names.get(key);
  // The rule itself may have been planned before, in a call that was refused.
  if (other !== undefined && other.rule !== rule) {
    fail(owner, "rule-name-duplicate", prop, { value: name, other: other.owner });
  }
  names.set(key, { rule, owner: owner.node.path });
}

export function createEventRule(
  { scope, id }: RulePlace,
  { scheduleExpression, override }: ParsedEventRule,
  config: Pick<CloudwatchEventRuleConfig, "eventBusName" | "eventPattern">,
): CloudwatchEventRule {
  return new CloudwatchEventRule(
    scope,
    id,
    overlay<CloudwatchEventRuleConfig>({ ...config, scheduleExpression }, override),
  );
}

/** A rule, as the policies of its targets name it. */
export function ruleSource(
  { literalName: name }: ParsedEventRule,
  { arn, busName }: { readonly arn: PolicySource["arn"]; readonly busName: string | undefined },
  about: Pick<PolicySource, "construct" | "home" | "prop" | "nameProp" | "link">,
): PolicySource {
  const isKnown = name !== undefined && (busName === undefined || literalName(busName) !== undefined);
  const path = busName === undefined || busName === "default" ? name : `${busName}/${name}`;
  return {
    ...about,
    arn,
    writtenArn: ({ partition, region, account }) =>
      isKnown ? formatArn({ partition, region, account }, "events", `rule/${path}`) : undefined,
  };
}
