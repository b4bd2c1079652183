import type { ServiceResponse } from "../../contract/service";
import type { S3Bucket, S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
export function deleteObject(buckets: S3Buckets, { bucket, key }: S3Request): ServiceResponse {
  removeObject(buckets, bucket, key);
  return { status: 204 };
}

/** Deletes an object and sends the notifications, if there is such an object. */
export function removeObject(buckets: S3Buckets, bucket: S3Bucket, key: string): void {
  if (bucket.objects.delete(key) !== undefined) buckets.notify("ObjectRemoved:Delete", bucket, { key });
}
