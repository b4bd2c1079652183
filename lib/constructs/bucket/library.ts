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
import { bucketTexts } from "./errors";

const read = actionsOf("s3", "GetObject* GetBucket* List*");
const put = actionsOf(
  "s3",
  "PutObject PutObjectLegalHold PutObjectRetention PutObjectTagging PutObjectVersionTagging Abort*",
);
const remove = actionsOf("s3", "DeleteObject*");
const putAcl = actionsOf("s3", "PutObjectAcl PutObjectVersionAcl");
const parts = actionsOf("s3", "ListMultipartUploadParts GetObjectTagging");
const bucketAndObjects = ["{arn}", "{arn}/*"];
const objects = ["{arn}/*"];

export const bucketRow = {
  name: "Bucket",
  types: ["aws_s3_bucket"],
  byDefault: keyed(decryptAndEncrypt, grant([...read, ...put, ...remove, ...parts], bucketAndObjects)),
  access: {
    grantRead: keyed(decrypt, grant(read, bucketAndObjects)),
    grantPut: keyed(decryptAndEncrypt, grant(put, objects)),
    grantDelete: access(grant(remove, objects)),
    grantWrite: keyed(decryptAndEncrypt, grant([...put, ...remove], objects)),
    grantReadWrite: keyed(decryptAndEncrypt, grant([...read, ...put, ...remove], bucketAndObjects)),
    grantPutAcl: access(grant(putAcl, objects)),
    grantFullAccess: keyed(decryptAndEncrypt, grant(["s3:*"], bucketAndObjects)),
  },
  keyPath: "serverSideEncryptionConfiguration.rule.applyServerSideEncryptionByDefault.kmsMasterKeyId",
  separateKey: {
    type: "aws_s3_bucket_server_side_encryption_configuration",
    of: "bucket",
    keyPath: "rule.0.applyServerSideEncryptionByDefault.kmsMasterKeyId",
  },
  isArnGlobal: true,
} satisfies PermissionRow;

export type BucketMetadata = ConstructMetadata<
  "Bucket",
  {
    readonly name: string;
    /** The function of each notification, undefined where a queue or topic is notified. */
    readonly notifications: readonly (FunctionRef | undefined)[];
    /** The name of each notification, in the same order. */
    readonly notificationNames: readonly string[];
  }
>;

export const bucketDescription = {
  className: "Bucket",
  row: bucketRow,
  binding: { client: "bucket", variables: ["bucketName"], grants: true },
  metadata: metadataKind<BucketMetadata>("Bucket"),
  texts: bucketTexts,
  document: { summary: "files in S3, and functions that run when one is created or deleted", group: "Data" },
} as const satisfies ConstructDescription;
