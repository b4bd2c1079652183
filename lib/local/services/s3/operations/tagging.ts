import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { checkContent } from "../objects/checksums";
import { versionOf } from "../objects/objects";
import { type Tags, tagsInDocument, tagsXml } from "../objects/tags";
import type { S3Request } from "../protocol";
import { xml } from "../protocol/xml";
import { requireObject } from "./get-object";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTagging.html */
export function getObjectTagging(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const object = requireObject(buckets, request, true);
  const written = xml(tagsXml(object.tags));
  return { ...written, headers: { ...written.headers, ...versionOf(object) } };
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectTagging.html */
export function putObjectTagging(buckets: S3Buckets, request: S3Request): ServiceResponse {
  checkContent(request.body, request.headers);
  return tagged(buckets, request, tagsInDocument(request.body), "Put", 200);
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjectTagging.html */
export function deleteObjectTagging(buckets: S3Buckets, request: S3Request): ServiceResponse {
  return tagged(buckets, request, {}, "Delete", 204);
}

function tagged(
  buckets: S3Buckets,
  request: S3Request,
  tags: Tags,
  name: "Put" | "Delete",
  status: number,
): ServiceResponse {
  const object = requireObject(buckets, request, true);
  request.bucket.objects.tag(object, tags);
  buckets.notify(`ObjectTagging:${name}`, request.bucket, object);
  return { status, headers: versionOf(object) };
}
