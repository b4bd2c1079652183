import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { servicePrincipal } from "../../facts/aws/principals";
import { mapTogether, together } from "../../facts/errors/problems";
import { checkQuota, keptName, Stack } from "../../kit/app";
import { checkLimit, isFifo, isPlainObject, limits } from "../../kit/core";
import {
  allowTargetKey,
  checkSource,
  checkTargetKey,
  createEventTarget,
  type EventTargetOverride,
  eventTargetConfigs,
  parseEventTarget,
  type TargetFacts,
} from "../../kit/events";
import {
  type EventDestination,
  type FunctionProps,
  type FunctionsByKey,
  parseEventDestination,
  planFunctionDestination,
} from "../../kit/function";
import { type BackReferences, type PolicySource, resourcePolicy } from "../../kit/iam";
import type { Queue } from "../queue";
import { fail } from "./errors";
import type { EventBus } from "./event-bus";
import { planTargetLogGroup } from "./log-group-target";
import type { EventBusTarget } from "./props";

const service = servicePrincipal("events");
const remedy = 'Write what receives the events: function: "functions/orders.created".';
const forms = {
  function: { cdk: ["function", "target"], configs: eventTargetConfigs },
  queue: { cdk: ["target"], configs: eventTargetConfigs },
  log_group: { cdk: ["logGroup", "target"] },
};

type Kind = keyof typeof forms;

/** The rule of targets that are planned. */
export interface PlannedRule {
  readonly key: string;
  /** Name of the rule; the last part of it if AWS completes the name. */
  readonly name: string;
  /** The rule, as the policies of its targets name it. */
  readonly source: PolicySource;
}

/** A target that is to be planned. */
interface Place {
  readonly scope: Construct;
  readonly rule: PlannedRule;
  readonly name: string;
  readonly prop: string;
}

interface Destination {
  readonly arn: string;
  /** The permission of the rule to reach it; undefined for an imported queue. */
  readonly allowedBy: TerraformResource | undefined;
}

/** Creates a destination that has been checked, and lets the rule reach it. */
type CreateDestination = (rule: CloudwatchEventRule) => Destination;

/** The key of a target among all targets of a bus. */
export function targetKey(ruleKey: string, targetName: string): string {
  return `${ruleKey}/${targetName}`;
}

/** The targets of the rules of a bus. */
export class RuleTargets {
  constructor(
    private readonly bus: EventBus,
    private readonly defaults: Partial<FunctionProps> | undefined,
    private readonly functions: FunctionsByKey,
    private readonly back: BackReferences,
  ) {}

  /** The ids that a target may need. */
  idsOf(ruleKey: string, name: string): readonly [string, string, string, string] {
    const path = `${keptName(this.bus)}_${ruleKey}_${name}`;
    return [`Target_${path}`, `EventTarget_${path}`, `Permission_${path}`, `LogGroup_${path}`];
  }

  /** Checks the targets of a rule; creates nothing. */
  plan(
    scope: Construct,
    rule: PlannedRule,
    targets: Readonly<Record<string, EventBusTarget>>,
  ): readonly ((rule: CloudwatchEventRule) => void)[] {
    const { bus } = this;
    const prop = `${rule.source.prop}.targets`;
    if (!isPlainObject(targets)) {
      fail(bus, "prop-invalid", prop, {
        value: targets,
        expected: 'an object: { mail: "functions/mail.send" }',
      });
    }
    const count = Object.keys(targets).length;
    checkQuota(bus, prop, "targetsPerEventRule", "targets", count);
    return mapTogether(Object.entries(targets), ([name, given]) =>
      this.planOne({ scope, rule, name, prop: `${prop}[${JSON.stringify(name)}]` }, given),
    );
  }

  private planOne(place: Place, given: EventBusTarget): (rule: CloudwatchEventRule) => void {
    const { bus } = this;
    const { scope, rule, name, prop } = place;
    checkLimit(bus, prop, name, limits.aws_cloudwatch_event_target.targetId);
    const destination = parseEventDestination(bus, prop, given, forms, remedy);
    const override = destination.cdk.target as EventTargetOverride | undefined;
    const source = { ...rule.source, prop };
    const facts: TargetFacts = { source, ...queueFacts(destination) };
    const [target, createDestination] = together(
      () => parseEventTarget(bus, `${prop}.cdk.target`, override, facts),
      () => this.kinds[destination.kind](place, destination),
    );
    const [, id] = this.idsOf(rule.key, name);
    return (created) => {
      const { arn, allowedBy } = createDestination(created);
      const { eventBusName } = bus;
      const props = { arn, rule: created.name, targetId: name, eventBusName, allowedBy, source };
      createEventTarget(scope, id, props, target);
    };
  }

  private readonly kinds: Readonly<
    Record<Kind, (place: Place, destination: EventDestination) => CreateDestination>
  > = {
    function: ({ scope, rule: { key }, name, prop }, destination) => {
      const { bus, defaults, functions } = this;
      const [id, , permissionId] = this.idsOf(key, name);
      const planned = planFunctionDestination({
        owner: bus,
        scope,
        defaults,
        id,
        destination,
      });
      return (rule) => {
        const created = planned.create({ id: permissionId, principal: service, sourceArn: rule.arn });
        functions.add(targetKey(key, name), created.function);
        this.back.note(scope, created.stack, prop);
        return { arn: created.arn, allowedBy: created.permission };
      };
    },
    queue: ({ scope, rule: { key, source: planned }, name, prop }, { value }) => {
      const queue = value as Queue;
      const source = { ...planned, prop };
      checkSource(queue, source);
      checkTargetKey(this.bus, prop, queue.cdk.queue);
      return () => {
        this.functions.add(targetKey(key, name), undefined);
        queue[resourcePolicy].allow({ service, action: "sqs:SendMessage", source });
        allowTargetKey(this.bus, queue.cdk.queue, service);
        this.back.note(scope, Stack.of(queue), prop);
        return { arn: queue.queueArn, allowedBy: queue[resourcePolicy].resource };
      };
    },
    log_group: ({ scope, rule: { key, name: ruleName }, name, prop }, { cdk }) => {
      const [, , , id] = this.idsOf(key, name);
      const group = { scope, id, name: `${ruleName}-${name}`, prop: `${prop}.cdk.logGroup` };
      const create = planTargetLogGroup(this.bus, group, cdk.logGroup);
      return () => {
        this.functions.add(targetKey(key, name), undefined);
        const { arn, policy } = create();
        return { arn, allowedBy: policy };
      };
    },
  };
}

function queueFacts({ kind, value }: EventDestination): Pick<TargetFacts, "isQueue" | "isFifo"> {
  return kind === "queue"
    ? { isQueue: true, isFifo: isFifo((value as Queue).cdk.queue) }
    : { isQueue: false };
}
