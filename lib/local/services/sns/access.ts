import type { AccessOf } from "../contract/define-service";
import type { SnsInput } from "./input";
import type { snsOperations } from "./operations";
import type { SnsTopics } from "./topics";

type SnsAccess = AccessOf<SnsTopics, SnsInput>;

const onTopic =
  (action: string): SnsAccess =>
  (input) => [{ action: `SNS:${action}`, resource: input.get("TopicArn") ?? "*" }];

const publish: SnsAccess = (input) => [
  { action: "SNS:Publish", resource: input.get("TopicArn") ?? input.get("TargetArn") ?? "*" },
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
      resource: (input.get("SubscriptionArn") ?? "*").split(":").slice(0, 6).join(":"),
    },
  ],
  ListTagsForResource: (input) => [
    { action: "SNS:ListTagsForResource", resource: input.get("ResourceArn") ?? "*" },
  ],
  Publish: publish,
  PublishBatch: publish,
} satisfies Record<keyof typeof snsOperations, SnsAccess>;
