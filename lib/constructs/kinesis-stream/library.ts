import type { ConstructMetadata } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import type { ConsumerMetadata } from "../../kit/function";
import {
  actionsOf,
  decrypt,
  decryptAndEncrypt,
  encrypt,
  grant,
  keyed,
  type PermissionRow,
} from "../../kit/iam";
import { kinesisStreamTexts } from "./errors";

const read = actionsOf(
  "kinesis",
  "DescribeStreamSummary GetRecords GetShardIterator ListShards SubscribeToShard DescribeStream",
);
const write = actionsOf("kinesis", "ListShards PutRecord PutRecords");
// IAM offers no resource-level permissions for this action.
const list = grant(["kinesis:ListStreams"], ["*"]);

export const kinesisStreamRow = {
  name: "KinesisStream",
  types: ["aws_kinesis_stream"],
  byDefault: keyed(decryptAndEncrypt, grant([...read, ...write], ["{arn}"]), list),
  access: {
    grantRead: keyed(decrypt, grant(read, ["{arn}"]), list),
    grantWrite: keyed(encrypt, grant(write, ["{arn}"])),
    grantReadWrite: keyed(decryptAndEncrypt, grant([...read, ...write], ["{arn}"]), list),
    grantFullAccess: keyed(decryptAndEncrypt, grant(["kinesis:*"], ["{arn}"])),
  },
  keyPath: "kmsKeyId",
} satisfies PermissionRow;

export type KinesisStreamMetadata = ConstructMetadata<
  "KinesisStream",
  { readonly streamName: string; readonly consumers: readonly ConsumerMetadata[] }
>;

export const kinesisStreamDescription = {
  className: "KinesisStream",
  row: kinesisStreamRow,
  binding: { client: "kinesis-stream", variables: ["streamName"], grants: true },
  metadata: metadataKind<KinesisStreamMetadata>("KinesisStream"),
  texts: kinesisStreamTexts,
  document: { summary: "ordered records, which functions read in batches", group: "Events" },
} as const satisfies ConstructDescription;
