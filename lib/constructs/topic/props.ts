import type { DataAwsSnsTopic } from "@cdktf/provider-aws/lib/data-aws-sns-topic";
import type { SnsTopic, SnsTopicConfig } from "@cdktf/provider-aws/lib/sns-topic";
import type { SnsTopicSubscriptionConfig } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { EventPattern, MapOf, Override } from "../../kit/core";
import type { DeadLetterQueue } from "../../kit/events";
import type { FunctionProps, FunctionReference } from "../../kit/function";
import type { Queue } from "../queue";

/** Keys that override a subscription. */
export interface TopicSubscription
  extends Override<
    Omit<
      SnsTopicSubscriptionConfig,
      "topicArn" | "protocol" | "endpoint" | "filterPolicy" | "redrivePolicy" | "deliveryPolicy"
    >
  > {
  /**
   * Filter for messages, as an object or as JSON. It applies to the attributes of a message, unless `filterPolicyScope`
   * is `MessageBody`.
   *
   * Source: https://docs.aws.amazon.com/sns/latest/dg/sns-subscription-filter-policies.html
   *
   * @default - all messages
   */
  readonly filterPolicy?: EventPattern | string | undefined;
  /**
   * Where undeliverable messages are sent: a queue, whose policy then allows the topic, or the ARN of a queue.
   *
   * @default - they are lost after the last retry
   */
  readonly redrivePolicy?: { readonly deadLetterTargetArn: DeadLetterQueue } | string | undefined;
  /**
   * Where undeliverable messages are sent: a queue, whose policy then allows the topic, or the ARN of a queue. The same
   * as `redrivePolicy: { deadLetterTargetArn }`, under the name that it has in `Function`, `EventBus` and `Cron`.
   *
   * @default - they are lost after the last retry
   */
  readonly deadLetterQueue?: DeadLetterQueue | undefined;
}

/** A subscriber that is a function. */
export interface TopicFunctionSubscriberProps {
  /** Delivers the messages to a function. @default "function" */
  readonly type?: "function" | undefined;
  /** The function that gets the messages. */
  readonly function: FunctionReference;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the subscription. @default - none */
        readonly subscription?: TopicSubscription | undefined;
      }
    | undefined;
}

/** A subscriber that is a queue. */
export interface TopicQueueSubscriberProps {
  /** Optional. @default "queue" */
  readonly type?: "queue" | undefined;
  /** The queue. Its policy then allows the topic. */
  readonly queue: Queue;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the subscription; `rawMessageDelivery: true` delivers messages without the SNS envelope. @default - none */
        readonly subscription?: TopicSubscription | undefined;
      }
    | undefined;
}

/** Keys of the topic that the caller may override. */
export type TopicOverride = Override<SnsTopicConfig>;

/** Props of a topic. */
export interface TopicProps {
  /** Subscribers that receive each message, by a name that you choose. @default {} */
  readonly subscribers?:
    | MapOf<FunctionReference | Queue | TopicFunctionSubscriberProps | TopicQueueSubscriberProps>
    | undefined;
  /** Defaults for all subscribers, also for those added later. @default - none */
  readonly defaults?:
    | {
        /** Props of the functions that are created for the subscribers. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /**
         * An existing topic, used unchanged, or keys that override the created one. With `fifoTopic: true` its name
         * gets the suffix `.fifo`, unless it already has it.
         *
         * @default - created
         */
        readonly topic?: SnsTopic | DataAwsSnsTopic | TopicOverride | undefined;
      }
    | undefined;
}
