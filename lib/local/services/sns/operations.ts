import { accountRootArn } from "../../../facts/aws/arns";
import { flag, isValues, json, number, requireText, tagsOf, text, type Values } from "../../../model";
import { type Operation, ServiceError } from "../contract/define-service";
import { tagList } from "../contract/described";
import { paged } from "../contract/page";
import { publishBatch, publishMessage } from "./publish";
import type { SnsTopics } from "./topics";

/**
 * The retries for HTTP subscribers if the topic declares none.
 *
 * Source: https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html, and the recorded attributes of
 * test/local/recorded/sns/publish.json
 */
const defaultDelivery = {
  defaultHealthyRetryPolicy: {
    minDelayTarget: 20,
    maxDelayTarget: 20,
    numRetries: 3,
    numMaxDelayRetries: 0,
    numNoDelayRetries: 0,
    numMinDelayRetries: 0,
    backoffFunction: "linear",
  },
  disableSubscriptionOverrides: false,
  defaultRequestPolicy: { headerContentType: "text/plain; charset=UTF-8" },
};

/** The attributes of a topic. Those without a value are undefined. */
function topicAttributes(
  topics: SnsTopics,
  arn: string,
  values: Values,
): Readonly<Record<string, string | undefined>> {
  const isFifo = flag(values, "fifo_topic") === true;
  return {
    Policy: topics.policyOf(arn) ?? defaultPolicy(arn, topics.model.account),
    TopicArn: arn,
    Owner: topics.model.account,
    DisplayName: text(values, "display_name") ?? "",
    DeliveryPolicy: ownDelivery(values),
    EffectiveDeliveryPolicy: JSON.stringify(effectiveDelivery(values)),
    KmsMasterKeyId: text(values, "kms_master_key_id"),
    SignatureVersion: number(values, "signature_version")?.toString(),
    TracingConfig: text(values, "tracing_config"),
    SubscriptionsConfirmed: String(topics.subscriptions(arn).length),
    SubscriptionsPending: "0",
    SubscriptionsDeleted: "0",
    FifoTopic: isFifo ? "true" : undefined,
    ContentBasedDeduplication: isFifo
      ? String(flag(values, "content_based_deduplication") ?? false)
      : undefined,
    ...feedbackAttributes(values),
  };
}

/** The policy of the topic, with the switch that SNS adds to it. */
function ownDelivery(values: Values): string | undefined {
  const policy = json(values, "delivery_policy");
  if (!isValues(policy) || !isValues(policy.http)) return text(values, "delivery_policy");
  const { disableSubscriptionOverrides } = defaultDelivery;
  return JSON.stringify({ ...policy, http: { disableSubscriptionOverrides, ...policy.http } });
}

function effectiveDelivery(values: Values): object {
  const policy = json(values, "delivery_policy");
  const given = isValues(policy) && isValues(policy.http) ? policy.http : {};
  const retries = isValues(given.defaultHealthyRetryPolicy) ? given.defaultHealthyRetryPolicy : {};
  const http = { ...defaultDelivery, ...given };
  return {
    http: {
      ...http,
      defaultHealthyRetryPolicy: { ...defaultDelivery.defaultHealthyRetryPolicy, ...retries },
    },
  };
}

/** The policy of a topic that was created without one: its account may use it. */
function defaultPolicy(arn: string, account: string): string {
  const actions = [
    "GetTopicAttributes",
    "SetTopicAttributes",
    "AddPermission",
    "RemovePermission",
    "DeleteTopic",
    "Subscribe",
    "ListSubscriptionsByTopic",
    "Publish",
  ];
  return JSON.stringify({
    Version: "2008-10-17",
    Id: "__default_policy_ID",
    Statement: [
      {
        Sid: "__default_statement_ID",
        Effect: "Allow",
        Principal: { AWS: "*" },
        Action: actions.map((action) => `SNS:${action}`),
        Resource: arn,
        Condition: { StringEquals: { "AWS:SourceOwner": account } },
      },
    ],
  });
}

const feedbackProtocols = {
  application: "Application",
  firehose: "Firehose",
  http: "HTTP",
  lambda: "Lambda",
  sqs: "SQS",
};

/** The settings of delivery logs: `lambda_success_feedback_role_arn` is `LambdaSuccessFeedbackRoleArn`. */
function feedbackAttributes(values: Values): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(feedbackProtocols).flatMap(([protocol, name]) => [
      [`${name}SuccessFeedbackRoleArn`, text(values, `${protocol}_success_feedback_role_arn`)],
      [
        `${name}SuccessFeedbackSampleRate`,
        number(values, `${protocol}_success_feedback_sample_rate`)?.toString(),
      ],
      [`${name}FailureFeedbackRoleArn`, text(values, `${protocol}_failure_feedback_role_arn`)],
    ]),
  );
}

const pages = { most: 100, code: "InvalidParameter" } as const;
const subscriptionPages = { member: "Subscriptions", ...pages } as const;

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_Operations.html */
export const snsOperations = {
  ListTopics: (topics, input) =>
    paged(topics.arns, input, { member: "Topics", ...pages }, (TopicArn) => ({ TopicArn })),

  GetTopicAttributes: (topics, input) => {
    const arn = text(input, "TopicArn") ?? "";
    const { values } = topics.require(arn);
    return { Attributes: topicAttributes(topics, arn, values) };
  },

  ListSubscriptions: (topics, input) =>
    paged(topics.subscriptions(), input, subscriptionPages, described(topics)),

  ListSubscriptionsByTopic: (topics, input) => {
    const arn = text(input, "TopicArn") ?? "";
    topics.require(arn);
    return paged(topics.subscriptions(arn), input, subscriptionPages, described(topics));
  },

  GetSubscriptionAttributes: (topics, input) => {
    const arn = text(input, "SubscriptionArn") ?? "";
    const values = topics.subscriptions().find((each) => text(each, "arn") === arn);
    if (values === undefined) throw new ServiceError("NotFound", "Subscription does not exist", 404);
    return {
      Attributes: {
        ...described(topics)(values),
        PendingConfirmation: "false",
        ConfirmationWasAuthenticated: "true",
        // This machine has no deployer, so the account has created it.
        SubscriptionPrincipal: accountRootArn(topics.model),
        RawMessageDelivery: String(flag(values, "raw_message_delivery") ?? false),
        FilterPolicy: text(values, "filter_policy"),
        FilterPolicyScope:
          text(values, "filter_policy") === undefined
            ? undefined
            : (text(values, "filter_policy_scope") ?? "MessageAttributes"),
        RedrivePolicy: text(values, "redrive_policy"),
        SubscriptionRoleArn: text(values, "subscription_role_arn"),
      },
    };
  },

  ListTagsForResource: (topics, input) => {
    const { values } = topics.require(text(input, "ResourceArn") ?? "", "ResourceNotFound");
    return { Tags: tagList(tagsOf(values)) };
  },

  Publish: publishMessage,
  PublishBatch: publishBatch,
} satisfies Record<string, Operation<SnsTopics, Values, object>>;

const described =
  ({ model: { account } }: SnsTopics) =>
  (values: Values) => ({
    SubscriptionArn: requireText(values, "arn"),
    Owner: account,
    Protocol: requireText(values, "protocol"),
    Endpoint: requireText(values, "endpoint"),
    TopicArn: requireText(values, "topic_arn"),
  });
