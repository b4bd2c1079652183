import { text, type Values } from "../../../model";
import type { AccessOf } from "../contract/define-service";
import type { snsOperations } from "./operations";
import type { SnsTopics } from "./topics";

type SnsAccess = AccessOf<SnsTopics, Values>;

const onTopic =
  (action: string): SnsAccess =>
  (input) => [{ action: `SNS:${action}`, resource: text(input, "TopicArn") ?? "*" }];

const publish: SnsAccess = (input) => [
  { action: "SNS:Publish", resource: text(input, "TopicArn") ?? text(input, "TargetArn") ?? "*" },
];

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html */
export const snsAccess = {
  ListTopics: () => [{ action: "SNS:ListTopics", resource: "*" }],
  ListSubscriptions: () => [{ action: "SNS:ListSubscriptions", resource: "*" }],
  ListSubscriptionsByTopic: onTopic("ListSubscriptionsByTopic"),
  GetTopicAttributes: onTopic("GetTopicAttributes"),
  GetSubscriptionAttributes: (input) => [
    {
      action: "SNS:GetSubscriptionAttributes",
      resource: (text(input, "SubscriptionArn") ?? "*").split(":").slice(0, 6).join(":"),
    },
  ],
  ListTagsForResource: (input) => [
    { action: "SNS:ListTagsForResource", resource: text(input, "ResourceArn") ?? "*" },
  ],
  Publish: publish,
  PublishBatch: publish,
} satisfies Record<keyof typeof snsOperations, SnsAccess>;
