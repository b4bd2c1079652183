import type { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { collectProblems, mapTogether, together } from "../../facts/errors/problems";
import { keptName, type Stack } from "../../kit/app";
import { checkPartNames, isFifo, isFifoTarget } from "../../kit/core";
import { planFunctionReceiver, planPolicyReceiver, type ReceiverPlace, type Sender } from "../../kit/events";
import { type EventDestination, functionRef, parseEventDestination, Receivers } from "../../kit/function";
import type { PolicySource } from "../../kit/iam";
import type { Queue } from "../queue";
import { fail } from "./errors";
import type { TopicFacts } from "./parse";
import type { TopicProps, TopicSubscription } from "./props";
import {
  createSubscription,
  parseSubscription,
  type SubscriptionEndpoint,
  subscriptionConfigs,
} from "./subscription";
import type { Topic } from "./topic";

const form = { cdk: ["subscription"], configs: subscriptionConfigs };
const forms = { function: form, queue: form };
const remedy = 'Write what receives the messages: function: "functions/orders.created".';

type Kind = keyof typeof forms;

/** A subscriber that is to be planned. */
interface Place extends ReceiverPlace {
  /** The topic, as the policies of queues name it. */
  readonly source: PolicySource;
}

const propOf = (name: string): string => `subscribers[${JSON.stringify(name)}]`;

/** The ARN of a topic as a literal for another stack; undefined if AWS chooses the name. */
export const writtenTopicArn = (
  { partition, region, account }: Stack,
  { name }: TopicFacts,
): string | undefined =>
  name === undefined ? undefined : formatArn({ partition, region, account }, "sns", name);

/** Creates a subscriber that has been checked, and lets the topic deliver to it. */
type CreateEndpoint = () => SubscriptionEndpoint;

/** The subscribers of a topic. */
export class TopicSubscribers {
  private readonly added = new Map<string, SnsTopicSubscription>();
  private readonly receivers = new Receivers();

  constructor(
    private readonly sender: Sender<Topic>,
    private readonly facts: TopicFacts,
  ) {}

  private get topic(): Topic {
    return this.sender.owner;
  }

  get subscriptions(): SnsTopicSubscription[] {
    return [...this.added.values()];
  }

  get metadata() {
    const names = [...this.added.keys()];
    return {
      subscribers: names.map((name) => functionRef(this.sender.functions.get(name))),
      subscriberNames: names,
    };
  }

  /** Adds subscribers below a scope. Checks all of them before it creates the first one. */
  add(scope: Construct, subscribers: NonNullable<TopicProps["subscribers"]>): void {
    collectProblems(() => this.plan(scope, subscribers))();
  }

  /** Refuses subscribers that cannot work; the returned function creates them. */
  plan(scope: Construct, subscribers: NonNullable<TopicProps["subscribers"]>): () => void {
    const { topic } = this;
    checkPartNames(scope, subscribers, {
      owner: topic,
      part: "subscriber",
      prop: "subscribers",
      isTaken: (name) => this.added.has(name),
      idsOf: (name) => Object.values(this.idsOf(name)),
    });
    const planned = mapTogether(Object.entries(subscribers), ([name, given]) =>
      this.planOne(scope, name, given),
    );
    const receivers = Object.entries(subscribers).map(([name, given]) => ({ prop: propOf(name), given }));
    this.receivers.add(topic, receivers);
    return () => {
      for (const create of planned) create();
    };
  }

  private idsOf(name: string) {
    const path = `${keptName(this.topic)}_${name}`;
    return {
      fn: `Subscriber_${path}`,
      subscription: `Subscription_${path}`,
      permission: `Permission_${path}`,
    };
  }

  private planOne(scope: Construct, name: string, given: unknown): () => void {
    const { topic, facts } = this;
    const prop = propOf(name);
    const destination = parseEventDestination(topic, prop, given, forms, remedy);
    const source: PolicySource = {
      construct: topic,
      prop,
      arn: () => topic.topicArn,
      writtenArn: (stack) => writtenTopicArn(stack, facts),
      nameProp: "cdk.topic.name",
      link: scope,
    };
    const override = destination.cdk.subscription as TopicSubscription | undefined;
    const isFifo = facts.isFifo === true && isFifoTarget(destination.value);
    const sender = { source, topicIsFifo: facts.isFifo === true, isFifo };
    const [createEndpoint, subscription] = together(
      () => this.kinds[destination.kind]({ scope, key: name, prop, source }, destination),
      () => parseSubscription(topic, `${prop}.cdk.subscription`, override, sender),
    );
    return () => {
      const id = this.idsOf(name).subscription;
      this.added.set(name, createSubscription(scope, id, createEndpoint(), source, subscription));
    };
  }

  private readonly kinds = {
    function: (place, destination) => {
      const { topic, facts, sender } = this;
      const { key, prop } = place;
      if (facts.isFifo === true) fail(topic, "topic-fifo-function", prop, {});
      const { rawMessageDelivery } = (destination.cdk.subscription ?? {}) as TopicSubscription;
      if (rawMessageDelivery === true) {
        fail(topic, "topic-raw-function", `${prop}.cdk.subscription.rawMessageDelivery`, {});
      }
      const { fn, permission: id } = this.idsOf(key);
      const create = planFunctionReceiver(sender, place, fn, destination);
      return () => {
        const { arn, allowedBy } = create({ id, sourceArn: topic.topicArn });
        return { protocol: "lambda", endpoint: arn, allowedBy };
      };
    },
    queue: (place, { value }) => {
      const { topic, facts, sender } = this;
      const queue = value as Queue;
      // A FIFO topic also delivers to standard queues.
      // Source: https://docs.aws.amazon.com/sns/latest/dg/fifo-message-delivery.html
      if (facts.isFifo === false && isFifo(queue.cdk.queue) === true) {
        fail(topic, "topic-fifo-mismatch", place.prop, { queue: queue.node.path });
      }
      const receiver = {
        construct: queue,
        object: queue.cdk.queue,
        arn: queue.queueArn,
        action: "sqs:SendMessage",
      };
      const create = planPolicyReceiver(sender, place, receiver, place.source);
      return () => {
        const { arn, allowedBy } = create();
        return { protocol: "sqs", endpoint: arn, allowedBy };
      };
    },
  } satisfies Record<Kind, (place: Place, destination: EventDestination<Kind>) => CreateEndpoint>;
}
