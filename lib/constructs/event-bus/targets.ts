import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { ITerraformDependable, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../app";
import { isPlainObject } from "../../core/check";
import { isFifo } from "../../core/fifo";
import { quotas } from "../../core/quotas";
import {
  checkEventTarget,
  checkMessageGroup,
  createEventTarget,
  type EventTargetOverride,
} from "../../events/target";
import {
  addFunctionDestination,
  type EventDestination,
  type FunctionsByKey,
  parseEventDestination,
} from "../../function";
import type { BackReferences } from "../../iam/back-reference";
import type { PolicySource } from "../../iam/policy-source";
import { resourcePolicy } from "../../iam/resource-policy";
import type { Queue } from "../queue";
import { fail } from "./errors";
import type { EventBus } from "./event-bus";
import { checkTargetLogGroup, targetLogGroup } from "./log-group-target";
import type { EventBusProps, EventBusTarget } from "./props";

const service = "events.amazonaws.com";
const remedy = 'Name what gets the events: function: "functions/orders.created".';
const forms = {
  function: { cdk: ["function", "target"] },
  queue: { cdk: ["target"] },
  log_group: { cdk: ["logGroup", "target"] },
};

type Kind = keyof typeof forms;

export interface PlannedTarget {
  readonly name: string;
  readonly prop: string;
  readonly destination: EventDestination<Kind>;
}

/** The rule that a target belongs to. */
export interface TargetRule {
  readonly key: string;
  readonly rule: CloudwatchEventRule;
  /** As far as it is known: a name that AWS completes is its key here. */
  readonly name: string;
  readonly source: PolicySource;
}

/** What a target is called among all targets of a bus. */
export function targetKey(ruleKey: string, targetName: string): string {
  return `${ruleKey}/${targetName}`;
}

/** The targets of the rules of a bus. */
export class RuleTargets {
  constructor(
    private readonly bus: EventBus,
    private readonly defaults: NonNullable<EventBusProps["defaults"]>,
    private readonly functions: FunctionsByKey,
    private readonly back: BackReferences,
  ) {}

  /** The ids that a target may need. */
  idsOf(ruleKey: string, name: string): readonly [string, string, string, string] {
    const path = `${this.bus.id}_${ruleKey}_${name}`;
    return [`Target_${path}`, `EventTarget_${path}`, `Permission_${path}`, `LogGroup_${path}`];
  }

  /** Checks the targets of a rule; creates nothing. */
  plan(ruleProp: string, targets: Readonly<Record<string, EventBusTarget>>): PlannedTarget[] {
    const { bus } = this;
    const prop = `${ruleProp}.targets`;
    if (!isPlainObject(targets)) {
      fail(bus, "prop-invalid", prop, {
        value: targets,
        expected: 'an object: { mail: "functions/mail.send" }',
      });
    }
    const count = Object.keys(targets).length;
    const { targetsPerEventRule: limit } = quotas;
    if (count > limit) fail(bus, "quota-exceeded", prop, { what: "targets", count, limit });
    return Object.entries(targets).map(([name, given]) =>
      this.planOne(name, `${prop}[${JSON.stringify(name)}]`, given),
    );
  }

  private planOne(name: string, prop: string, given: EventBusTarget): PlannedTarget {
    const { bus } = this;
    // Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Target.html
    if (!/^[.\-_A-Za-z0-9]{1,64}$/.test(name)) {
      fail(bus, "prop-invalid", prop, {
        value: name,
        expected: "up to 64 letters, digits, ., - and _ as its name",
      });
    }
    const destination = parseEventDestination(bus, prop, given, forms, remedy);
    const at = `${prop}.cdk.target`;
    const target = destination.cdk.target as EventTargetOverride | undefined;
    checkEventTarget(bus, at, target);
    const isQueue = destination.kind === "queue";
    const queueIsFifo = isQueue ? isFifo((destination.value as Queue).cdk.queue) : undefined;
    checkMessageGroup(bus, at, target, { isQueue, isFifo: queueIsFifo });
    if (destination.kind === "log_group")
      checkTargetLogGroup(bus, `${prop}.cdk.logGroup`, destination.cdk.logGroup);
    return { name, prop, destination };
  }

  /** Creates a target, and what lets the rule reach it. */
  create(scope: Construct, on: TargetRule, { name, prop, destination }: PlannedTarget): void {
    const { rule } = on;
    const source = { ...on.source, prop };
    const [, id] = this.idsOf(on.key, name);
    const { arn, stack, dependsOn } = this.reach[destination.kind](
      scope,
      { ...on, source },
      name,
      destination,
    );
    this.back.note(scope, stack, prop);
    const given = destination.cdk.target as EventTargetOverride | undefined;
    const { eventBusName } = this.bus;
    createEventTarget(
      scope,
      id,
      { arn, rule: rule.name, targetId: name, eventBusName, source },
      dependsOn === undefined ? given : { dependsOn, ...given },
    );
  }

  private readonly reach: Readonly<Record<Kind, Reach>> = {
    function: (scope, { key, rule }, name, destination) => {
      const { bus, defaults, functions } = this;
      const [id, , permissionId] = this.idsOf(key, name);
      return addFunctionDestination({
        owner: bus,
        scope,
        defaults: defaults.function,
        id,
        key: targetKey(key, name),
        destination,
        functions,
        permission: { id: permissionId, principal: service, sourceArn: rule.arn },
      });
    },
    queue: (_scope, { key, source }, name, destination) => {
      this.functions.add(targetKey(key, name), undefined);
      const queue = destination.value as Queue;
      queue[resourcePolicy].allow({ service, action: "sqs:SendMessage", source });
      return { arn: queue.queueArn, stack: Stack.of(queue) };
    },
    log_group: (scope, { key, name: ruleName, source }, name, destination) => {
      this.functions.add(targetKey(key, name), undefined);
      const [, , , id] = this.idsOf(key, name);
      const group = { id, name: `${ruleName}-${name}`, prop: `${source.prop}.cdk.logGroup` };
      const { arn, policy } = targetLogGroup(this.bus, scope, group, destination.cdk.logGroup);
      return { arn, dependsOn: [policy] };
    },
  };
}

type Reach = (
  scope: Construct,
  on: TargetRule,
  name: string,
  destination: EventDestination,
) => { readonly arn: string; readonly stack?: TerraformStack; readonly dependsOn?: ITerraformDependable[] };
