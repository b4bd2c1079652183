import { randomUUID } from "node:crypto";
import type { Model, Resource } from "../../model/model";
import { flag, requireText, text } from "../../model/values";
import { NotHereError } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";
import type { Delivery, ServiceContext, ServiceResources } from "../contract/service";
import { passesFilterPolicy } from "./filter-policy";
import { bodyFor, notificationOf } from "./notification";
import type { Publication } from "./publication";

/** The topics of the model: a message goes to the subscribers at once. */
export class SnsTopics implements ServiceResources {
  private model: Model;

  constructor(private readonly context: ServiceContext) {
    this.model = context.model;
  }

  get arns(): readonly string[] {
    return this.model.ofType("aws_sns_topic").map(({ values }) => requireText(values, "arn"));
  }

  /** The topic with an ARN; throws when there is none. */
  require(arn: string): Resource {
    const topic = this.model.find("aws_sns_topic", "arn", arn);
    if (topic === undefined) {
      const text = missingResource("sns", "topic", arn);
      throw new NotHereError("NotFound", `Topic does not exist. ${text}`, 404);
    }
    return topic;
  }

  async accept({ targetArn, body, groupId, deduplicationId }: Delivery): Promise<boolean> {
    if (!this.arns.includes(targetArn)) return false;
    this.publish({
      topicArn: targetArn,
      message: body,
      subject: undefined,
      attributes: {},
      isStructured: false,
      groupId,
      deduplicationId,
    });
    return true;
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
  }

  async stop(): Promise<void> {}

  /** Sends a message to every subscriber whose filter it passes, and returns its id. */
  publish(publication: Publication): string {
    const messageId = randomUUID();
    const subscriptions = this.model
      .ofType("aws_sns_topic_subscription")
      .filter(({ values }) => text(values, "topic_arn") === publication.topicArn);
    for (const { values } of subscriptions) {
      if (
        !passesFilterPolicy(publication, text(values, "filter_policy"), text(values, "filter_policy_scope"))
      )
        continue;
      const protocol = requireText(values, "protocol");
      const now = this.context.clock.now();
      const notification = notificationOf(publication, protocol, messageId, requireText(values, "arn"), now);
      const delivery: Delivery = {
        targetArn: requireText(values, "endpoint"),
        source: `topic ${publication.topicArn.split(":").at(-1)}`,
        sender: { service: "sns.amazonaws.com", sourceArn: publication.topicArn },
        groupId: publication.groupId,
        deduplicationId: publication.deduplicationId,
        ...bodyFor(protocol, notification, publication, flag(values, "raw_message_delivery") ?? false),
      };
      // SNS does not wait for its subscribers, and a failing one does not affect the others.
      void this.context.deliver(delivery);
    }
    return messageId;
  }
}
