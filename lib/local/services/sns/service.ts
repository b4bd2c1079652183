import { randomUUID } from "node:crypto";
import type { Model } from "../../model/model";
import { flag, requireText, text } from "../../model/values";
import { matchesPattern } from "../contract/event-pattern";
import type { Delivery, Service, ServiceContext, ServiceRequest, ServiceResponse } from "../contract/service";
import { attributeFilter, type MessageAttributes, parseAttributes } from "./attributes";
import { snsError, snsResult } from "./xml";

/** A message as a publisher gives it. */
interface Publication {
  readonly topicArn: string;
  readonly message: string;
  readonly subject: string | undefined;
  readonly attributes: MessageAttributes;
  /** Text per protocol: `MessageStructure` is `json`. */
  readonly isStructured: boolean;
  readonly groupId: string | undefined;
  readonly deduplicationId: string | undefined;
}

/** The topics of the model: what is published goes to the subscribers at once. */
export class SnsService implements Service {
  readonly signingName = "sns";
  private model: Model;

  constructor(private readonly context: ServiceContext) {
    this.model = context.model;
  }

  async handle({ operation = "", body }: ServiceRequest): Promise<ServiceResponse> {
    const input = new URLSearchParams(body.toString("utf8"));
    switch (operation) {
      case "Publish":
        return this.publishOne(operation, input);
      case "PublishBatch":
        return this.publishBatch(operation, input);
      case "ListTopics": {
        const members = this.model
          .ofType("aws_sns_topic")
          .map(({ values }) => ({ TopicArn: requireText(values, "arn") }));
        return snsResult(operation, { Topics: members });
      }
      default:
        return snsError("NotEmulated", `serverform local does not emulate ${operation} of sns.`);
    }
  }

  async accept({ targetArn, body, groupId, deduplicationId }: Delivery): Promise<void> {
    await this.publish({
      topicArn: targetArn,
      message: body,
      subject: undefined,
      attributes: {},
      isStructured: false,
      groupId,
      deduplicationId,
    });
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
  }

  async stop(): Promise<void> {}

  private async publishOne(operation: string, input: URLSearchParams): Promise<ServiceResponse> {
    const topicArn = input.get("TopicArn") ?? input.get("TargetArn") ?? "";
    const refused = this.refusal(topicArn, input.get("Message") ?? "", input.get("MessageGroupId"));
    if (refused !== undefined) return refused;
    return snsResult(operation, { MessageId: await this.publish(publicationOf(topicArn, input, "")) });
  }

  private async publishBatch(operation: string, input: URLSearchParams): Promise<ServiceResponse> {
    const topicArn = input.get("TopicArn") ?? "";
    if (this.topic(topicArn) === undefined) return snsError("NotFound", "Topic does not exist", 404);
    const successful: Record<string, string>[] = [];
    for (let index = 1; input.has(entryKey(index, "Id")); index += 1) {
      const messageId = await this.publish(publicationOf(topicArn, input, entryKey(index, "")));
      successful.push({ Id: input.get(entryKey(index, "Id")) ?? "", MessageId: messageId });
    }
    return snsResult(operation, { Successful: successful, Failed: [] });
  }

  private topic(arn: string) {
    return this.model.find("aws_sns_topic", "arn", arn);
  }

  private refusal(topicArn: string, message: string, groupId: string | null): ServiceResponse | undefined {
    const topic = this.topic(topicArn);
    if (topic === undefined) return snsError("NotFound", "Topic does not exist", 404);
    if (message === "") return snsError("InvalidParameter", "Invalid parameter: Empty message");
    if (flag(topic.values, "fifo_topic") === true && groupId === null) {
      return snsError(
        "InvalidParameter",
        "Invalid parameter: The MessageGroupId parameter is required for FIFO topics",
      );
    }
    return undefined;
  }

