import type { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { servicePrincipal } from "../../facts/aws/principals";
import { collectProblems, mapTogether, together } from "../../facts/errors/problems";
import { keptName, Stack } from "../../kit/app";
import { checkPartNames, isFifo, isFifoTarget } from "../../kit/core";
import { allowTargetKey, checkSource, checkTargetKey } from "../../kit/events";
import {
  type EventDestination,
  type FunctionProps,
  type FunctionsByKey,
  functionRef,
  parseEventDestination,
  planFunctionDestination,
  Receivers,
} from "../../kit/function";
import { type BackReferences, type PolicySource, resourcePolicy } from "../../kit/iam";
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

const service = servicePrincipal("sns");
const form = { cdk: ["subscription"], configs: subscriptionConfigs };
const forms = { function: form, queue: form };
const remedy = 'Write what receives the messages: function: "functions/orders.created".';

type Kind = keyof typeof forms;

/** A subscriber that is to be planned. */
interface Place {
  readonly scope: Construct;
  readonly name: string;
  readonly prop: string;
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
    private readonly topic: Topic,
    private readonly facts: TopicFacts,
    private readonly defaults: Partial<FunctionProps> | undefined,
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
      () => this.kinds[destination.kind]({ scope, name, prop, source }, destination),
      () => parseSubscription(topic, `${prop}.cdk.subscription`, override, sender),
    );
    return () => {
      const id = this.idsOf(name).subscription;
      this.added.set(name, createSubscription(scope, id, createEndpoint(), source, subscription));
    };
  }

  private readonly kinds = {
    function: ({ scope, name, prop }, destination) => {
      const { topic, facts, functions, defaults } = this;
      if (facts.isFifo === true) fail(topic, "topic-fifo-function", prop, {});
      const { rawMessageDelivery } = (destination.cdk.subscription ?? {}) as TopicSubscription;
      if (rawMessageDelivery === true) {
        fail(topic, "topic-raw-function", `${prop}.cdk.subscription.rawMessageDelivery`, {});
      }
      const { fn: id, permission } = this.idsOf(name);
      const planned = planFunctionDestination({
        owner: topic,
        scope,
        defaults,
        id,
        destination,
      });
      return () => {
        const created = planned.create({ id: permission, principal: service, sourceArn: topic.topicArn });
        functions.add(name, created.function);
        this.back.note(scope, created.stack, prop);
        return { protocol: "lambda", endpoint: created.arn, allowedBy: created.permission };
      };
    },
    queue: ({ scope, name, prop, source }, { value }) => {
      const { topic, facts } = this;
      const queue = value as Queue;
      // A FIFO topic also delivers to standard queues.
      // Source: https://docs.aws.amazon.com/sns/latest/dg/fifo-message-delivery.html
      if (facts.isFifo === false && isFifo(queue.cdk.queue) === true) {
        fail(topic, "topic-fifo-mismatch", prop, { queue: queue.node.path });
      }
      checkSource(queue, source);
      checkTargetKey(topic, prop, queue.cdk.queue);
      return () => {
        this.functions.add(name, undefined);
        this.back.note(scope, Stack.of(queue), prop);
        queue[resourcePolicy].allow({
          service,
          action: "sqs:SendMessage",
          source,
        });
        allowTargetKey(topic, queue.cdk.queue, service);
        return { protocol: "sqs", endpoint: queue.queueArn, allowedBy: queue[resourcePolicy].resource };
      };
    },
  } satisfies Record<Kind, (place: Place, destination: EventDestination<Kind>) => CreateEndpoint>;
}
