import type { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { Construct } from "constructs";
import { servicePrincipal } from "../../facts/aws/principals";
import { collectProblems, mapTogether, together } from "../../facts/errors/problems";
import { keptName, Stack } from "../../kit/app";
import { checkPartNames, isFifo, isFifoTarget } from "../../kit/core";
import { allowTargetKey, checkSource, checkTargetKey } from "../../kit/events";
import {
  type EventDestination,
  type FunctionsByKey,
  functionRef,
  parseEventDestination,
  planFunctionDestination,
  Receivers,
} from "../../kit/function";
import { type BackReferences, type PolicySource, resourcePolicy } from "../../kit/iam";
import type { Queue } from "../queue";
import { fail } from "./errors";
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

/** Creates a subscriber that has been checked, and lets the topic deliver to it. */
type CreateEndpoint = () => SubscriptionEndpoint;

/** The subscribers of a topic. */
export class TopicSubscribers {
  private readonly added = new Map<string, SnsTopicSubscription>();
  private readonly receivers = new Receivers();

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

  /** Adds subscribers below a scope. Checks all of them before it creates the first one. */
  add(scope: Construct, subscribers: NonNullable<TopicProps["subscribers"]>): void {
    const { topic } = this;
    const planned = collectProblems(() => {
      checkPartNames(scope, subscribers, {
        owner: topic,
        part: "subscriber",
        prop: "subscribers",
        isTaken: (name) => this.added.has(name),
        idsOf: (name) => Object.values(this.idsOf(name)),
      });
      const planned = mapTogether(Object.entries(subscribers), ([name, given]) =>
        this.plan(scope, name, given),
      );
      const receivers = Object.entries(subscribers).map(([name, given]) => ({ prop: propOf(name), given }));
      this.receivers.add(topic, receivers);
      return planned;
    });
    for (const create of planned) create();
  }

  private idsOf(name: string) {
    const path = `${keptName(this.topic)}_${name}`;
    return {
      fn: `Subscriber_${path}`,
      subscription: `Subscription_${path}`,
      permission: `Permission_${path}`,
    };
  }

  private plan(scope: Construct, name: string, given: unknown): () => void {
    const { topic } = this;
    const prop = propOf(name);
    const destination = parseEventDestination(topic, prop, given, forms, remedy);
    const source: PolicySource = { ...topic.policySource(prop), link: scope };
    const override = destination.cdk.subscription as TopicSubscription | undefined;
    const isFifo = isFifoTarget(topic) && isFifoTarget(destination.value);
    const [createEndpoint, subscription] = together(
      () => this.kinds[destination.kind]({ scope, name, prop, source }, destination),
      () => parseSubscription(topic, `${prop}.cdk.subscription`, override, { source, isFifo }),
    );
    return () => {
      const id = this.idsOf(name).subscription;
      this.added.set(name, createSubscription(scope, id, createEndpoint(), source, subscription));
    };
  }

  private readonly kinds = {
    function: ({ scope, name, prop }, destination) => {
      const { topic, functions, defaults } = this;
      if (isFifo(topic.cdk.topic) === true) fail(topic, "topic-fifo-function", prop, {});
      const { rawMessageDelivery } = (destination.cdk.subscription ?? {}) as TopicSubscription;
      if (rawMessageDelivery === true) {
        fail(topic, "topic-raw-function", `${prop}.cdk.subscription.rawMessageDelivery`, {});
      }
      const { fn: id, permission } = this.idsOf(name);
      const planned = planFunctionDestination({
        owner: topic,
        scope,
        defaults: defaults.function,
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
      const { topic } = this;
      const queue = value as Queue;
      const [topicIsFifo, queueIsFifo] = [isFifo(topic.cdk.topic), isFifo(queue.cdk.queue)];
      // A FIFO topic also delivers to standard queues.
      // Source: https://docs.aws.amazon.com/sns/latest/dg/fifo-message-delivery.html
      if (topicIsFifo === false && queueIsFifo === true) {
        fail(topic, "topic-fifo-mismatch", prop, { queue: queue.node.path });
      }
      checkSource(queue, source);
      checkTargetKey(topic, prop, queue.cdk.queue);
      return () => {
        this.functions.add(name, undefined);
        this.back.note(scope, Stack.of(queue), prop);
        queue[resourcePolicy].allow({ service, action: "sqs:SendMessage", source });
        allowTargetKey(topic, queue.cdk.queue, service);
        return { protocol: "sqs", endpoint: queue.queueArn, allowedBy: queue[resourcePolicy].resource };
      };
    },
  } satisfies Record<Kind, (place: Place, destination: EventDestination<Kind>) => CreateEndpoint>;
}
