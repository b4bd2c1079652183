import type { ServiceResponse } from "../../contract/service";
import { checkAccessList } from "../access-lists";
import type { S3Bucket, S3Buckets } from "../buckets";
import { type Checksum, checkContent, checksumOf } from "../objects/checksums";
import { encryptionOf } from "../objects/encryption";
import { checkObjectHeaders } from "../objects/object-headers";
import { type NewObject, versionOf, writtenHeaders } from "../objects/objects";
import { checkWrite } from "../objects/preconditions";
import type { StoredObject } from "../objects/stored-object";
import { tagsInHeader } from "../objects/tags";
import type { S3Request } from "../protocol";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export function putObject(buckets: S3Buckets, { bucket, key, headers, body }: S3Request): ServiceResponse {
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
}

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
