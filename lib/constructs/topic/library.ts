import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { actionsOf, decryptAndEncrypt, grant, keyed, type PermissionRow } from "../../kit/iam";
import { topicTexts } from "./errors";

export const topicRow = {
  name: "Topic",
  types: ["aws_sns_topic"],
  byDefault: keyed(decryptAndEncrypt, grant(actionsOf("sns", "Publish GetTopicAttributes"), ["{arn}"])),
  access: {
    grantPublish: keyed(decryptAndEncrypt, grant(["sns:Publish"], ["{arn}"])),
    grantFullAccess: keyed(decryptAndEncrypt, grant(["sns:*"], ["{arn}"])),
  },
  keyPath: "kmsMasterKeyId",
} satisfies PermissionRow;

export type TopicMetadata = ConstructMetadata<
  "Topic",
  {
    readonly topicArn: string;
    /** The function of each subscriber, undefined for a queue. */
    readonly subscribers: readonly (FunctionRef | undefined)[];
    /** The name of each subscriber, in the same order. */
    readonly subscriberNames: readonly string[];
  }
>;

export const topicDescription = {
  className: "Topic",
  row: topicRow,
  binding: { client: "topic", variables: ["topicArn"], grants: true },
  metadata: metadataKind<TopicMetadata>("Topic"),
  texts: topicTexts,
  document: { summary: "messages to several functions and queues", group: "Events" },
} as const satisfies ConstructDescription;
