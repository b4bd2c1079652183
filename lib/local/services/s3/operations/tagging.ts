import type { ServiceResponse } from "../../contract/service";
import { noSuchKey } from "../access";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";
import { noVersion, type StoredObject } from "../stored-object";
import { type Tags, tagsInBody, tagsXml } from "../tags";
import { xml } from "../xml";

function objectOf(buckets: S3Buckets, request: S3Request): StoredObject {
  const { bucket, key, query } = request;
  const object = bucket.objects.get(key, query.get("versionId") ?? undefined);
  if (object === undefined) throw noSuchKey(request, buckets);
  return object;
}

const versionOf = ({ versionId }: StoredObject): Readonly<Record<string, string>> =>
  versionId === noVersion ? {} : { "x-amz-version-id": versionId };

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTagging.html */
export function getObjectTagging(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const object = objectOf(buckets, request);
  const written = xml(tagsXml(object.tags));
  return { ...written, headers: { ...written.headers, ...versionOf(object) } };
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectTagging.html */
export function putObjectTagging(buckets: S3Buckets, request: S3Request): ServiceResponse {
  return tagged(buckets, request, tagsInBody(request.body.toString("utf8")), "Put", 200);
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
  const object = objectOf(buckets, request);
  request.bucket.objects.tag(object, tags);
  buckets.notify(`ObjectTagging:${name}`, request.bucket, object);
  return { status, headers: versionOf(object) };
}
