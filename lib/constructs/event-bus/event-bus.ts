import { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import { CloudwatchEventBusPolicy } from "@cdktf/provider-aws/lib/cloudwatch-event-bus-policy";
import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { DataAwsCloudwatchEventBus } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-event-bus";
import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { servicePrincipal } from "../../facts/aws/principals";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  bindingTarget,
  checkAddition,
  checkOpen,
  claimId,
  constructId,
  createBinding,
  finish,
  Stack,
} from "../../kit/app";
import { literalName, quotas, withoutUndefined } from "../../kit/core";
import { type BindingEntry, ConstructWithFunctions, FunctionsByKey } from "../../kit/function";
import {
  BackReferences,
  type Permissions,
  type PermissionTarget,
  permissionTarget,
  providerTarget,
  ResourcePolicy,
  type ResourceStatement,
  resourcePolicy,
} from "../../kit/iam";
import { fail } from "./errors";
import { type EventBusMetadata, eventBusDescription, eventBusRow } from "./library";
import { defaultBus, parseEventBusProps } from "./parse";
import type { EventBusProps } from "./props";
import { EventBusRules } from "./rules";

/**
 * An event bus: rules send matching events to functions, queues and log groups.
 *
 * Each rule adds an event rule, and each target a permission that lets only this rule reach it.
 *
 * @example
 * new EventBus(stack, "Bus", {
 *   rules: { paid: { pattern: { source: ["shop"], detailType: ["paid"] }, targets: { mail: "functions/mail.send" } } },
 * });
 */
export class EventBus extends ConstructWithFunctions {
  readonly id: string;
  readonly eventBusArn: string;
  readonly eventBusName: string;
  readonly cdk: { readonly eventBus: CloudwatchEventBus | DataAwsCloudwatchEventBus };
  /** Whether it is the default bus without an object of the provider. */
  private readonly isNamedDefault: boolean;
  /** @internal The senders that may send events to the bus, beside the roles of its account. */
  readonly [resourcePolicy]: ResourcePolicy;
  protected readonly functions: FunctionsByKey;
  private readonly rules: EventBusRules;
  /** ARN and name for functions that are bound to the bus; they may be targets of its rules. */
  private readonly bound: { readonly arn: string; readonly name: string };

  constructor(scope: Construct, id: string, props: EventBusProps = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    this.functions = new FunctionsByKey(this, "target");
    const back = new BackReferences(this, "cdk.eventBus.name");
    const { imported, config, isDefault, name, rules, createRules } = collectProblems(() => {
      const { defaults, ...parsed } = parseEventBusProps(this, given);
      const { functions } = this;
      const sender = { owner: this, service: servicePrincipal("events"), defaults, functions, back };
      const rules = new EventBusRules(sender, parsed.name);
      return { ...parsed, rules, createRules: rules.plan(this, parsed.rules) };
    });
    this.rules = rules;
    this.isNamedDefault = isDefault;
    if (isDefault) {
      this.cdk = this.cdkOfDefault();
      this.eventBusName = defaultBus;
      this.eventBusArn = writtenArn(Stack.of(this), defaultBus);
    } else {
      const eventBus = imported ?? new CloudwatchEventBus(this, "Bus", config);
      this.cdk = { eventBus };
      this.eventBusArn = eventBus.arn;
      this.eventBusName = eventBus.name;
    }
    this[resourcePolicy] = this.createPolicy(imported !== undefined || isDefault);
    const known = literalName(name);
    this.bound = {
      arn: back.refer(this.eventBusArn, (stack) => known && writtenArn(stack, known)),
      name: back.refer(this.eventBusName, () => known),
    };
    createRules();
  }

  private createPolicy(isForeign: boolean): ResourcePolicy {
    const { eventBusArn: arn, eventBusName } = this;
    const create = (policy: string) => new CloudwatchEventBusPolicy(this, "Policy", { eventBusName, policy });
    return new ResourcePolicy(this, {
      arn,
      create: isForeign ? undefined : create,
      limits: { bytes: quotas.eventBusPolicyBytes },
    });
  }

  /** The default bus of the account is not created. Its object is a data source. */
  private cdkOfDefault(): EventBus["cdk"] {
    const read = () =>
      (this.node.tryFindChild("Bus") as DataAwsCloudwatchEventBus | undefined) ??
      new DataAwsCloudwatchEventBus(this, "Bus", { name: defaultBus });
    return {
      get eventBus() {
        return read();
      },
    };
  }

  /** Adds rules. Their resources are created below `scope`, which may be in another stack. */
  addRules(scope: Construct, rules: NonNullable<EventBusProps["rules"]>): void {
    checkOpen(this, "addRules");
    const given = checkAddition(this, "addRules", scope, rules);
    this.rules.add(scope, given);
  }

  /** Adds statements to the policy of the bus, for example to let another account send events. */
  addToResourcePolicy(...statements: readonly ResourceStatement[]): void {
    checkOpen(this, "addToResourcePolicy");
    if (this.isNamedDefault) fail(this, "event-bus-default", "addToResourcePolicy", {});
    if (this[resourcePolicy].isForeign) fail(this, "imported-event-bus", "addToResourcePolicy", {});
    this[resourcePolicy].addStatements("addToResourcePolicy", statements);
  }

  /** The event rule of a key; undefined if the key is unknown. */
  getRule(key: string): CloudwatchEventRule | undefined {
    return this.rules.find(key);
  }

  /** Binds constructs to the function of one target. */
  bindToTarget(ruleKey: string, targetName: string, constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bindToTarget");
    const method = "bindToTarget";
    this.functions.bindTo(method, this.rules.requireTarget(method, ruleKey, targetName), constructs);
  }

  /** Gives the function of one target more permissions. */
  attachPermissionsToTarget(ruleKey: string, targetName: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsToTarget");
    const method = "attachPermissionsToTarget";
    this.functions.attachPermissionsTo(
      method,
      this.rules.requireTarget(method, ruleKey, targetName),
      permissions,
    );
  }

  [permissionTarget](): PermissionTarget {
    const target = this.isNamedDefault
      ? { row: eventBusRow }
      : providerTarget(eventBusRow, this.cdk.eventBus);
    return { ...target, arn: this.bound.arn };
  }

  [bindingTarget](): Binding {
    return createBinding(eventBusDescription, this, { eventBusName: this.bound.name });
  }

  [finish](): void {
    this[resourcePolicy].checkSize();
  }

  getConstructMetadata(): EventBusMetadata {
    return { type: "EventBus", data: { eventBusName: this.eventBusName, rules: this.rules.metadata } };
  }
}

const writtenArn = ({ partition, region, account }: Stack, name: string): string =>
  formatArn({ partition, region, account }, "events", `event-bus/${name}`);
