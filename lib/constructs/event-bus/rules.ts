import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { Construct } from "constructs";
import { Stack } from "../../app";
import { checkPartNames } from "../../core/part-names";
import { checkRuleName, createEventRule, ruleSource, scheduleOf } from "../../events/rule";
import { type FunctionsByKey, functionRef } from "../../function";
import type { BackReferences } from "../../iam/back-reference";
import { checkRule } from "./check";
import { fail } from "./errors";
import type { EventBus } from "./event-bus";
import { patternText } from "./pattern";
import type { EventBusProps, EventBusRuleProps } from "./props";
import { type PlannedTarget, RuleTargets, targetKey } from "./targets";

type Rules = NonNullable<EventBusProps["rules"]>;

interface PlannedRule {
  readonly key: string;
  readonly prop: string;
  readonly name: string;
  readonly props: EventBusRuleProps;
  readonly eventPattern: string | undefined;
  readonly targets: readonly PlannedTarget[];
}

/** The rules of a bus. */
export class EventBusRules {
  private readonly added = new Map<
    string,
    { readonly rule: CloudwatchEventRule; readonly targets: string[] }
  >();
  private readonly targets: RuleTargets;

  constructor(
    private readonly bus: EventBus,
    defaults: NonNullable<EventBusProps["defaults"]>,
    private readonly functions: FunctionsByKey,
    back: BackReferences,
  ) {
    this.targets = new RuleTargets(bus, defaults, functions, back);
  }

  get metadata() {
    return [...this.added].map(([key, { targets }]) => ({
      key,
      targets: targets.map((name) => functionRef(this.functions.get(targetKey(key, name)))),
      targetNames: targets,
    }));
  }

  find(key: string): CloudwatchEventRule | undefined {
    return this.added.get(key)?.rule;
  }

  /** The key of a target among the functions of the bus; throws when there is no such rule. */
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

  /** Adds rules below a scope; all of them are checked before the first is created. */
  add(scope: Construct, rules: Rules): void {
    const { bus } = this;
    checkPartNames(scope, rules, {
      owner: bus,
      part: "rule",
      prop: "rules",
      isTaken: (key) => this.added.has(key),
      idsOf: (key) => [
        this.idOf(key),
        ...Object.keys(rules[key]?.targets ?? {}).flatMap((name) => this.targets.idsOf(key, name)),
      ],
    });
    const planned = Object.entries(rules).map(([key, props]) => this.plan(key, props));
    for (const each of planned) this.create(scope, each);
  }

  private idOf(key: string): string {
    return `Rule_${this.bus.id}_${key}`;
  }

  private plan(key: string, props: EventBusRuleProps): PlannedRule {
    const { bus } = this;
    const prop = `rules[${JSON.stringify(key)}]`;
    checkRule(bus, prop, props, bus.isDefault);
    const { name: given, ruleName, namePrefix } = props.cdk?.rule ?? {};
    const name = given ?? ruleName ?? Stack.of(bus).app.logicalPrefixedName(key);
    const written = given === undefined ? "ruleName" : "name";
    const nameProp = given === undefined && ruleName === undefined ? prop : `${prop}.cdk.rule.${written}`;
    if (namePrefix === undefined) checkRuleName(bus, nameProp, name, bus.literalName);
    const eventPattern = patternText(bus, prop, props);
    const targets = this.targets.plan(prop, props.targets ?? {});
    return { key, prop, name, props, eventPattern, targets };
  }

  private create(scope: Construct, { key, prop, name, props, eventPattern, targets }: PlannedRule): void {
    const { bus } = this;
    const { eventPattern: _, ...given } = props.cdk?.rule ?? {};
    const config = {
      name,
      eventBusName: bus.eventBusName,
      eventPattern,
      scheduleExpression: scheduleOf(bus, `${prop}.cdk.rule`, given),
    };
    const rule = createEventRule(scope, this.idOf(key), config, given);
    this.added.set(key, { rule, targets: targets.map((each) => each.name) });
    const about = { construct: bus, prop, nameProp: `${prop}.cdk.rule.name`, link: scope };
    const source = ruleSource(rule, bus.literalName, about);
    for (const target of targets) this.targets.create(scope, { key, rule, name, source }, target);
  }
}
