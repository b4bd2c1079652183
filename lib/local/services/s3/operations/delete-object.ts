import type { ServiceResponse } from "../../contract/service";
import type { S3Bucket, S3Buckets } from "../buckets";
import { checkWrite } from "../preconditions";
import type { S3Request } from "../protocol";
import { isMarker, noVersion, type ObjectVersion } from "../stored-object";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
export function deleteObject(
  buckets: S3Buckets,
  { bucket, key, query, headers }: S3Request,
): ServiceResponse {
  const { "if-match": ifMatch } = headers;
  if (ifMatch !== undefined) checkWrite(bucket.objects.get(key), { "if-match": ifMatch });
  const deleted = removeObject(buckets, bucket, key, query.get("versionId") ?? undefined);
  return {
    status: 204,
    headers: {
      ...(deleted !== undefined &&
        deleted.versionId !== noVersion && { "x-amz-version-id": deleted.versionId }),
      ...(deleted !== undefined && isMarker(deleted) && { "x-amz-delete-marker": "true" }),
    },
  };
}

/** Deletes an object or one version of it and sends the notifications, if there is such an object. */
export function removeObject(
  buckets: S3Buckets,
  bucket: S3Bucket,
  key: string,
  versionId?: string,
): ObjectVersion | undefined {
  if (versionId !== undefined) {
    const removed = bucket.objects.deleteVersion(key, versionId);
    if (removed !== undefined) buckets.notify("ObjectRemoved:Delete", bucket, { key });
    return removed;
  }
  const deleted = bucket.objects.delete(key, buckets.versioningOf(bucket.name), buckets.now);
  if (deleted === undefined) return undefined;
  const name = isMarker(deleted) ? "ObjectRemoved:DeleteMarkerCreated" : "ObjectRemoved:Delete";
  buckets.notify(name, bucket, { key });
  return deleted;
}
