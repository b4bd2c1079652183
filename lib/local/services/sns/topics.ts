import { createHash, randomUUID } from "node:crypto";
import { servicePrincipal } from "../../../facts/aws/principals";
import { matchesPattern } from "../../../facts/event-pattern";
import { jsonOf } from "../../../facts/text/json";
import { flag, isValues, json, number, type Resource, requireText, text, type Values } from "../../../model";
import { inBackground } from "../../invoke";
import { notInApp, ServiceError } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";
import type { Delivery, DeliveryReceiver } from "../contract/service";
import { bodyFor, notificationOf } from "./notification";
import { attributeFilter, type Publication, publishedAttributes } from "./publication";

/** Source: https://docs.aws.amazon.com/sns/latest/dg/fifo-message-dedup.html */
const deduplicationMs = 5 * 60_000;

/** Refuses a text that is not the ARN of a topic in this region. Source: .../tests/aws/services/sns/test_sns.snapshot.json of localstack/localstack */
function checkTopicArn(arn: string, region: string): void {
  const parts = arn.split(":");
  const invalid = (problem: string) =>
    new ServiceError("InvalidParameter", `Invalid parameter: TopicArn${problem}`);
  if (parts.length < 6) {
    throw invalid(` Reason: An ARN must have at least 6 elements, not ${parts.length}`);
  }
  if (parts[3] !== region) throw invalid("");
}

/** The group for a queue: a standard queue behind a FIFO topic gets none. */
function groupOf(
  { groupId, deduplicationId }: Publication,
  endpoint: string,
  isFifo: boolean,
): Pick<Delivery, "groupId" | "deduplicationId"> {
  if (isFifo && !endpoint.endsWith(".fifo")) return {};
  return { groupId, deduplicationId };
}

/** The topics of the model: a message goes to the subscribers at once. */
export class SnsTopics extends ModelResources {
  readonly receiver: DeliveryReceiver = {
    action: "SNS:Publish",
    accept: async ({ targetArn, body, attributes = {}, groupId, deduplicationId, traceHeader }) => {
      if (!this.arns.includes(targetArn)) return false;
      this.publish({
        topicArn: targetArn,
        message: body,
        subject: undefined,
        attributes: publishedAttributes(attributes),
        isStructured: false,
        groupId,
        deduplicationId,
        traceHeader,
      });
      return true;
    },
  };
  /** Messages of FIFO topics of the last five minutes, by topic and deduplication id. */
  private readonly recent = new Map<
    string,
    { readonly id: string; readonly sequenceNumber: string; readonly at: number }
  >();
  private sequence = 0;

  get arns(): readonly string[] {
    return this.model.ofType("aws_sns_topic").map(({ values }) => requireText(values, "arn"));
  }

  /** The policy of a topic, as text; undefined without one. */
  policyOf(arn: string): string | undefined {
    const own = this.model.find("aws_sns_topic_policy", "arn", arn);
    const topic = this.model.find("aws_sns_topic", "arn", arn);
    return text(own?.values ?? {}, "policy") ?? text(topic?.values ?? {}, "policy");
  }

  /** The topic with an ARN; throws if it does not exist. */
  require(arn: string, code = "NotFound"): Resource {
    const topic = this.model.find("aws_sns_topic", "arn", arn);
    if (topic === undefined) {
      checkTopicArn(arn, this.model.region);
      throw notInApp("sns", "topic", arn, "Topic does not exist", { code, status: 404 });
    }
    return topic;
  }

  /** The subscriptions of a topic, or all. */
  subscriptions(topicArn?: string): readonly Values[] {
    return this.model
      .ofType("aws_sns_topic_subscription")
      .map(({ values }) => values)
      .filter((values) => topicArn === undefined || text(values, "topic_arn") === topicArn);
  }

