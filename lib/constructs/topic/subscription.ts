import {
  SnsTopicSubscription,
  type SnsTopicSubscriptionConfig,
} from "@cdktf/provider-aws/lib/sns-topic-subscription";
import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { arnPattern, exampleArn } from "../../facts/aws/arn-patterns";
import { servicePrincipal } from "../../facts/aws/principals";
import {
  checkEventRule,
  checkKeys,
  checkObject,
  checkOverride,
  escapeTemplate,
  isFifo,
  isPlainObject,
  isUnknown,
  isUnresolved,
  keyTable,
  memberPath,
  overlay,
  parseJsonText,
  quotas,
  refuseValue,
  waitForAccess,
} from "../../kit/core";
import { allowDeadLetters, type ParsedDeadLetterQueue, parseDeadLetterQueue } from "../../kit/events";
import type { PolicySource } from "../../kit/iam";
import { fail } from "./errors";
import type { TopicSubscription } from "./props";

const service = servicePrincipal("sns");

/** The destination of a subscription. */
export interface SubscriptionEndpoint {
  readonly protocol: "lambda" | "sqs";
  readonly endpoint: string;
  /** The permission of the topic to deliver to it; undefined for an imported queue. */
  readonly allowedBy: TerraformResource | undefined;
}

/** The override of a subscription, checked. */
export interface ParsedSubscription {
  readonly config: Partial<SnsTopicSubscriptionConfig>;
  readonly deadLetterQueue: ParsedDeadLetterQueue | undefined;
}

/** The sender of a subscription's messages. */
interface Sender {
  /** The topic, as the policies of queues name it. */
  readonly source: PolicySource;
  readonly topicIsFifo: boolean;
  /** Whether both topic and subscriber are known to be FIFO. */
  readonly isFifo: boolean;
}

/** Keys of the library beside those of the provider. */
const extra = keyTable({ deadLetterQueue: true });
/** Objects here, texts of JSON at the provider. */
const reshaped = ["filterPolicy", "redrivePolicy"];
const endpoint = "It is the subscriber that you declare.";
const rejected = {
  topicArn: "It is the topic that the subscriber belongs to.",
  protocol: endpoint,
  endpoint,
  subscriptionRoleArn: "It is for delivery streams.",
  confirmationTimeoutInMinutes: "It is for HTTP subscribers.",
  endpointAutoConfirms: "It is for HTTP subscribers.",
  deliveryPolicy: "It is for HTTP subscribers; set the policy of the topic as cdk.topic.deliveryPolicy.",
};

/** The subscription below `cdk` of a subscriber, for messages. */
export const subscriptionConfigs = () => ({
  subscription: { resource: SnsTopicSubscription, extra, rejected },
});

/** Refuses keys that override a subscription and cannot work; creates nothing. */
export function parseSubscription(
  topic: Construct,
  prop: string,
  given: TopicSubscription = {},
  sender: Sender,
): ParsedSubscription {
  checkOverride(topic, prop, given, SnsTopicSubscription, { extra, rejected, reshaped });
  const { filterPolicy, redrivePolicy, deadLetterQueue, ...override } = given;
  const filter =
    typeof filterPolicy === "string"
      ? parseJsonText(topic, `${prop}.filterPolicy`, filterPolicy, '{ "store": ["example"] }')
      : filterPolicy;
  if (filter !== undefined && !isEmpty(filter)) {
    checkFilterPolicy(topic, `${prop}.filterPolicy`, filter, given.filterPolicyScope);
  }
  if (filter === undefined && given.filterPolicyScope !== undefined)
    fail(topic, "prop-needs", `${prop}.filterPolicyScope`, { needs: `${prop}.filterPolicy` });
  if (redrivePolicy !== undefined && deadLetterQueue !== undefined) {
    fail(topic, "props-exclude", `${prop}.deadLetterQueue`, { other: `${prop}.redrivePolicy` });
  }
  if (typeof redrivePolicy === "string") {
    checkRedriveText(topic, `${prop}.redrivePolicy`, redrivePolicy, sender);
  }
  return {
    config: {
      ...override,
      filterPolicy: filterText(filterPolicy),
      ...(typeof redrivePolicy === "string" && { redrivePolicy }),
    },
    deadLetterQueue:
      deadLetterQueue === undefined
        ? parseRedrivePolicy(topic, `${prop}.redrivePolicy`, redrivePolicy, sender)
        : parseDeadLetters(topic, `${prop}.deadLetterQueue`, deadLetterQueue, sender),
  };
}

function parseRedrivePolicy(
  topic: Construct,
  prop: string,
  given: TopicSubscription["redrivePolicy"],
  sender: Sender,
): ParsedDeadLetterQueue | undefined {
  if (given === undefined || typeof given === "string") return undefined;
  checkObject(topic, prop, given, ["deadLetterTargetArn"], "{ deadLetterTargetArn: queue }");
  return parseDeadLetters(topic, `${prop}.deadLetterTargetArn`, given.deadLetterTargetArn, sender);
}

