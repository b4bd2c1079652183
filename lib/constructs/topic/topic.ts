import type { DataAwsSnsTopic } from "@cdktf/provider-aws/lib/data-aws-sns-topic";
import { SnsTopic, type SnsTopicConfig } from "@cdktf/provider-aws/lib/sns-topic";
import { SnsTopicPolicy } from "@cdktf/provider-aws/lib/sns-topic-policy";
import type { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import { Construct, type IConstruct } from "constructs";
import { type ConstructMetadata, checkOpen, Stack } from "../../app";
import { type Binding, bindingTarget } from "../../app/binding";
import { literalName } from "../../core/literal-name";
import { findImport, overlay } from "../../core/override";
import { type Function, HostFunctions } from "../../function";
import { BackReferences } from "../../iam/back-reference";
import {
  findProviderTarget,
  type Permissions,
  permissionTarget,
  type Statement,
} from "../../iam/permissions";
import type { PolicySource } from "../../iam/policy-source";
import { ResourcePolicy, resourcePolicy, tlsOnly } from "../../iam/resource-policy";
import { checkTopicProps } from "./check";
import type { TopicProps } from "./props";
import { TopicSubscribers } from "./subscribers";

/**
 * A topic: each message that is published to it goes to every subscriber, functions and queues.
 *
 * Each subscriber adds a subscription, and a permission by which only this topic may invoke the function or send to the
 * queue.
 *
 * @example
 * new Topic(stack, "Orders", {
 *   subscribers: { mail: "functions/mail.send", billing: queue },
 * });
 */
export class Topic extends Construct {
  readonly id: string;
  readonly topicArn: string;
  readonly topicName: string;
  readonly cdk: { readonly topic: SnsTopic | DataAwsSnsTopic };
  /**
   * The topic's policy, which there is only when a service has to publish to it.
   *
   * @internal
   */
  readonly [resourcePolicy]: ResourcePolicy;
  private readonly functions: HostFunctions;
  private readonly subscribers: TopicSubscribers;
  /** As functions name the topic that are its subscribers. */
  private readonly boundArn: string;

  constructor(scope: Construct, id: string, props: TopicProps = {}) {
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    checkTopicProps(this, props);
    const given = props.cdk?.topic;
    const imported = findImport<SnsTopic | DataAwsSnsTopic>(this, "cdk.topic", given, "aws_sns_topic");
    const override = (given ?? {}) as Partial<SnsTopicConfig>;
    const topic = imported ?? this.createTopic(override);
    this.cdk = { topic };
    this.topicArn = topic.arn;
    this.topicName = topic.name;
    const isForeign = imported !== undefined || override.policy !== undefined;
    this[resourcePolicy] = this.createPolicy(isForeign);
    const back = new BackReferences(this, "cdk.topic.name");
    this.boundArn = back.refer(this.topicArn, this.policySource("").writtenArn);
    this.functions = new HostFunctions(this, "subscriber");
    this.subscribers = new TopicSubscribers(this, props.defaults ?? {}, this.functions, back);
    this.subscribers.add(this, props.subscribers ?? {});
  }

  private createTopic(given: Partial<SnsTopicConfig>): SnsTopic {
    const name = given.name ?? Stack.of(this).app.logicalPrefixedName(this.node.id);
    const end = given.fifoTopic === true && !name.endsWith(".fifo") ? ".fifo" : "";
    const named = given.namePrefix === undefined ? { ...given, name: `${name}${end}` } : given;
    return new SnsTopic(this, "Topic", overlay<SnsTopicConfig>({}, named));
  }

  private createPolicy(isForeign: boolean): ResourcePolicy {
    const arn = this.topicArn;
    return new ResourcePolicy(this, {
      arn,
      create: isForeign ? undefined : (policy) => new SnsTopicPolicy(this, "Policy", { arn, policy }),
      restated: () => [ownerAccess(arn, Stack.of(this).account), tlsOnly(["sns:Publish"], [arn])],
    });
  }

  /** One per subscriber, in the order in which they were added. */
  get subscriptions(): SnsTopicSubscription[] {
    return this.subscribers.subscriptions;
  }

  /** The functions among the subscribers, in the order in which they were added. */
  get subscriberFunctions(): Function[] {
    return [...this.functions.all];
  }

  /** Adds subscribers. What they need is created below `scope`, which may be in another stack. */
  addSubscribers(scope: Construct, subscribers: NonNullable<TopicProps["subscribers"]>): void {
    checkOpen(this, "addSubscribers");
    this.subscribers.add(scope, subscribers);
  }

  /** Binds constructs to the functions of all subscribers, those added later too. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Binds constructs to the function of one subscriber. */
  bindToSubscriber(name: string, constructs: readonly IConstruct[]): void {
    checkOpen(this, "bindToSubscriber");
    this.functions.bindTo("bindToSubscriber", name, constructs);
  }

  /** Lets the functions of all subscribers do more, those added later too. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  /** Lets the function of one subscriber do more. */
  attachPermissionsToSubscriber(name: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsToSubscriber");
    this.functions.attachPermissionsTo("attachPermissionsToSubscriber", name, permissions);
  }

  /**
   * The topic as the policies of its subscribers name it.
   *
   * @internal
   */
  policySource(prop: string): Omit<PolicySource, "link"> {
    const name = literalName(this.cdk.topic.nameInput);
    return {
      construct: this,
      prop,
      arn: this.topicArn,
      writtenArn: ({ partition, region, account }) =>
        name === undefined ? undefined : `arn:${partition}:sns:${region}:${account}:${name}`,
      nameProp: "cdk.topic.name",
    };
  }

  [permissionTarget]() {
    return { ...findProviderTarget(this.cdk.topic), row: "Topic" as const, arn: this.boundArn };
  }

  [bindingTarget](): Binding {
    return { className: "Topic", id: this.id, variables: { topicArn: this.boundArn }, permissions: [this] };
  }

  getConstructMetadata(): ConstructMetadata {
    return { type: "Topic", data: { topicArn: this.topicArn, ...this.subscribers.metadata } };
  }
}

/**
 * What a topic's owner may do while it has no policy of its own, and would lose by one that does not say it.
 *
 * Source: https://docs.aws.amazon.com/sns/latest/dg/sns-access-policy-use-cases.html
 */
function ownerAccess(arn: string, account: string): Statement {
  const actions =
    "GetTopicAttributes SetTopicAttributes AddPermission RemovePermission DeleteTopic Subscribe ListSubscriptionsByTopic Publish";
  return {
    sid: "OwnerAccess",
    effect: "Allow",
    principals: { AWS: ["*"] },
    actions: actions.split(" ").map((name) => `sns:${name}`),
    resources: [arn],
    conditions: { StringEquals: { "AWS:SourceOwner": account } },
  };
}
