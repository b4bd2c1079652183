import type { ConditionKeys } from "../../../model/iam/request-keys";
import type { S3Buckets } from "./buckets";
import { isMarker } from "./objects/stored-object";
import { type Tags, tagsInHeader } from "./objects/tags";
import type { S3Request } from "./protocol";

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
export function uploadKeys({ headers }: Pick<S3Request, "headers">): ConditionKeys {
  return {
    ...Object.fromEntries(headerKeys.map((name) => [`s3:${name}`, headers[name]])),
    ...requestTagKeys(tagsInHeader(headers["x-amz-tagging"])),
  };
}

/** The condition keys of a request that gives an object tags. */
export function requestTagKeys(tags: Tags): ConditionKeys {
  const named = Object.entries(tags).map(([key, value]) => [`s3:RequestObjectTag/${key}`, value] as const);
  return { ...Object.fromEntries(named), "s3:RequestObjectTagKeys": Object.keys(tags) };
}

/** The condition keys of a request for an existing object: its tags, and the version that the request names. */
export function objectKeys(
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
