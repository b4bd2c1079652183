import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import {
  access,
  actionsOf,
  decrypt,
  decryptAndEncrypt,
  grant,
  keyed,
  type PermissionRow,
} from "../../kit/iam";
import { queueTexts } from "./errors";

const send = actionsOf("sqs", "SendMessage GetQueueAttributes GetQueueUrl");
const consume = actionsOf(
  "sqs",
  "ReceiveMessage ChangeMessageVisibility GetQueueUrl DeleteMessage GetQueueAttributes",
);
const purge = actionsOf("sqs", "PurgeQueue GetQueueAttributes GetQueueUrl");

export const queueRow = {
  name: "Queue",
  types: ["aws_sqs_queue"],
  byDefault: keyed(decryptAndEncrypt, grant([...send, ...consume], ["{arn}"])),
  access: {
    grantSendMessages: keyed(decryptAndEncrypt, grant(send, ["{arn}"])),
    grantConsumeMessages: keyed(decrypt, grant(consume, ["{arn}"])),
    grantPurge: access(grant(purge, ["{arn}"])),
    grantFullAccess: keyed(decryptAndEncrypt, grant(["sqs:*"], ["{arn}"])),
  },
  keyPath: "kmsMasterKeyId",
} satisfies PermissionRow;

export type QueueMetadata = ConstructMetadata<
  "Queue",
  { readonly name: string; readonly url: string; readonly consumer?: FunctionRef | undefined }
>;

export const queueDescription = {
  className: "Queue",
  row: queueRow,
  binding: { client: "queue", variables: ["queueUrl"], grants: true },
  metadata: metadataKind<QueueMetadata>("Queue"),
  texts: queueTexts,
  document: { summary: "jobs for a function, with retries and dead letters", group: "Events" },
} as const satisfies ConstructDescription;
