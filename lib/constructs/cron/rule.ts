import { servicePrincipal } from "../../facts/aws/principals";
import { together } from "../../facts/errors/problems";
import { prefixedName } from "../../kit/app/names/construct-name";
import { isPlainObject } from "../../kit/core/checks/check";
import { overlay } from "../../kit/core/terraform/override";
import {
  createEventRule,
  type EventRuleOverride,
  parseEventRule,
  type RulePlace,
  ruleSource,
} from "../../kit/events/rule";
import { parseSchedule } from "../../kit/events/schedule";
import { createEventTarget, type EventTargetOverride, parseEventTarget } from "../../kit/events/target";
import { type EventDestination, planFunctionDestination } from "../../kit/function";
import type { Cron } from "./cron";
import { fail } from "./errors";
import type { PlannedTiming } from "./planned-timing";
import type { CronProps } from "./props";

const service = servicePrincipal("events");
const defaultBus = "Leave it out: schedules run on the default bus.";
const rejected = {
  eventPattern: "Use the rules of an EventBus.",
  eventBusName: defaultBus,
  eventBus: defaultBus,
};

/** Plans an event rule with a target, and the permission that lets only this rule invoke the job. */
export function planRule(cron: Cron, props: CronProps, destination: EventDestination): PlannedTiming {
  const [{ place, parsed, schedule, sourceWith, target }, job] = together(
    () => {
      const rule = parseRule(cron, props);
      const about = { construct: cron, prop: "job", nameProp: "cdk.rule.name", link: cron };
      const sourceWith = (arn: string) => ruleSource(rule.parsed, { arn, busName: undefined }, about);
      const override = destination.cdk.target as EventTargetOverride | undefined;
      const checked = { source: sourceWith(""), isQueue: false };
      const target = parseEventTarget(cron, "job.cdk.target", override, checked);
      return { ...rule, sourceWith, target };
    },
    () => planFunctionDestination({ owner: cron, scope: cron, id: "Job", destination }),
  );
  return {
    expression: schedule,
    create() {
      const rule = createEventRule(place, { ...parsed, scheduleExpression: schedule }, {});
      const created = job.create({ id: "Permission", principal: service, sourceArn: rule.arn });
      const { arn, permission: allowedBy } = created;
      const source = sourceWith(rule.arn);
      createEventTarget(cron, "Target", { arn, rule: rule.name, targetId: "Job", allowedBy, source }, target);
      return { function: created.function, rule };
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
