import { flag, requireText, tagsOf, text, type Values } from "../../../model";
import { type Operation, ServiceError } from "../contract/define-service";
import { listPage } from "../contract/page";
import { publishBatch, publishMessage } from "./publish";
import { topicAttributes } from "./topic-attributes";
import type { SnsTopics } from "./topics";

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_Operations.html */
export const snsOperations = {
  ListTopics: (topics, input) => paged(topics.arns, input, "Topics", (TopicArn) => ({ TopicArn })),

  GetTopicAttributes: (topics, input) => {
    const arn = text(input, "TopicArn") ?? "";
    const { values } = topics.require(arn);
    return { Attributes: topicAttributes(topics, arn, values) };
  },

  ListSubscriptions: (topics, input) =>
    paged(topics.subscriptions(), input, "Subscriptions", described(topics)),

  ListSubscriptionsByTopic: (topics, input) => {
    const arn = text(input, "TopicArn") ?? "";
    topics.require(arn);
    return paged(topics.subscriptions(arn), input, "Subscriptions", described(topics));
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
        SubscriptionPrincipal: topics.accountRoot,
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
    return { Tags: Object.entries(tagsOf(values)).map(([Key, Value]) => ({ Key, Value })) };
  },

  Publish: publishMessage,
  PublishBatch: publishBatch,
} satisfies Record<string, Operation<SnsTopics, Values, object>>;

/** Lists have 100 entries a page. */
function paged<Entry>(
  all: readonly Entry[],
  input: Values,
  member: string,
  write: (entry: Entry) => object,
): object {
  const token = text(input, "NextToken");
  const { entries, next } = listPage(all, { token, limit: undefined, most: 100, code: "InvalidParameter" });
  return { [member]: entries.map(write), ...(next !== undefined && { NextToken: next }) };
}

const described =
  ({ account }: SnsTopics) =>
  (values: Values) => ({
    SubscriptionArn: requireText(values, "arn"),
    Owner: account,
    Protocol: requireText(values, "protocol"),
    Endpoint: requireText(values, "endpoint"),
    TopicArn: requireText(values, "topic_arn"),
  });
