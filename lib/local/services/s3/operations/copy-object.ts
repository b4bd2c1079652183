import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { checkAccessList } from "../access-lists";
import type { S3Buckets } from "../buckets";
import { checksumElements, checksumsIn } from "../checksums";
import { copiedFrom } from "../copied-from";
import { versionHeaders } from "../objects";
import { checkCopySource } from "../preconditions";
import type { S3Request } from "../protocol";
import { noVersion, type StoredObject } from "../stored-object";
import { tagsInHeader } from "../tags";
import { xml } from "../xml";

/** The object that a request copies. */
export function readSource(buckets: S3Buckets, { headers }: S3Request): StoredObject {
  const { bucket, key, versionId } = copiedFrom(headers);
  const original = buckets.require(bucket).objects.get(key, versionId);
  if (original === undefined) throw new ServiceError("NoSuchKey", "The specified key does not exist.", 404);
  checkCopySource(original, headers);
  return original;
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
export function copyObject(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, headers } = request;
  const original = readSource(buckets, request);
  checkAccessList(buckets, bucket.name, headers);
  const changesClass =
    headers["x-amz-storage-class"] !== undefined || headers["x-amz-server-side-encryption"] !== undefined;
  const isItself = bucket.objects.get(key) === original && !changesClass;
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
      headers: { ...copiedHeaders(headers, original, replaces), ...checksumsIn(original.headers) },
      tags,
      changedAt: buckets.now,
    },
    buckets.versioningOf(bucket.name),
  );
  buckets.notify("ObjectCreated:Copy", bucket, object);
  const changed = new Date(object.changedAt).toISOString();
  const copied = xml(
    `<CopyObjectResult><ETag>${object.etag}</ETag><LastModified>${changed}</LastModified>${checksumElements(object.headers)}</CopyObjectResult>`,
  );
  const { "x-amz-tagging-count": _, ...version } = versionHeaders(object);
  const source: Readonly<Record<string, string>> =
    original.versionId === noVersion ? {} : { "x-amz-copy-source-version-id": original.versionId };
  return { ...copied, headers: { ...copied.headers, ...version, ...source } };
}

/** The storage class and the encryption are those of the request, even where the metadata is copied. */
function copiedHeaders(
  headers: S3Request["headers"],
  original: StoredObject,
  replaces: boolean,
): Readonly<Record<string, string>> {
  if (replaces) return headers;
  const isOwn = (name: string): boolean =>
    name === "x-amz-storage-class" || name.startsWith("x-amz-server-side-encryption");
  const kept = Object.entries(original.headers).filter(([name]) => !isOwn(name));
  const own = Object.entries(headers).filter(([name]) => isOwn(name));
  return Object.fromEntries([...kept, ...own]);
}
