import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { Construct } from "constructs";
import { attempt, collectProblems, mapTogether } from "../../facts/errors/problems";
import { keptName, quotaOf, Stack } from "../../kit/app";
import {
  checkEventRule,
  checkKeys,
  checkObject,
  checkPartNames,
  escapeTemplate,
  isPlainObject,
  isUnresolved,
  literalName,
  present,
  propKeys,
  refuseValue,
} from "../../kit/core";
import { createEventRule, parseEventRule, type RulePlace, ruleSource, type Sender } from "../../kit/events";
import { functionRef } from "../../kit/function";
import { fail } from "./errors";
import type { EventBus } from "./event-bus";
import { defaultBus } from "./parse";
import type { EventBusPattern, EventBusProps, EventBusRuleProps } from "./props";
import { RuleTargets, targetKey } from "./targets";

type Rules = NonNullable<EventBusProps["rules"]>;

const ruleKeys = propKeys<EventBusRuleProps>()({ pattern: "map", targets: "map", cdk: "map" });
const ofBus = "It is the bus that the rule belongs to.";

interface AddedRule {
  readonly rule: CloudwatchEventRule;
  readonly targets: readonly string[];
}

/** The rules of a bus. */
export class EventBusRules {
  private readonly added = new Map<string, AddedRule>();
  private readonly targets: RuleTargets;

  constructor(
    private readonly sender: Sender<EventBus>,
    /** The name of the bus, which may be a reference. */
    private readonly busName: string | undefined,
  ) {
    this.targets = new RuleTargets(sender);
  }

  private get bus(): EventBus {
    return this.sender.owner;
  }

  get metadata() {
    return [...this.added].map(([key, { targets }]) => ({
      key,
      targets: targets.map((name) => functionRef(this.sender.functions.get(targetKey(key, name)))),
      targetNames: targets,
    }));
  }

  find(key: string): CloudwatchEventRule | undefined {
    return this.added.get(key)?.rule;
  }

  /** The key of a target among the functions of the bus; throws if the rule does not exist. */
  requireTarget(method: string, ruleKey: string, targetName: string): string {
    if (!this.added.has(ruleKey)) {
      fail(this.bus, "part-not-found", method, {
        part: "rule",
        value: ruleKey,
        parts: [...this.added.keys()],
      });
    }
    return targetKey(ruleKey, targetName);
  }

  /** Adds rules below a scope. Checks all of them before it creates the first one. */
  add(scope: Construct, rules: Rules): void {
    collectProblems(() => this.plan(scope, rules))();
  }

  /** Refuses rules that cannot work; the returned function creates them. */
  plan(scope: Construct, rules: Rules): () => void {
    checkPartNames(scope, rules, {
      owner: this.bus,
      part: "rule",
      prop: "rules",
      isTaken: (key) => this.added.has(key),
      idsOf: (key) => [
        this.idOf(key),
        ...Object.keys(rules[key]?.targets ?? {}).flatMap((name) => this.targets.idsOf(key, name)),
      ],
    });
    const planned = mapTogether(Object.entries(present(rules)), ([key, props]) =>
      this.planOne(scope, key, props),
    );
    return () => {
      for (const create of planned) create();
    };
  }

  private idOf(key: string): string {
    return `Rule_${keptName(this.bus)}_${key}`;
  }

  /** The key, with stage and app. Two buses whose names are made from paths may be one imported bus. */
  private ruleName(key: string): string {
    const { bus } = this;
    const name = keptName(bus);
    return Stack.of(bus).app.logicalPrefixedName(name === bus.id ? key : `${name}-${key}`);
  }