  /** Sends a message to every subscriber whose filter it passes; of a duplicate in a FIFO topic, nothing. */
  publish(given: Publication): { readonly id: string; readonly sequenceNumber: string | undefined } {
    const topic = this.model.find("aws_sns_topic", "arn", given.topicArn)?.values ?? {};
    if (flag(topic, "fifo_topic") !== true) {
      const id = randomUUID();
      this.send(given, id);
      return { id, sequenceNumber: undefined };
    }
    const { message, topicArn } = given;
    const hash = createHash("sha256").update(message).digest("hex");
    const isByContent = flag(topic, "content_based_deduplication") === true;
    const deduplicationId = given.deduplicationId ?? (isByContent ? hash : undefined);
    const { now } = this;
    for (const [key, { at }] of this.recent) if (now - at >= deduplicationMs) this.recent.delete(key);
    // https://docs.aws.amazon.com/sns/latest/dg/fifo-high-throughput.html
    const group = text(topic, "fifo_throughput_scope") === "MessageGroup" ? given.groupId : undefined;
    const key = JSON.stringify([topicArn, group, deduplicationId]);
    const known = deduplicationId === undefined ? undefined : this.recent.get(key);
    if (known !== undefined) return known;
    this.sequence += 1;
    const sequenceNumber = `1${String(this.sequence).padStart(19, "0")}`;
    const sent = { id: randomUUID(), sequenceNumber, at: now };
    this.recent.set(key, sent);
    this.send({ ...given, deduplicationId }, sent.id, sequenceNumber);
    return sent;
  }

  /** Nothing leaves this machine: the message is in the log. */
  sendText(phoneNumber: string, { message }: Publication): { readonly MessageId: string } {
    if (!/^\+[1-9]\d{1,14}$/.test(phoneNumber)) {
      throw new ServiceError(
        "InvalidParameter",
        `Invalid parameter: PhoneNumber Reason: ${phoneNumber} is not valid to publish to`,
      );
    }
    const sent = {
      at: new Date(this.now).toISOString(),
      medium: "SMS",
      to: phoneNumber,
      text: message,
    } as const;
    this.context.report({ event: "message", type: "message", ...sent });
    return { MessageId: randomUUID() };
  }

  private send(publication: Publication, messageId: string, sequenceNumber?: string): void {
    const topic = this.model.find("aws_sns_topic", "arn", publication.topicArn)?.values ?? {};
    const signatureVersion = String(number(topic, "signature_version") ?? 1);
    for (const values of this.subscriptions(publication.topicArn)) {
      if (
        !passesFilterPolicy(publication, text(values, "filter_policy"), text(values, "filter_policy_scope"))
      )
        continue;
      const protocol = requireText(values, "protocol");
      const ids = { messageId, sequenceNumber, subscription: requireText(values, "arn"), signatureVersion };
      const notification = notificationOf(publication, protocol, ids, this.now);
      const isRaw = flag(values, "raw_message_delivery") ?? false;
      const written = (form: string) => bodyFor(form, notification, publication, isRaw);
      const delivery: Delivery = {
        targetArn: requireText(values, "endpoint"),
        source: `topic ${publication.topicArn.split(":").at(-1)}`,
        sender: { service: servicePrincipal("sns"), sourceArn: publication.topicArn },
        ...groupOf(publication, requireText(values, "endpoint"), sequenceNumber !== undefined),
        traceHeader: publication.traceHeader,
        // A queue of dead letters gets the same message as a subscribed queue, regardless of the subscriber.
        failed: (_, problem) => this.toDeadLetters(values, { ...delivery, ...written("sqs") }, problem),
        ...written(protocol),
      };
      // SNS does not wait for its subscribers, and a failing one does not affect the others.
      inBackground("topic", this.context.deliver(delivery));
    }
  }

  /** Source: https://docs.aws.amazon.com/sns/latest/dg/sns-dead-letter-queues.html */
  private toDeadLetters(subscription: Values, delivery: Delivery, problem: string): void {
    const policy = json(subscription, "redrive_policy");
    const targetArn = isValues(policy) ? text(policy, "deadLetterTargetArn") : undefined;
    if (targetArn === undefined) return;
    const { source, failed: _, ...rest } = delivery;
    const sent = `A message of ${source} goes to ${targetArn}: ${problem}`;
    this.context.report({ event: "delivery", kind: "dead-letter", source, target: targetArn, text: sent });
    inBackground("topic", this.context.deliver({ ...rest, source, targetArn }));
  }
}

/** Whether a message passes the filter policy of a subscription. */
function passesFilterPolicy(
  { attributes, message }: Publication,
  policy: string | undefined,
  scope = "MessageAttributes",
): boolean {
  if (policy === undefined || policy === "") return true;
  // A body that is not JSON does not match a policy on the body.
  const filtered = scope === "MessageBody" ? jsonOf(message) : attributeFilter(attributes);
  return filtered !== undefined && matchesPattern(jsonOf(policy), filtered);
}
