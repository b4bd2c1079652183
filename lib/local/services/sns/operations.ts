import { flag, requireText, tagsOf, text, type Values } from "../../../model";
import { type Operation, ServiceError } from "../contract/define-service";
import { listPage } from "../contract/page";
import type { QueryResult } from "../contract/query-protocol";
import type { SnsInput } from "./input";
import { publishBatch, publishMessage } from "./publish";
import { topicAttributes } from "./topic-attributes";
import type { SnsTopics } from "./topics";

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_Operations.html */
export const snsOperations = {
  ListTopics: (topics, input) => paged(topics.arns, input, "Topics", (TopicArn) => ({ TopicArn })),

  GetTopicAttributes: (topics, input) => {
    const arn = input.get("TopicArn") ?? "";
    const { values } = topics.require(arn);
    return { Attributes: known(topicAttributes(topics, arn, values)) };
  },

  ListSubscriptions: (topics, input) =>
    paged(topics.subscriptions(), input, "Subscriptions", described(topics)),

  ListSubscriptionsByTopic: (topics, input) => {
    const arn = input.get("TopicArn") ?? "";
    topics.require(arn);
    return paged(topics.subscriptions(arn), input, "Subscriptions", described(topics));
  },

  GetSubscriptionAttributes: (topics, input) => {
    const arn = input.get("SubscriptionArn") ?? "";
    const values = topics.subscriptions().find((each) => text(each, "arn") === arn);
    if (values === undefined) throw new ServiceError("NotFound", "Subscription does not exist", 404);
    return {
      Attributes: known({
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
      }),
    };
  },

  ListTagsForResource: (topics, input) => {
    const { values } = topics.require(input.get("ResourceArn") ?? "", "ResourceNotFound");
    return { Tags: Object.entries(tagsOf(values)).map(([Key, Value]) => ({ Key, Value })) };
  },

  Publish: publishMessage,
  PublishBatch: publishBatch,
} satisfies Record<string, Operation<SnsTopics, SnsInput, QueryResult>>;

/** Lists have 100 entries a page. */
function paged<Entry>(
  all: readonly Entry[],
  input: SnsInput,
  member: string,
  write: (entry: Entry) => QueryResult,
): QueryResult {
  const token = input.get("NextToken") ?? undefined;
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

/** The attributes that have a value. */
function known(attributes: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}