  private planOne(scope: Construct, key: string, props: EventBusRuleProps): () => void {
    const { bus, busName } = this;
    const prop = `rules[${JSON.stringify(key)}]`;
    this.checkKeys(prop, props);
    const place: RulePlace = {
      owner: bus,
      prop: `${prop}.cdk.rule`,
      scope,
      id: this.idOf(key),
      busName: literalName(busName),
      fallback: { name: this.ruleName(key), prop },
    };
    const eventPattern = attempt(() => patternText(bus, prop, props));
    const parsed = parseEventRule(place, props.cdk?.rule ?? {}, { eventBus: ofBus, eventBusName: ofBus });
    attempt(() => this.checkTrigger(prop, props, parsed.scheduleExpression));
    const about = { construct: bus, home: scope, prop, nameProp: `${prop}.cdk.rule.name`, link: scope };
    const arn = () => (this.added.get(key) as AddedRule).rule.arn;
    const rule = { key, name: parsed.name, source: ruleSource(parsed, { arn, busName }, about) };
    const targets = this.targets.plan(scope, rule, present(props.targets ?? {}));
    return () => {
      const { eventBusName } = bus;
      const created = createEventRule(place, parsed, { eventBusName, eventPattern });
      this.added.set(key, { rule: created, targets: Object.keys(props.targets ?? {}) });
      for (const create of targets) create(created);
    };
  }

  private checkKeys(prop: string, rule: EventBusRuleProps): void {
    const { bus } = this;
    checkObject(bus, prop, rule, ruleKeys, 'an object: { pattern: { source: ["shop"] }, targets: { ... } }');
    checkKeys(bus, `${prop}.cdk`, rule.cdk ?? {}, ["rule"]);
  }

  /** Refuses a rule without a pattern and a schedule, and a schedule on a bus that does not support it. */
  private checkTrigger(
    prop: string,
    { pattern, cdk }: EventBusRuleProps,
    schedule: string | undefined,
  ): void {
    const { bus } = this;
    const { eventPattern, scheduleExpression } = cdk?.rule ?? {};
    if (schedule === undefined && pattern === undefined && eventPattern === undefined) {
      fail(bus, "rule-without-trigger", prop, {});
    }
    const name = literalName(this.busName);
    if (schedule !== undefined && name !== undefined && name !== defaultBus) {
      const written = scheduleExpression === undefined ? "schedule" : "scheduleExpression";
      fail(bus, "rule-schedule-bus", `${prop}.cdk.rule.${written}`, { value: schedule });
    }
  }
}

const patternKeys = propKeys<EventBusPattern>()({ source: true, detailType: true, detail: "map" });

/** Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html */
const eventKeys = [
  "version",
  "id",
  "detail-type",
  "source",
  "account",
  "time",
  "region",
  "resources",
  "detail",
  "replay-name",
  "$or",
];

/** The checked event pattern of a rule as JSON; undefined if it has none. */
function patternText(bus: Construct, prop: string, { pattern, cdk }: EventBusRuleProps): string | undefined {
  const given: unknown = cdk?.rule?.eventPattern;
  const provided =
    given === undefined ? undefined : providerPattern(bus, `${prop}.cdk.rule.eventPattern`, given);
  return pattern === undefined ? provided : ownPattern(bus, `${prop}.pattern`, pattern);
}

function ownPattern(bus: Construct, prop: string, pattern: EventBusPattern): string {
  if (isPlainObject(pattern)) checkKeys(bus, prop, pattern, patternKeys);
  checkEventRule(bus, prop, defined(pattern));
  const { source, detailType, detail } = pattern;
  return text(bus, prop, { source, "detail-type": detailType, detail });
}

function providerPattern(bus: Construct, prop: string, given: unknown): string {
  if (isUnresolved(given) && !Array.isArray(given)) return String(given);
  const pattern = typeof given === "string" ? parse(bus, prop, given) : given;
  if (isPlainObject(pattern)) checkKeys(bus, prop, pattern, eventKeys);
  checkEventRule(bus, prop, pattern);
  return text(bus, prop, pattern, typeof given === "string" ? given : undefined);
}

function parse(bus: Construct, prop: string, given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return refuseValue(bus, prop, given, 'JSON, or an object: { source: ["shop"] }');
  }
}

/** Removes keys that are `undefined`. */
function defined(pattern: object): unknown {
  if (!isPlainObject(pattern)) return pattern;
  return Object.fromEntries(Object.entries(pattern).filter(([, value]) => value !== undefined));
}

function text(bus: Construct, prop: string, pattern: unknown, given?: string): string {
  const { length } = given ?? JSON.stringify(pattern);
  const limit = quotaOf(bus, "eventPatternLength");
  if (length > limit) fail(bus, "event-pattern-too-long", prop, { length, limit });
  return given ?? escapeTemplate(JSON.stringify(pattern));
}
