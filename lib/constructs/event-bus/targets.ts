import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { Construct } from "constructs";
import { mapTogether, together } from "../../facts/errors/problems";
import { checkQuota, keptName } from "../../kit/app";
import { checkLimit, isFifo, isPlainObject, limits, refuseValue } from "../../kit/core";
import {
  createEventTarget,
  type EventTargetOverride,
  eventTargetConfigs,
  parseEventTarget,
  planFunctionReceiver,
  planPolicyReceiver,
  type Receiver,
  type ReceiverPlace,
  type Sender,
  type TargetFacts,
} from "../../kit/events";
import { type EventDestination, parseEventDestination } from "../../kit/function";
import type { PolicySource } from "../../kit/iam";
import type { Queue } from "../queue";
import type { EventBus } from "./event-bus";
import { planTargetLogGroup } from "./log-group-target";
import type { EventBusTarget } from "./props";

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
interface Place extends ReceiverPlace {
  readonly rule: PlannedRule;
  readonly name: string;
}

/** Creates a destination that has been checked, and lets the rule reach it. */
type CreateDestination = (rule: CloudwatchEventRule) => Receiver;

/** The key of a target among all targets of a bus. */
export function targetKey(ruleKey: string, targetName: string): string {
  return `${ruleKey}/${targetName}`;
}

/** The targets of the rules of a bus. */
export class RuleTargets {
  constructor(private readonly sender: Sender<EventBus>) {}

  private get bus(): EventBus {
    return this.sender.owner;
  }

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
      refuseValue(bus, prop, targets, 'an object: { mail: "functions/mail.send" }');
    }
    const count = Object.keys(targets).length;
    checkQuota(bus, prop, "targetsPerEventRule", "targets", count);
    return mapTogether(Object.entries(targets), ([name, given]) =>
      this.planOne(
        { scope, rule, name, key: targetKey(rule.key, name), prop: `${prop}[${JSON.stringify(name)}]` },
        given,
      ),
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
    function: (place, destination) => {
      const [fn, , id] = this.idsOf(place.rule.key, place.name);
      const create = planFunctionReceiver(this.sender, place, fn, destination);
      return ({ arn: sourceArn }) => create({ id, sourceArn });
    },
    queue: (place, { value }) => {
      const queue = value as Queue;
      const source = { ...place.rule.source, prop: place.prop };
      const receiver = {
        construct: queue,
        object: queue.cdk.queue,
        arn: queue.queueArn,
        action: "sqs:SendMessage",
      };
      return planPolicyReceiver(this.sender, place, receiver, source);
    },
    log_group: ({ scope, key, rule, name, prop }, { cdk }) => {
      const [, , , id] = this.idsOf(rule.key, name);
      const group = { scope, id, name: `${rule.name}-${name}`, prop: `${prop}.cdk.logGroup` };
      const create = planTargetLogGroup(this.bus, group, cdk.logGroup);
      return () => {
        this.sender.functions.add(key, undefined);
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
