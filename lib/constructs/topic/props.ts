import type { DataAwsSnsTopic } from "@cdktf/provider-aws/lib/data-aws-sns-topic";
import type { SnsTopic, SnsTopicConfig } from "@cdktf/provider-aws/lib/sns-topic";
import type { SnsTopicSubscriptionConfig } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { EventPattern } from "../../core/event-pattern";
import type { Override } from "../../core/override";
import type { DeadLetterQueue } from "../../events/dead-letters";
import type { FunctionProps, FunctionReference } from "../../function";
import type { Queue } from "../queue";

/** Keys laid over a subscription. */
export interface TopicSubscription
  extends Override<
    Omit<
      SnsTopicSubscriptionConfig,
      "topicArn" | "protocol" | "endpoint" | "filterPolicy" | "redrivePolicy" | "deliveryPolicy"
    >
  > {
  /**
   * Which messages are delivered: as an object, or as JSON. It reads the attributes of a message, unless
   * `filterPolicyScope` is `MessageBody`.
   *
   * Source: https://docs.aws.amazon.com/sns/latest/dg/sns-subscription-filter-policies.html
   *
   * @default - all of them
   */
  readonly filterPolicy?: EventPattern | string;
  /**
   * Where messages go that could not be delivered: a queue, which then lets the topic send there, or the ARN of one.
   *
   * @default - they are lost when the topic has given up
   */
  readonly redrivePolicy?: { readonly deadLetterTargetArn: DeadLetterQueue } | string;
}

/** A subscriber that is a function. */
export interface TopicFunctionSubscriberProps {
  /** @default "function" */
  readonly type?: "function";
  readonly function: FunctionReference;
  /** Configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Keys laid over the subscription. @default - nothing */
    readonly subscription?: TopicSubscription;
  };
}

/** A subscriber that is a queue. */
export interface TopicQueueSubscriberProps {
  /** May be left out. @default "queue" */
  readonly type?: "queue";
  /** The queue, which then lets the topic send there. */
  readonly queue: Queue;
  /** Configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Keys laid over the subscription; `rawMessageDelivery: true` delivers messages as they were published. @default - nothing */
    readonly subscription?: TopicSubscription;
  };
}

/** Props of a topic. */
export interface TopicProps {
  /** Who gets each message, by a name of yours. @default {} */
  readonly subscribers?: Readonly<
    Record<string, FunctionReference | Queue | TopicFunctionSubscriberProps | TopicQueueSubscriberProps>
  >;
  /** What holds for all subscribers, those added later too. @default - nothing */
  readonly defaults?: {
    /** Props of the functions that the subscribers make. @default - none */
    readonly function?: Partial<FunctionProps>;
  };
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /**
     * An existing topic, used as it is, or keys laid over the created one. With `fifoTopic: true` its name ends in
     * `.fifo`, also a name that you give without it.
     *
     * @default - created
     */
    readonly topic?: SnsTopic | DataAwsSnsTopic | Override<SnsTopicConfig>;
  };
}
