import type { AccessOf } from "../contract/define-service";
import type { snsOperations } from "./operations";
import type { SnsTopics } from "./topics";

type SnsAccess = AccessOf<SnsTopics, URLSearchParams>;

const publish: SnsAccess = (input) => [
  { action: "SNS:Publish", resource: input.get("TopicArn") ?? input.get("TargetArn") ?? "*" },
];

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html */
export const snsAccess = {
  ListTopics: () => [{ action: "SNS:ListTopics", resource: "*" }],
  Publish: publish,
  PublishBatch: publish,
} satisfies Record<keyof typeof snsOperations, SnsAccess>;
