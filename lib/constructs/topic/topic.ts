import type { DataAwsSnsTopic } from "@cdktf/provider-aws/lib/data-aws-sns-topic";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SnsTopicPolicy } from "@cdktf/provider-aws/lib/sns-topic-policy";
import type { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { Construct } from "constructs";
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
import { quotas, withoutUndefined } from "../../kit/core";
import { type BindingEntry, ConstructWithFunctions, type Function, FunctionsByKey } from "../../kit/function";
import {
  BackReferences,
  type Permissions,
  type PermissionTarget,
  permissionTarget,
  providerTarget,
  ResourcePolicy,
  type ResourceStatement,
  resourcePolicy,
  type Statement,
  tlsOnly,
} from "../../kit/iam";
import { fail } from "./errors";
import { type TopicMetadata, topicDescription, topicRow } from "./library";
import { parseTopicProps } from "./parse";
import type { TopicProps } from "./props";
import { TopicSubscribers, writtenTopicArn } from "./subscribers";

/**
 * A topic: each published message is delivered to all subscribers, functions and queues.
 *
 * Each subscriber adds a subscription, and a permission that lets only this topic invoke the function or send to the
 * queue.
 *
 * @example
 * new Topic(stack, "Orders", {
 *   subscribers: { mail: "functions/mail.send", billing: queue },
 * });
 */
export class Topic extends ConstructWithFunctions {
  readonly id: string;
  readonly topicArn: string;
  readonly topicName: string;
  readonly cdk: { readonly topic: SnsTopic | DataAwsSnsTopic };
  /** @internal The topic's policy. The resource is created only if a service must publish to the topic. */
  readonly [resourcePolicy]: ResourcePolicy;
  private readonly isImported: boolean;
  protected readonly functions: FunctionsByKey;
  private readonly subscribers: TopicSubscribers;
  /** The ARN for functions that are bound to the topic; they may be its subscribers. */
  private readonly boundArn: string;

  constructor(scope: Construct, id: string, props: TopicProps = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    this.functions = new FunctionsByKey(this, "subscriber");
    const back = new BackReferences(this, "cdk.topic.name");
    const { imported, config, facts, subscribers, createSubscribers } = collectProblems(() => {
      const { defaults, ...parsed } = parseTopicProps(this, given);
      const { functions } = this;
      const sender = { owner: this, service: servicePrincipal("sns"), defaults, functions, back };
      const subscribers = new TopicSubscribers(sender, parsed.facts);
      return { ...parsed, subscribers, createSubscribers: subscribers.plan(this, parsed.subscribers) };
    });
    this.subscribers = subscribers;
    const topic = imported ?? new SnsTopic(this, "Topic", config);
    this.cdk = { topic };
    this.topicArn = topic.arn;
    this.topicName = topic.name;
    this.isImported = imported !== undefined;
    const isForeign = this.isImported || config.policy !== undefined;
    this[resourcePolicy] = this.createPolicy(isForeign);
    this.boundArn = back.refer(this.topicArn, (stack) => writtenTopicArn(stack, facts));
    createSubscribers();
  }

  private createPolicy(isForeign: boolean): ResourcePolicy {
    const arn = this.topicArn;
    return new ResourcePolicy(this, {
      arn,
      create: isForeign ? undefined : (policy) => new SnsTopicPolicy(this, "Policy", { arn, policy }),
      limits: { bytes: quotas.topicPolicyBytes },
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

  /** Adds subscribers. Their resources are created below `scope`, which may be in another stack. */
  addSubscribers(scope: Construct, subscribers: NonNullable<TopicProps["subscribers"]>): void {
    checkOpen(this, "addSubscribers");
    const given = checkAddition(this, "addSubscribers", scope, subscribers);
    this.subscribers.add(scope, given);
  }

  /** Adds statements to the topic's policy, to allow or deny access. */
  addToResourcePolicy(...statements: readonly ResourceStatement[]): void {
    checkOpen(this, "addToResourcePolicy");
    if (this.isImported) fail(this, "imported-topic", "addToResourcePolicy", {});
    if (this[resourcePolicy].isForeign)
      fail(this, "props-exclude", "addToResourcePolicy", { other: "cdk.topic.policy" });
    this[resourcePolicy].addStatements("addToResourcePolicy", statements);
  }

  /** Binds constructs to the function of one subscriber. */
  bindToSubscriber(name: string, constructs: readonly BindingEntry[]): void {
    this.functions.bindTo("bindToSubscriber", name, constructs);
  }

  /** Gives the function of one subscriber more permissions. */
  attachPermissionsToSubscriber(name: string, permissions: Permissions): void {
    this.functions.attachPermissionsTo("attachPermissionsToSubscriber", name, permissions);
  }

  [permissionTarget](): PermissionTarget {
    return { ...providerTarget(topicRow, this.cdk.topic), arn: this.boundArn };
  }

  [bindingTarget](): Binding {
    return createBinding(topicDescription, this, { topicArn: this.boundArn });
  }

  [finish](): void {
    this[resourcePolicy].checkSize();
  }

  getConstructMetadata(): TopicMetadata {
    return { type: "Topic", data: { topicArn: this.topicArn, ...this.subscribers.metadata } };
  }
}

/**
 * The access of the owner, which the default policy of a topic grants and any other policy must repeat.
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
