import type { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { Construct } from "constructs";
import { Stack } from "../../app";
import { isFifo } from "../../core/fifo";
import { checkPartNames } from "../../core/part-names";
import {
  addFunctionDestination,
  type EventDestination,
  type FunctionsByKey,
  functionRef,
  parseEventDestination,
} from "../../function";
import type { BackReferences } from "../../iam/back-reference";
import type { PolicySource } from "../../iam/policy-source";
import { resourcePolicy } from "../../iam/resource-policy";
import type { Queue } from "../queue";
import { fail } from "./errors";
import type { TopicProps, TopicSubscription } from "./props";
import { checkSubscription, createSubscription, type SubscriptionEndpoint } from "./subscription";
import type { Topic } from "./topic";

const service = "sns.amazonaws.com";
const forms = { function: { cdk: ["subscription"] }, queue: { cdk: ["subscription"] } };
const remedy = 'Name what gets the messages: function: "functions/orders.created".';

/** The subscribers of a topic. */
export class TopicSubscribers {
  private readonly added = new Map<string, SnsTopicSubscription>();

  constructor(
    private readonly topic: Topic,
    private readonly defaults: NonNullable<TopicProps["defaults"]>,
    private readonly functions: FunctionsByKey,
    private readonly back: BackReferences,
  ) {}

  get subscriptions(): SnsTopicSubscription[] {
    return [...this.added.values()];
  }

  get metadata() {
    const names = [...this.added.keys()];
    return {
      subscribers: names.map((name) => functionRef(this.functions.get(name))),
      subscriberNames: names,
    };
  }

  /** Adds subscribers below a scope; all of them are checked before the first is created. */
  add(scope: Construct, subscribers: NonNullable<TopicProps["subscribers"]>): void {
    const { topic } = this;
    checkPartNames(scope, subscribers, {
      owner: topic,
      part: "subscriber",
      prop: "subscribers",
      isTaken: (name) => this.added.has(name),
      idsOf: (name) => Object.values(this.idsOf(name)),
    });
    const parsed = Object.entries(subscribers).map(([name, given]) => ({
      name,
      destination: this.parse(name, given),
    }));
    for (const { name, destination } of parsed) this.create(scope, name, destination);
  }

  private idsOf(name: string) {
    const path = `${this.topic.id}_${name}`;
    return {
      fn: `Subscriber_${path}`,
      subscription: `Subscription_${path}`,
      permission: `Permission_${path}`,
    };
  }

  private parse(name: string, given: unknown): EventDestination {
    const { topic } = this;
    const prop = propOf(name);
    const destination = parseEventDestination(topic, prop, given, forms, remedy);
    const topicIsFifo = isFifo(topic.cdk.topic);
    if (destination.kind === "function") {
      if (topicIsFifo === true) fail(topic, "topic-fifo-function", prop, {});
    } else {
      const queue = destination.value as Queue;
      const queueIsFifo = isFifo(queue.cdk.queue);
      if (topicIsFifo !== undefined && queueIsFifo !== undefined && topicIsFifo !== queueIsFifo) {
        fail(topic, "topic-fifo-mismatch", prop, { queue: queue.node.path, isFifo: queueIsFifo });
      }
    }
    checkSubscription(topic, `${prop}.cdk.subscription`, destination.cdk.subscription);
    return destination;
  }

  private create(scope: Construct, name: string, destination: EventDestination): void {
    const { topic } = this;
    const source: PolicySource = { ...topic.policySource(propOf(name)), link: scope };
    const ids = this.idsOf(name);
    const endpoint =
      destination.kind === "function"
        ? this.endpointOfFunction(scope, name, destination)
        : this.endpointOfQueue(scope, name, destination.value as Queue, source);
    const given = destination.cdk.subscription as TopicSubscription | undefined;
    this.added.set(name, createSubscription(scope, ids.subscription, endpoint, source, given));
  }

  private endpointOfFunction(
    scope: Construct,
    name: string,
    destination: EventDestination,
  ): SubscriptionEndpoint {
    const { topic, functions, defaults } = this;
    const ids = this.idsOf(name);
    const { arn, stack } = addFunctionDestination({
      owner: topic,
      scope,
      defaults: defaults.function,
      id: ids.fn,
      key: name,
      destination,
      functions,
      permission: { id: ids.permission, principal: service, sourceArn: topic.topicArn },
    });
    this.back.note(scope, stack, propOf(name));
    return { protocol: "lambda", endpoint: arn };
  }

  private endpointOfQueue(
    scope: Construct,
    name: string,
    queue: Queue,
    source: PolicySource,
  ): SubscriptionEndpoint {
    this.functions.add(name, undefined);
    this.back.note(scope, Stack.of(queue), propOf(name));
    queue[resourcePolicy].allow({ service, action: "sqs:SendMessage", source });
    return { protocol: "sqs", endpoint: queue.queueArn };
  }
}

function propOf(name: string): string {
  return `subscribers[${JSON.stringify(name)}]`;
}