/** The dead-letter queue of a subscription. Refuses queues that SNS refuses. */
function parseDeadLetters(
  topic: Construct,
  prop: string,
  given: unknown,
  sender: Sender,
): ParsedDeadLetterQueue {
  // A FIFO topic may send to a FIFO queue, a standard topic only to a standard one.
  // Source: https://docs.aws.amazon.com/sns/latest/dg/sns-dead-letter-queues.html
  const parsed = parseDeadLetterQueue(topic, prop, given, sender.source, sender.topicIsFifo);
  const isStandard = isFifo(parsed.object) === false || isStandardArn(parsed.arn);
  if (sender.isFifo && isStandard) {
    fail(topic, "topic-fifo-dead-letters", prop, { value: parsed.queue?.node.path ?? parsed.arn });
  }
  return parsed;
}

function isStandardArn(arn: string): boolean {
  return !isUnresolved(arn) && !arn.endsWith(".fifo");
}

/** Rejects the JSON of a redrive policy that SNS rejects. */
function checkRedriveText(topic: Construct, prop: string, text: string, sender: Sender): void {
  const policy = parseJsonText(
    topic,
    prop,
    text,
    `{ "deadLetterTargetArn": "${exampleArn("sqs", "failed")}" }`,
  );
  if (policy === undefined) return;
  checkKeys(topic, prop, policy, ["deadLetterTargetArn"]);
  const { deadLetterTargetArn: arn } = policy;
  if (isUnknown(arn)) return;
  if (typeof arn !== "string" || !arnPattern("sqs", /[\w.-]+/).test(arn)) {
    refuseValue(topic, `${prop}.deadLetterTargetArn`, arn, "the ARN of a queue");
  }
  if (sender.isFifo && isStandardArn(arn)) {
    fail(topic, "topic-fifo-dead-letters", `${prop}.deadLetterTargetArn`, { value: arn });
  }
}

function isEmpty(policy: object): boolean {
  return isPlainObject(policy) && Object.keys(policy).length === 0;
}

/** An empty filter is omitted: AWS does not keep it. */
function filterText(policy: TopicSubscription["filterPolicy"]): string | undefined {
  if (policy === undefined || typeof policy === "string") return policy;
  return isEmpty(policy) ? undefined : escapeTemplate(JSON.stringify(policy));
}

/** Creates a subscription. */
export function createSubscription(
  scope: Construct,
  id: string,
  { protocol, endpoint, allowedBy }: SubscriptionEndpoint,
  source: PolicySource,
  { config, deadLetterQueue }: ParsedSubscription,
): SnsTopicSubscription {
  const redrivePolicy =
    deadLetterQueue === undefined
      ? undefined
      : JSON.stringify({ deadLetterTargetArn: allowDeadLetters(deadLetterQueue, service, source) });
  const subscription = new SnsTopicSubscription(
    scope,
    id,
    overlay<SnsTopicSubscriptionConfig>(
      { topicArn: source.arn(), protocol, endpoint, redrivePolicy },
      config,
    ),
  );
  waitForAccess(subscription, [allowedBy]);
  return subscription;
}

type Policy = Readonly<Record<string, unknown>>;

/** SNS compares smaller numbers than EventBridge. */
const maxNumber = 1e9;

/**
 * Refuses a filter that SNS does not accept.
 *
 * Source: https://docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html
 */
function checkFilterPolicy(topic: Construct, prop: string, policy: Policy, scope: unknown): void {
  checkEventRule(topic, prop, policy, undefined, maxNumber);
  const keys = Object.keys(policy);
  const limit = quotas.keysPerFilterPolicy;
  if (keys.length > limit) {
    fail(topic, "quota-exceeded", prop, { what: "keys", count: keys.length, limit });
  }
  for (const key of keys) {
    const isNested = key !== "$or" && isPlainObject(policy[key]);
    if (!isNested || scope === "MessageBody" || isUnresolved(scope)) continue;
    fail(topic, "filter-nested", memberPath(prop, key), {});
  }
  const count = combinations(policy, 1);
  const max = quotas.combinationsPerFilterPolicy;
  if (count > max) fail(topic, "filter-combinations", prop, { count, limit: max });
}

/**
 * The product of the values of each key, each times the depth of the key. The alternatives of `$or` add up.
 *
 * Source: https://docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html and recorded refusals
 * (test/local/recorded/sns)
 */
function combinations(policy: Policy, depth: number): number {
  return Object.entries(policy).reduce<number>((product, [key, value]) => {
    if (isPlainObject(value)) return product * combinations(value, depth + 1);
    if (!Array.isArray(value)) return product;
    const alternatives = value.filter(isPlainObject);
    return key === "$or"
      ? product * alternatives.reduce((sum, each) => sum + combinations(each, depth), 0)
      : product * value.length * depth;
  }, 1);
}
