import { decodePart } from "../../../wire/query-string";
import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";
import { xml } from "../xml";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
export function copyObject(buckets: S3Buckets, { bucket, key, headers }: S3Request): ServiceResponse {
  const source = decodePart(headers["x-amz-copy-source"] ?? "").replace(/^\//, "");
  const [from = "", ...rest] = source.split("/");
  const original = buckets.find(from)?.objects.get(rest.join("/"));
  if (original === undefined) {
    throw new ServiceError("NoSuchKey", "The specified key does not exist.", 404);
  }
  const kept = headers["x-amz-metadata-directive"] === "REPLACE" ? headers : original.headers;
  const object = bucket.objects.put(key, original.content, kept, buckets.now);
  buckets.notify("ObjectCreated:Copy", bucket, object);
  const changed = new Date(object.changedAt).toISOString();
  return xml(
    `<CopyObjectResult><ETag>${object.etag}</ETag><LastModified>${changed}</LastModified></CopyObjectResult>`,
  );
}
