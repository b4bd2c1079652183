import type { ConditionKeys } from "../../../model";
import type { NeededAccess } from "../../permissions/needed-access";
import { type AccessOf, ServiceError } from "../contract/define-service";
import type { S3Buckets } from "./buckets";
import { noSuchKey } from "./errors";
import { s3Arn } from "./notifications";
import { copiedFrom } from "./objects/copied-from";
import { isMarker } from "./objects/stored-object";
import { type Tags, tagsInDocument, tagsInHeader } from "./objects/tags";
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

/** An upload, with the actions of its headers. */
const upload: S3Access = ({ name, key, headers }, _, buckets) => [
  {
    ...objectAccess("PutObject", name, key, buckets),
    keys: uploadKeys({ headers }),
  },
  ...(headers["x-amz-acl"] === undefined ? [] : [objectAccess("PutObjectAcl", name, key, buckets)]),
  ...(headers["x-amz-tagging"] === undefined
    ? []
    : [{ ...objectAccess("PutObjectTagging", name, key, buckets), keys: uploadKeys({ headers }) }]),
];

const copy: S3Access = (request, arn, buckets) => {
  const { bucket, key, versionId } = copiedFrom(request.headers);
  const action = versionId === undefined ? "GetObject" : "GetObjectVersion";
  const keys = objectKeys(buckets, { name: bucket, key, versionId });
  return [{ ...objectAccess(action, bucket, key, buckets), keys }, ...upload(request, arn, buckets)];
};

/** Versions have actions of their own: `GetObjectVersion`, `GetObjectVersionTagging`. */
const onVersion =
  (action: string, ofVersion: string): S3Access =>
  ({ name, key, query }, _, buckets) => {
    const versionId = query.get("versionId") ?? undefined;
    const named = versionId === undefined ? action : ofVersion;
    return [
      { ...objectAccess(named, name, key, buckets), keys: objectKeys(buckets, { name, key, versionId }) },
    ];
  };

const putTags: S3Access = (request, arn, buckets) =>
  onVersion("PutObjectTagging", "PutObjectVersionTagging")(request, arn, buckets).map((each) => ({
    ...each,
    keys: { ...each.keys, ...requestTagKeys(tagsInDocument(request.body)) },
  }));

/**
 * The permissions of requests. Those of a form and of a list of keys are decided where the body is read.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 */
const neededAccess = {
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
  PutObjectTagging: putTags,
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

/** The permissions of requests. S3 tells everyone that a bucket does not exist. */
export const s3Access = Object.fromEntries(
  Object.entries(neededAccess).map(([operation, access]): [string, S3Access] => [
    operation,
    operation === "ListBuckets" || operation === "Preflight"
      ? access
      : (request, arn, buckets) => {
          buckets.require(request.name);
          return access(request, arn, buckets);
        },
  ]),
) as typeof neededAccess;

/** A permission on an object. */
export function objectAccess(action: string, bucket: string, key: string, buckets: S3Buckets): NeededAccess {
  return {
    action: `s3:${action}`,
    resource: s3Arn(buckets.model, `${bucket}/${key}`),
  };
}

function bucketAccess(action: string, { name, query }: S3Request, buckets: S3Buckets): NeededAccess {
  return {
    action: `s3:${action}`,
    resource: s3Arn(buckets.model, name),
    keys: {
      "s3:prefix": query.get("prefix") ?? undefined,
      "s3:delimiter": query.get("delimiter") ?? undefined,
      "s3:max-keys": query.get("max-keys") ?? undefined,
    },
  };
}

/** The refusal of a read of a missing object. Only callers that may list the bucket get to know that it does not exist. */
export function noSuchKeyFor(request: S3Request, buckets: S3Buckets): ServiceError {
  const denied = request.access?.check([bucketAccess("ListBucket", request, buckets)]);
  return denied === undefined
    ? noSuchKey(request.key)
    : new ServiceError(s3Denial.code, denied, s3Denial.status);
}

/**
 * Headers of uploads that are condition keys: `s3:x-amz-acl`.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
 */
const headerKeys = [
  "x-amz-acl",
  "x-amz-copy-source",
  "x-amz-grant-full-control",
  "x-amz-grant-read",
  "x-amz-grant-read-acp",
  "x-amz-grant-write",
  "x-amz-grant-write-acp",
  "x-amz-metadata-directive",
  "x-amz-server-side-encryption",
  "x-amz-server-side-encryption-aws-kms-key-id",
  "x-amz-server-side-encryption-customer-algorithm",
  "x-amz-storage-class",
  "x-amz-website-redirect-location",
  "if-match",
  "if-none-match",
] as const;

/** The condition keys of an upload. */
function uploadKeys({ headers }: Pick<S3Request, "headers">): ConditionKeys {
  return {
    ...Object.fromEntries(headerKeys.map((name) => [`s3:${name}`, headers[name]])),
    ...requestTagKeys(tagsInHeader(headers["x-amz-tagging"])),
  };
}

/** The condition keys of a request that gives an object tags. */
function requestTagKeys(tags: Tags): ConditionKeys {
  const named = Object.entries(tags).map(([key, value]) => [`s3:RequestObjectTag/${key}`, value] as const);
  return { ...Object.fromEntries(named), "s3:RequestObjectTagKeys": Object.keys(tags) };
}

/** The condition keys of a request for an existing object: its tags, and the version that the request names. */
function objectKeys(
  buckets: S3Buckets,
  {
    name,
    key,
    versionId,
  }: { readonly name: string; readonly key: string; readonly versionId: string | undefined },
): ConditionKeys {
  const found = buckets.find(name)?.objects.version(key, versionId);
  const tags = found === undefined || isMarker(found) ? {} : found.tags;
  const named = Object.entries(tags).map(([tag, value]) => [`s3:ExistingObjectTag/${tag}`, value] as const);
  return { ...Object.fromEntries(named), "s3:VersionId": versionId };
}