  /** Sends to every subscriber that wants it; one that fails keeps nobody else from it. */
  private async publish(publication: Publication): Promise<string> {
    const messageId = randomUUID();
    const subscriptions = this.model
      .ofType("aws_sns_topic_subscription")
      .filter(({ values }) => text(values, "topic_arn") === publication.topicArn);
    for (const { values } of subscriptions) {
      if (!isWanted(publication, text(values, "filter_policy"), text(values, "filter_policy_scope")))
        continue;
      const protocol = requireText(values, "protocol");
      const notification = this.notification(publication, protocol, messageId, requireText(values, "arn"));
      const delivery: Delivery = {
        targetArn: requireText(values, "endpoint"),
        source: `topic ${publication.topicArn.split(":").at(-1)}`,
        groupId: publication.groupId,
        deduplicationId: publication.deduplicationId,
        ...bodyFor(protocol, notification, publication, flag(values, "raw_message_delivery") ?? false),
      };
      // Functions are invoked without anybody waiting for them.
      void this.context.deliver(delivery);
    }
    return messageId;
  }

  /** Source: https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
  private notification(publication: Publication, protocol: string, MessageId: string, subscription: string) {
    const { topicArn, subject, attributes } = publication;
    return {
      Type: "Notification",
      MessageId,
      TopicArn: topicArn,
      Subject: subject ?? null,
      Message: textFor(publication, protocol),
      Timestamp: new Date(this.context.clock.now()).toISOString(),
      SignatureVersion: "1",
      Signature: "local",
      SigningCertUrl: "https://sns.local/cert.pem",
      UnsubscribeUrl: `https://sns.local/?Action=Unsubscribe&SubscriptionArn=${subscription}`,
      MessageAttributes: attributes,
      subscription,
    };
  }
}

type Notification = ReturnType<SnsService["notification"]>;

function bodyFor(
  protocol: string,
  { subscription, ...sns }: Notification,
  { attributes }: Publication,
  isRaw: boolean,
): Pick<Delivery, "body" | "attributes"> {
  if (protocol === "lambda") {
    const record = {
      EventSource: "aws:sns",
      EventVersion: "1.0",
      EventSubscriptionArn: subscription,
      Sns: sns,
    };
    return { body: JSON.stringify({ Records: [record] }) };
  }
  if (isRaw) {
    const written = Object.entries(attributes).map(([name, { Type, Value }]) => [
      name,
      { DataType: Type, StringValue: Value },
    ]);
    return { body: sns.Message, attributes: Object.fromEntries(written) };
  }
  const { Subject, SigningCertUrl, UnsubscribeUrl, MessageAttributes, ...rest } = sns;
  const envelope = {
    ...rest,
    ...(Subject !== null && { Subject }),
    SigningCertURL: SigningCertUrl,
    UnsubscribeURL: UnsubscribeUrl,
    ...(Object.keys(MessageAttributes).length > 0 && { MessageAttributes }),
  };
  return { body: JSON.stringify(envelope) };
}

function isWanted(
  { attributes, message }: Publication,
  policy: string | undefined,
  scope = "MessageAttributes",
): boolean {
  if (policy === undefined || policy === "") return true;
  try {
    const pattern: unknown = JSON.parse(policy);
    return matchesPattern(
      pattern,
      scope === "MessageBody" ? JSON.parse(message) : attributeFilter(attributes),
    );
  } catch {
    // A body that is no JSON matches no policy on the body.
    return false;
  }
}

function textFor({ message, isStructured }: Publication, protocol: string): string {
  if (!isStructured) return message;
  const texts = JSON.parse(message) as Readonly<Record<string, string>>;
  return texts[protocol] ?? texts.default ?? "";
}

const entryKey = (index: number, name: string): string =>
  `PublishBatchRequestEntries.member.${index}.${name}`;

function publicationOf(topicArn: string, input: URLSearchParams, prefix: string): Publication {
  const get = (name: string): string | undefined => input.get(`${prefix}${name}`) ?? undefined;
  return {
    topicArn,
    message: get("Message") ?? "",
    subject: get("Subject"),
    attributes: parseAttributes(input, `${prefix}MessageAttributes.entry.`),
    isStructured: get("MessageStructure") === "json",
    groupId: get("MessageGroupId"),
    deduplicationId: get("MessageDeduplicationId"),
  };
}
