import { decodePart } from "../../../wire/query-string";
import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { versionHeaders } from "../objects";
import { checkCopySource } from "../preconditions";
import type { S3Request } from "../protocol";
import { noVersion, type StoredObject } from "../stored-object";
import { tagsInHeader } from "../tags";
import { xml } from "../xml";

/** Bucket, key and version in `x-amz-copy-source`. */
export function copySource(headers: Readonly<Record<string, string>>): {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string | undefined;
} {
  const [path = "", versionId] = (headers["x-amz-copy-source"] ?? "").split("?versionId=");
  const [bucket = "", ...rest] = decodePart(path).replace(/^\//, "").split("/");
  return { bucket, key: rest.join("/"), versionId };
}

/** The object that a request copies. */
export function readSource(buckets: S3Buckets, { headers }: S3Request): StoredObject {
  const { bucket, key, versionId } = copySource(headers);
  const original = buckets.find(bucket)?.objects.get(key, versionId);
  if (original === undefined) throw new ServiceError("NoSuchKey", "The specified key does not exist.", 404);
  checkCopySource(original, headers);
  return original;
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
export function copyObject(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, headers } = request;
  const original = readSource(buckets, request);
  const isItself = bucket.objects.get(key) === original;
  const replaces = headers["x-amz-metadata-directive"] === "REPLACE";
  if (isItself && !replaces) {
    throw new ServiceError(
      "InvalidRequest",
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
      400,
    );
  }
  const tags =
    headers["x-amz-tagging-directive"] === "REPLACE" ? tagsInHeader(headers["x-amz-tagging"]) : original.tags;
  const object = bucket.objects.put(
    key,
    {
      content: original.content,
      headers: replaces ? headers : original.headers,
      tags,
      changedAt: buckets.now,
    },
    buckets.versioningOf(bucket.name),
  );
  buckets.notify("ObjectCreated:Copy", bucket, object);
  const changed = new Date(object.changedAt).toISOString();
  const copied = xml(
    `<CopyObjectResult><ETag>${object.etag}</ETag><LastModified>${changed}</LastModified></CopyObjectResult>`,
  );
  const { "x-amz-tagging-count": _, ...version } = versionHeaders(object);
  const source: Readonly<Record<string, string>> =
    original.versionId === noVersion ? {} : { "x-amz-copy-source-version-id": original.versionId };
  return { ...copied, headers: { ...copied.headers, ...version, ...source } };
}
