import {
  CloudwatchEventBus,
  type CloudwatchEventBusConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import type { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import type { DataAwsCloudwatchEventBus } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-event-bus";
import { Construct, type IConstruct } from "constructs";
import { type ConstructMetadata, checkOpen, Stack } from "../../app";
import { type Binding, bindingTarget } from "../../app/binding";
import { literalName } from "../../core/literal-name";
import { findImport, overlay } from "../../core/override";
import { HostFunctions } from "../../function";
import { BackReferences } from "../../iam/back-reference";
import { findProviderTarget, type Permissions, permissionTarget } from "../../iam/permissions";
import { checkEventBusProps } from "./check";
import type { EventBusProps } from "./props";
import { EventBusRules } from "./rules";

/**
 * An event bus: rules hand the events that match them to functions, queues and log groups.
 *
 * Each rule adds an event rule, and each target a permission by which only this rule may reach it.
 *
 * @example
 * new EventBus(stack, "Bus", {
 *   rules: { paid: { pattern: { source: ["shop"], detailType: ["paid"] }, targets: { mail: "functions/mail.send" } } },
 * });
 */
export class EventBus extends Construct {
  readonly id: string;
  readonly eventBusArn: string;
  readonly eventBusName: string;
  readonly cdk: { readonly eventBus: CloudwatchEventBus | DataAwsCloudwatchEventBus };
  private readonly functions: HostFunctions;
  private readonly rules: EventBusRules;
  /** As functions name the bus that are targets of its rules. */
  private readonly bound: { readonly arn: string; readonly name: string };

  constructor(scope: Construct, id: string, props: EventBusProps = {}) {
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    checkEventBusProps(this, props);
    const given = props.cdk?.eventBus;
    const type = "aws_cloudwatch_event_bus";
    const eventBus =
      findImport<CloudwatchEventBus | DataAwsCloudwatchEventBus>(this, "cdk.eventBus", given, type) ??
      this.createBus((given ?? {}) as Partial<CloudwatchEventBusConfig>);
    this.cdk = { eventBus };
    this.eventBusArn = eventBus.arn;
    this.eventBusName = eventBus.name;
    const back = new BackReferences(this, "cdk.eventBus.name");
    this.bound = {
      arn: back.refer(this.eventBusArn, (stack) => this.writtenArn(stack)),
      name: back.refer(this.eventBusName, () => this.literalName),
    };
    this.functions = new HostFunctions(this, "target");
    this.rules = new EventBusRules(this, props.defaults ?? {}, this.functions, back);
    this.rules.add(this, props.rules ?? {});
  }

  private createBus(given: Partial<CloudwatchEventBusConfig>): CloudwatchEventBus {
    // AWS takes the bus of a partner's events only under the name of its source.
    const name = given.eventSourceName ?? Stack.of(this).app.logicalPrefixedName(this.node.id);
    return new CloudwatchEventBus(this, "Bus", overlay<CloudwatchEventBusConfig>({ name }, given));
  }

  /**
   * The name, where it is known before the deployment.
   *
   * @internal
   */
  get literalName(): string | undefined {
    return literalName(this.cdk.eventBus.nameInput);
  }

  /** Whether it is the bus that each account has already; undefined when its name is not known yet. */
  get isDefault(): boolean | undefined {
    return this.literalName === undefined ? undefined : this.literalName === "default";
  }

  private writtenArn({ partition, region, account }: Stack): string | undefined {
    const name = this.literalName;
    return name === undefined ? undefined : `arn:${partition}:events:${region}:${account}:event-bus/${name}`;
  }

  /** Adds rules. What they need is created below `scope`, which may be in another stack. */
  addRules(scope: Construct, rules: NonNullable<EventBusProps["rules"]>): void {
    checkOpen(this, "addRules");
    this.rules.add(scope, rules);
  }

  /** The event rule of a key; undefined when there is none. */
  getRule(key: string): CloudwatchEventRule | undefined {
    return this.rules.find(key);
  }

  /** Binds constructs to the functions of all targets, those added later too. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Binds constructs to the function of one target. */
  bindToTarget(ruleKey: string, targetName: string, constructs: readonly IConstruct[]): void {
    checkOpen(this, "bindToTarget");
    const method = "bindToTarget";
    this.functions.bindTo(method, this.rules.requireTarget(method, ruleKey, targetName), constructs);
  }

  /** Lets the functions of all targets do more, those added later too. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  /** Lets the function of one target do more. */
  attachPermissionsToTarget(ruleKey: string, targetName: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsToTarget");
    const method = "attachPermissionsToTarget";
    this.functions.attachPermissionsTo(
      method,
      this.rules.requireTarget(method, ruleKey, targetName),
      permissions,
    );
  }

  [permissionTarget]() {
    return { ...findProviderTarget(this.cdk.eventBus), row: "EventBus" as const, arn: this.bound.arn };
  }

  [bindingTarget](): Binding {
    return {
      className: "EventBus",
      id: this.id,
      variables: { eventBusName: this.bound.name },
      permissions: [this],
    };
  }

  getConstructMetadata(): ConstructMetadata {
    return { type: "EventBus", data: { eventBusName: this.eventBusName, rules: this.rules.metadata } };
  }
}
