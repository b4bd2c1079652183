import { block, text } from "../../../model";
import { ServiceError } from "../contract/define-service";
import type { S3Buckets } from "./buckets";

/**
 * Refuses an access list for an object of a bucket whose objects all belong to its owner, as those of new buckets do.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html
 */
export function checkAccessList(
  { current }: S3Buckets,
  bucket: string,
  headers: Readonly<Record<string, string>>,
): void {
  const controls = current.find("aws_s3_bucket_ownership_controls", "bucket", bucket)?.values ?? {};
  const ownership = text(block(controls, "rule") ?? {}, "object_ownership") ?? "BucketOwnerEnforced";
  const list = headers["x-amz-acl"];
  const grants = Object.keys(headers).some((name) => name.startsWith("x-amz-grant-"));
  const isOwners = list === undefined || list === "bucket-owner-full-control";
  if (ownership !== "BucketOwnerEnforced" || (isOwners && !grants)) return;
  throw new ServiceError("AccessControlListNotSupported", "The bucket does not allow ACLs", 400);
}
