import { block, text } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import type { S3Bucket, S3Buckets } from "../buckets";
import { invalidArgument, invalidRequest, noSuchKey, noSuchVersion } from "../errors";
import {
  type Checksum,
  checkContent,
  checksumElements,
  checksumIn,
  checksumOf,
  isChecksum,
} from "../objects/checksums";
import { copiedFrom } from "../objects/copied-from";
import {
  bucketEncryption,
  checkCustomerKey,
  copySourceKeyHeaders,
  encryptionIn,
  encryptionOf,
} from "../objects/encryption";
import { checkObjectHeaders, checkReadable } from "../objects/object-headers";
import { type NewObject, versionOf, versionRead, writtenHeaders } from "../objects/objects";
import { checkCopySource, checkWrite } from "../objects/preconditions";
import { isMarker, noVersion, type StoredObject } from "../objects/stored-object";
import { tagsInHeader } from "../objects/tags";
import type { S3Operations, S3Request } from "../protocol";
import { element, namespace, timeElement, xml } from "../protocol/xml";

/**
 * Refuses an access list for an object of a bucket whose objects all belong to its owner, as those of new buckets do.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html
 */
export function checkAccessList(
  buckets: S3Buckets,
  bucket: string,
  headers: Readonly<Record<string, string>>,
): void {
  const controls = buckets.settingOf(bucket, "aws_s3_bucket_ownership_controls") ?? {};
  const ownership = text(block(controls, "rule") ?? {}, "object_ownership") ?? "BucketOwnerEnforced";
  const list = headers["x-amz-acl"];
  const grants = Object.keys(headers).some((name) => name.startsWith("x-amz-grant-"));
  const isOwners = list === undefined || list === "bucket-owner-full-control";
  if (ownership !== "BucketOwnerEnforced" || (isOwners && !grants)) return;
  throw new ServiceError("AccessControlListNotSupported", "The bucket does not allow ACLs", 400);
}

export const writeOperations = {
  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
  PutObject: (buckets, { bucket, key, headers, body }) => {
    checkAccessList(buckets, bucket.name, headers);
    checkObjectHeaders(headers);
    const checksum = checkContent(body, headers);
    checkWrite(key, bucket.objects.version(key), headers);
    const tags = tagsInHeader(headers["x-amz-tagging"]);
    const object = writeObject(
      buckets,
      bucket,
      key,
      { content: body, headers, tags, checksum },
      "ObjectCreated:Put",
    );
    return { status: 200, headers: { etag: object.etag, ...writtenHeaders(object), ...versionOf(object) } };
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
  CopyObject: (buckets, request) => {
    const { bucket, key, headers } = request;
    const replacesMetadata = replaces(headers, "x-amz-metadata-directive", "Unknown metadata directive.");
    const replacesTags = replaces(headers, "x-amz-tagging-directive", "Unknown tagging directive.");
    const original = readSource(buckets, request);
    checkAccessList(buckets, bucket.name, headers);
    checkObjectHeaders(headers);
    const isChanged =
      changes.some((name) => name in headers) ||
      bucketEncryption(buckets, bucket.name).isDeclared ||
      // A copy that names no key is encrypted with that of S3.
      original.headers["x-amz-server-side-encryption"] !== "AES256";
    const isItself = bucket.objects.get(key) === original && !isChanged;
    if (isItself && !replacesMetadata) {
      throw invalidRequest(
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
      );
    }
    checkWrite(key, bucket.objects.version(key), headers);
    const copied = {
      content: original.content,
      headers: copiedHeaders(headers, original, replacesMetadata),
      tags: replacesTags ? tagsInHeader(headers["x-amz-tagging"]) : original.tags,
    };
    const object = writeObject(buckets, bucket, key, copied, "ObjectCreated:Copy");
    return xml(
      `<CopyObjectResult ${namespace}>${element("ETag", object.etag)}${timeElement("LastModified", object.changedAt)}` +
        `${checksumElements(object.headers)}</CopyObjectResult>`,
      {
        ...encryptionIn(object.headers),
        ...versionRead(object, buckets.versioningOf(bucket.name)),
        ...sourceVersion(original),
      },
    );
  },
} satisfies S3Operations;

interface WrittenObject extends Omit<NewObject, "changedAt"> {
  /** The checksum that fits the content. @default - it is computed */
  readonly checksum?: Checksum | undefined;
}

/**
 * Writes an object with its checksum and encryption, and sends the notifications.
 *
 * @param event - the name of the event: `ObjectCreated:Put`
 */
export function writeObject(
  buckets: S3Buckets,
  bucket: S3Bucket,
  key: string,
  { checksum, ...given }: WrittenObject,
  event: string,
): StoredObject {
  const { content, headers } = given;
  const added = { ...checksumOf(content, headers, checksum), ...encryptionOf(buckets, bucket.name, headers) };
  const object = bucket.objects.put(
    key,
    { ...given, headers: { ...headers, ...added }, changedAt: buckets.now },
    buckets.versioningOf(bucket.name),
  );
  buckets.notify(event, bucket, object);
  return object;
}

/** The object that a request copies. */
export function readSource(buckets: S3Buckets, { headers }: S3Request): StoredObject {
  const { bucket, key, versionId } = copiedFrom(headers);
  const original = buckets.require(bucket).objects.version(key, versionId);
  if (original === undefined) {
    throw versionId === undefined ? noSuchKey(key) : noSuchVersion(key, versionId);
  }
  if (isMarker(original)) {
    if (versionId === undefined) throw noSuchKey(key);
    throw invalidRequest(
      "The source of a copy request may not specifically refer to a delete marker by version id.",
    );
  }
  checkReadable(original);
  checkCustomerKey(original, headers, copySourceKeyHeaders);
  checkCopySource(original, headers, buckets.now);
  return original;
}

/** The header with the version of the object that was copied. */
export function sourceVersion({ versionId }: StoredObject): Readonly<Record<string, string>> {
  return versionId === noVersion ? {} : { "x-amz-copy-source-version-id": versionId };
}

/** Headers with which an object may be copied to itself. */
const changes = [
  "x-amz-storage-class",
  "x-amz-server-side-encryption",
  "x-amz-server-side-encryption-customer-algorithm",
  "x-amz-website-redirect-location",
] as const;

function replaces(headers: S3Request["headers"], name: string, unknown: string): boolean {
  const directive = headers[name] ?? "COPY";
  if (directive !== "COPY" && directive !== "REPLACE") throw invalidArgument(unknown, name, directive);
  return directive === "REPLACE";
}

/** The storage class, the redirect and the encryption are those of the request, even where the metadata is copied. */
function copiedHeaders(
  headers: S3Request["headers"],
  original: StoredObject,
  replacesMetadata: boolean,
): Readonly<Record<string, string>> {
  // A checksum of parts is not that of the content, which is computed again.
  const algorithm = headers["x-amz-checksum-algorithm"] ?? checksumIn(original.headers)?.algorithm;
  const wanted: Readonly<Record<string, string>> =
    algorithm === undefined ? {} : { "x-amz-checksum-algorithm": algorithm };
  if (replacesMetadata) return { ...headers, ...wanted };
  const isOwn = (name: string): boolean => changes.some((change) => name.startsWith(change));
  const kept = Object.entries(original.headers).filter(([name]) => !isOwn(name) && !isChecksum(name));
  const own = Object.entries(headers).filter(([name]) => isOwn(name));
  return { ...Object.fromEntries([...kept, ...own]), ...wanted };
}
