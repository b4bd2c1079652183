import type { ServiceResponse } from "../../contract/service";
import type { S3Bucket, S3Buckets } from "../buckets";
import { invalidArgument } from "../errors";
import { checkDelete } from "../objects/preconditions";
import { isMarker, noVersion, type ObjectVersion } from "../objects/stored-object";
import { isVersionId } from "../objects/version-ids";
import type { S3Request } from "../protocol";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
export function deleteObject(
  buckets: S3Buckets,
  { bucket, key, query, headers }: S3Request,
): ServiceResponse {
  const versionId = query.get("versionId") ?? undefined;
  const named = bucket.objects.version(key, versionId);
  if (versionId !== undefined && named === undefined && !isVersionId(versionId)) {
    throw invalidArgument("Invalid version id specified", "versionId", versionId);
  }
  checkDelete(key, named, headers);
  const deleted = removeObject(buckets, bucket, key, versionId);
  const version = versionId ?? deleted?.versionId;
  return {
    status: 204,
    headers: {
      ...(version !== undefined && isTold(buckets, bucket, version) && { "x-amz-version-id": version }),
      ...(deleted !== undefined && isMarker(deleted) && { "x-amz-delete-marker": "true" }),
    },
  };
}

/** Buckets that have never had versions return none. */
function isTold(buckets: S3Buckets, { name }: S3Bucket, versionId: string): boolean {
  return versionId !== noVersion || buckets.versioningOf(name) !== "none";
}

/** Events describe a delete marker as an object without content. */
const etagOfNothing = "d41d8cd98f00b204e9800998ecf8427e";

/** Deletes an object or one version of it and sends the notifications, if there is such an object. */
export function removeObject(
  buckets: S3Buckets,
  bucket: S3Bucket,
  key: string,
  versionId?: string,
): ObjectVersion | undefined {
  if (versionId !== undefined) {
    const removed = bucket.objects.deleteVersion(key, versionId);
    if (removed !== undefined) buckets.notify("ObjectRemoved:Delete", bucket, { key, versionId });
    return removed;
  }
  const deleted = bucket.objects.delete(key, buckets.versioningOf(bucket.name), buckets.now);
  if (deleted === undefined) return undefined;
  if (!isMarker(deleted)) buckets.notify("ObjectRemoved:Delete", bucket, { key });
  else {
    const marker = { key, versionId: deleted.versionId, etag: etagOfNothing };
    buckets.notify("ObjectRemoved:DeleteMarkerCreated", bucket, marker);
  }
  return deleted;
}
