import {
  SnsTopicSubscription,
  type SnsTopicSubscriptionConfig,
} from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { Construct } from "constructs";
import { checkKeys, checkKind, isPlainObject } from "../../core/check";
import { escapeTemplate } from "../../core/escape";
import { checkEventPattern } from "../../core/event-pattern";
import { isFifoTarget } from "../../core/fifo";
import { jsonText } from "../../core/json-text";
import { checkOverride, overlay } from "../../core/override";
import {
  allowDeadLetters,
  type ParsedDeadLetterQueue,
  parseDeadLetterQueue,
} from "../../events/dead-letters";
import type { PolicySource } from "../../iam/policy-source";
import { fail } from "./errors";
import type { TopicSubscription } from "./props";

const service = "sns.amazonaws.com";

/** The destination of a subscription. */
export interface SubscriptionEndpoint {
  readonly protocol: "lambda" | "sqs";
  readonly endpoint: string;
}

/** The override of a subscription, checked. */
export interface ParsedSubscription {
  readonly config: Partial<SnsTopicSubscriptionConfig>;
  readonly deadLetterQueue: ParsedDeadLetterQueue | undefined;
}

/** Objects here, texts of JSON at the provider. */
const reshaped = ["filterPolicy", "redrivePolicy"];
const endpoint = "It is the subscriber that you declare.";
const rejected = {
  topicArn: "It is the topic that the subscriber belongs to.",
  protocol: endpoint,
  endpoint,
  deliveryPolicy: "It is for HTTP subscribers; set the policy of the topic as cdk.topic.deliveryPolicy.",
};

/** Refuses keys that override a subscription and cannot work; creates nothing. */
export function parseSubscription(
  topic: Construct,
  prop: string,
  given: TopicSubscription = {},
  source: PolicySource,
): ParsedSubscription {
  checkOverride(topic, prop, given, SnsTopicSubscription, { rejected, reshaped });
  const { filterPolicy, redrivePolicy, ...override } = given;
  if (filterPolicy !== undefined && typeof filterPolicy !== "string") {
    checkKind(topic, `${prop}.filterPolicy`, filterPolicy, "map");
  }
  if (isPlainObject(filterPolicy) && Object.keys(filterPolicy).length > 0) {
    checkEventPattern(topic, `${prop}.filterPolicy`, filterPolicy);
  }
  return {
    config: {
      ...override,
      filterPolicy: filterText(topic, `${prop}.filterPolicy`, filterPolicy),
      ...(typeof redrivePolicy === "string" && { redrivePolicy }),
    },
    deadLetterQueue: parseRedrivePolicy(topic, `${prop}.redrivePolicy`, redrivePolicy, source),
  };
}

function parseRedrivePolicy(
  topic: Construct,
  prop: string,
  given: TopicSubscription["redrivePolicy"],
  source: PolicySource,
): ParsedDeadLetterQueue | undefined {
  if (given === undefined || typeof given === "string") return undefined;
  if (!isPlainObject(given)) {
    return fail(topic, "prop-invalid", prop, { value: given, expected: "{ deadLetterTargetArn: queue }" });
  }
  checkKeys(topic, prop, given, ["deadLetterTargetArn"]);
  // A FIFO topic may send to a FIFO queue, a standard topic only to a standard one.
  // Source: https://docs.aws.amazon.com/sns/latest/dg/sns-dead-letter-queues.html
  const target = given.deadLetterTargetArn;
  return parseDeadLetterQueue(topic, `${prop}.deadLetterTargetArn`, target, source, isFifoTarget(topic));
}

/** An empty filter is omitted: AWS does not keep it. */
function filterText(
  topic: Construct,
  prop: string,
  policy: TopicSubscription["filterPolicy"],
): string | undefined {
  if (policy === undefined || typeof policy === "string") return policy;
  return Object.keys(policy).length === 0 ? undefined : escapeTemplate(jsonText(topic, prop, policy));
}

/** Creates a subscription. */
export function createSubscription(
  scope: Construct,
  id: string,
  { protocol, endpoint }: SubscriptionEndpoint,
  source: PolicySource,
  { config, deadLetterQueue }: ParsedSubscription,
): SnsTopicSubscription {
  const redrivePolicy =
    deadLetterQueue === undefined
      ? undefined
      : JSON.stringify({ deadLetterTargetArn: allowDeadLetters(deadLetterQueue, service, source) });
  return new SnsTopicSubscription(
    scope,
    id,
    overlay<SnsTopicSubscriptionConfig>({ topicArn: source.arn, protocol, endpoint, redrivePolicy }, config),
  );
}
