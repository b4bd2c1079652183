import {
  SnsTopicSubscription,
  type SnsTopicSubscriptionConfig,
} from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../../core/check";
import { escapeTemplate } from "../../core/escape";
import { checkEventPattern } from "../../core/event-pattern";
import { checkOverride, overlay } from "../../core/override";
import { deadLetterArn } from "../../events/dead-letters";
import type { PolicySource } from "../../iam/policy-source";
import { fail } from "./errors";
import type { TopicSubscription } from "./props";

/** What the topic delivers to. */
export interface SubscriptionEndpoint {
  readonly protocol: "lambda" | "sqs";
  readonly endpoint: string;
}

/** Refuses keys laid over a subscription that cannot work. */
export function checkSubscription(topic: Construct, prop: string, given: unknown = {}): void {
  const endpoint = "It is the subscriber that you name.";
  checkOverride(topic, prop, given, SnsTopicSubscription, {
    rejected: {
      topicArn: "It is the topic that the subscriber belongs to.",
      protocol: endpoint,
      endpoint,
      deliveryPolicy: "It is for HTTP subscribers; give the topic one as cdk.topic.deliveryPolicy.",
    },
  });
  const { filterPolicy, redrivePolicy } = given as TopicSubscription;
  if (isPlainObject(filterPolicy) && Object.keys(filterPolicy).length > 0) {
    checkEventPattern(topic, `${prop}.filterPolicy`, filterPolicy);
  }
  if (redrivePolicy === undefined || typeof redrivePolicy === "string") return;
  const expected = "{ deadLetterTargetArn: queue }";
  if (!isPlainObject(redrivePolicy)) {
    fail(topic, "prop-invalid", `${prop}.redrivePolicy`, { value: redrivePolicy, expected });
  }
  checkKeys(topic, `${prop}.redrivePolicy`, redrivePolicy, ["deadLetterTargetArn"]);
}

/** Creates a subscription. */
export function createSubscription(
  scope: Construct,
  id: string,
  { protocol, endpoint }: SubscriptionEndpoint,
  source: PolicySource,
  given: TopicSubscription = {},
): SnsTopicSubscription {
  const { filterPolicy, redrivePolicy, ...override } = given;
  const config: SnsTopicSubscriptionConfig = {
    topicArn: source.arn,
    protocol,
    endpoint,
    filterPolicy: filterText(filterPolicy),
    redrivePolicy: redriveText(source, redrivePolicy),
  };
  return new SnsTopicSubscription(scope, id, overlay(config, override));
}

/** No filter is written as none: AWS forgets an empty one. */
function filterText(policy: TopicSubscription["filterPolicy"]): string | undefined {
  if (policy === undefined || typeof policy === "string") return policy;
  return Object.keys(policy).length === 0 ? undefined : escapeTemplate(JSON.stringify(policy));
}

function redriveText(source: PolicySource, policy: TopicSubscription["redrivePolicy"]): string | undefined {
  if (policy === undefined || typeof policy === "string") return policy;
  const { construct, prop } = source;
  const at = `${prop}.cdk.subscription.redrivePolicy.deadLetterTargetArn`;
  const access = { service: "sns.amazonaws.com", source };
  return JSON.stringify({
    deadLetterTargetArn: deadLetterArn(construct, at, policy.deadLetterTargetArn, access),
  });
}
