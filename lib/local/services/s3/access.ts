import { formatArn } from "../../../aws/arns";
import type { NeededAccess } from "../../permissions/needed-access";
import { type AccessOf, ServiceError } from "../contract/define-service";
import type { S3Buckets } from "./buckets";
import { noSuchKey } from "./errors";
import { copiedFrom } from "./objects/copied-from";
import type { S3Request } from "./protocol";

type S3Access = AccessOf<S3Buckets, S3Request>;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export const s3Denial = { code: "AccessDenied", status: 403 } as const;

const onBucket =
  (action: string): S3Access =>
  (request, _, buckets) => [bucketAccess(action, request, buckets)];

const onObject =
  (action: string): S3Access =>
  ({ name, key }, _, buckets) => [objectAccess(action, name, key, buckets)];

/** An upload, with what its headers do beside it. */
const upload: S3Access = ({ name, key, headers }, _, buckets) => [
  {
    ...objectAccess("PutObject", name, key, buckets),
    keys: {
      "s3:x-amz-acl": headers["x-amz-acl"],
      "s3:x-amz-copy-source": headers["x-amz-copy-source"],
      "s3:x-amz-metadata-directive": headers["x-amz-metadata-directive"],
      "s3:x-amz-server-side-encryption": headers["x-amz-server-side-encryption"],
      "s3:x-amz-storage-class": headers["x-amz-storage-class"],
    },
  },
  ...(headers["x-amz-acl"] === undefined ? [] : [objectAccess("PutObjectAcl", name, key, buckets)]),
  ...(headers["x-amz-tagging"] === undefined ? [] : [objectAccess("PutObjectTagging", name, key, buckets)]),
];

const copy: S3Access = (request, arn, buckets) => {
  const { bucket, key, versionId } = copiedFrom(request.headers);
  const action = versionId === undefined ? "GetObject" : "GetObjectVersion";
  return [objectAccess(action, bucket, key, buckets), ...upload(request, arn, buckets)];
};

/** Versions have actions of their own: `GetObjectVersion`, `GetObjectVersionTagging`. */
const onVersion =
  (action: string, ofVersion: string): S3Access =>
  ({ name, key, query }, _, buckets) => [
    objectAccess(query.has("versionId") ? ofVersion : action, name, key, buckets),
  ];

/**
 * The permissions of requests. Those of a form and of a list of keys are decided where the body is read.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 */
export const s3Access = {
  ListBuckets: () => [{ action: "s3:ListAllMyBuckets", resource: "*" }],
  Preflight: () => [],
  HeadBucket: onBucket("ListBucket"),
  ListObjects: onBucket("ListBucket"),
  ListObjectsV2: onBucket("ListBucket"),
  DeleteObjects: () => [],
  PostObject: () => [],
  PutObject: upload,
  CopyObject: copy,
  GetObject: onVersion("GetObject", "GetObjectVersion"),
  HeadObject: onVersion("GetObject", "GetObjectVersion"),
  DeleteObject: onVersion("DeleteObject", "DeleteObjectVersion"),
  CreateMultipartUpload: upload,
  UploadPart: onObject("PutObject"),
  UploadPartCopy: copy,
  CompleteMultipartUpload: onObject("PutObject"),
  AbortMultipartUpload: onObject("AbortMultipartUpload"),
  ListParts: onObject("ListMultipartUploadParts"),
  ListMultipartUploads: onBucket("ListBucketMultipartUploads"),
  GetObjectTagging: onVersion("GetObjectTagging", "GetObjectVersionTagging"),
  PutObjectTagging: onVersion("PutObjectTagging", "PutObjectVersionTagging"),
  DeleteObjectTagging: onVersion("DeleteObjectTagging", "DeleteObjectVersionTagging"),
  // Both are needed, as for a version: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html
  GetObjectAttributes: (request, arn, buckets) => [
    ...onVersion("GetObject", "GetObjectVersion")(request, arn, buckets),
    ...onVersion("GetObjectAttributes", "GetObjectVersionAttributes")(request, arn, buckets),
  ],
  GetBucketLocation: onBucket("GetBucketLocation"),
  GetBucketPolicy: onBucket("GetBucketPolicy"),
  GetBucketTagging: onBucket("GetBucketTagging"),
  GetBucketCors: onBucket("GetBucketCORS"),
  GetBucketEncryption: onBucket("GetEncryptionConfiguration"),
  GetPublicAccessBlock: onBucket("GetBucketPublicAccessBlock"),
  GetBucketVersioning: onBucket("GetBucketVersioning"),
  ListObjectVersions: onBucket("ListBucketVersions"),
} satisfies Record<string, S3Access>;

/** A permission on an object. */
export function objectAccess(action: string, bucket: string, key: string, buckets: S3Buckets): NeededAccess {
  return {
    action: `s3:${action}`,
    resource: formatArn({ partition: buckets.current.partition }, "s3", `${bucket}/${key}`),
  };
}

function bucketAccess(action: string, { name, query }: S3Request, buckets: S3Buckets): NeededAccess {
  return {
    action: `s3:${action}`,
    resource: formatArn({ partition: buckets.current.partition }, "s3", name),
    keys: {
      "s3:prefix": query.get("prefix") ?? undefined,
      "s3:delimiter": query.get("delimiter") ?? undefined,
      "s3:max-keys": query.get("max-keys") ?? undefined,
    },
  };
}

/** The refusal of a read of an object that is not there. Only callers that may list the bucket get to know that it does not exist. */
export function noSuchKeyFor(request: S3Request, buckets: S3Buckets): ServiceError {
  const denied = request.access?.check([bucketAccess("ListBucket", request, buckets)]);
  return denied === undefined
    ? noSuchKey(request.key)
    : new ServiceError(s3Denial.code, denied, s3Denial.status);
}
