import { ServiceError } from "../../contract/define-service";
import { objectAccess, s3Denial } from "../access";
import type { S3Bucket, S3Buckets } from "../buckets";
import { invalidArgument, noSuchVersion } from "../errors";
import { checkContent } from "../objects/checksums";
import { checkDelete } from "../objects/preconditions";
import { isMarker, isVersionId, noVersion, type ObjectVersion } from "../objects/stored-object";
import type { S3Operations, S3Request } from "../protocol";
import {
  atMostOnce,
  element,
  elementsIn,
  namespace,
  once,
  requireTextIn,
  rootIn,
  textIn,
  xml,
} from "../protocol/xml";

/**
 * Buckets for general purposes do not know `Size` and `LastModifiedTime`.
 *
 * Sources: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Delete.html, and https://github.com/aws/aws-sdk-js-v3/issues/6857,
 * an answer of AWS
 */
const deleteShape = {
  Object: {
    least: 1,
    most: 1000,
    shape: { Key: once, VersionId: atMostOnce, ETag: atMostOnce },
  },
  Quiet: atMostOnce,
};

interface NamedObject {
  readonly key: string;
  readonly versionId: string | undefined;
  readonly etag: string | undefined;
}

export const deleteOperations = {
  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
  DeleteObjects: (buckets, request) => {
    const { body, headers } = request;
    checkContent(body, headers);
    const content = rootIn(body, "Delete", deleteShape);
    const objects = elementsIn(content, "Object").map(
      (object): NamedObject => ({
        key: requireTextIn(object, "Key"),
        versionId: textIn(object, "VersionId"),
        etag: textIn(object, "ETag"),
      }),
    );
    const isQuiet = textIn(content, "Quiet")?.trim().toLowerCase() === "true";
    const results = objects.map((object) => deleteOne(buckets, request, object, isQuiet));
    return xml(`<DeleteResult ${namespace}>${results.join("")}</DeleteResult>`);
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
  DeleteObject: (buckets, { bucket, key, query, headers }) => {
    const versionId = query.get("versionId") ?? undefined;
    const named = bucket.objects.version(key, versionId);
    if (versionId !== undefined && named === undefined && !isVersionId(versionId)) {
      throw invalidArgument("Invalid version id specified", "versionId", versionId);
    }
    checkDelete(key, named, headers);
    const deleted = removeObject(buckets, bucket, key, versionId);
    const version = versionId ?? deleted?.versionId;
    return {
      status: 204,
      headers: {
        ...(version !== undefined && isReported(buckets, bucket, version) && { "x-amz-version-id": version }),
        ...(deleted !== undefined && isMarker(deleted) && { "x-amz-delete-marker": "true" }),
      },
    };
  },
} satisfies S3Operations;

/** The element with the outcome for an object. */
function deleteOne(
  buckets: S3Buckets,
  { bucket, access }: S3Request,
  { key, versionId, etag }: NamedObject,
  isQuiet: boolean,
): string {
  const named = element("Key", key) + element("VersionId", versionId);
  try {
    const action = versionId === undefined ? "DeleteObject" : "DeleteObjectVersion";
    const denied = access?.check([objectAccess(action, bucket.name, key, buckets)]);
    if (denied !== undefined) throw new ServiceError(s3Denial.code, denied, s3Denial.status);
    const version = bucket.objects.version(key, versionId);
    if (versionId !== undefined && version === undefined && !isVersionId(versionId)) {
      throw noSuchVersion(key, versionId);
    }
    checkDelete(key, version, etag === undefined ? {} : { "if-match": etag });
    const removed = removeObject(buckets, bucket, key, versionId);
    const markerId = removed !== undefined && isMarker(removed) ? removed.versionId : undefined;
    const marker =
      markerId === undefined
        ? ""
        : element("DeleteMarker", true) + element("DeleteMarkerVersionId", markerId);
    return isQuiet ? "" : `<Deleted>${named}${marker}</Deleted>`;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `<Error>${named}${element("Code", error.code)}${element("Message", error.message)}</Error>`;
  }
}

/** Buckets that have never had versions return none. */
function isReported(buckets: S3Buckets, { name }: S3Bucket, versionId: string): boolean {
  return versionId !== noVersion || buckets.versioningOf(name) !== "none";
}

/** Events describe a delete marker as an object without content. */
const etagOfNothing = "d41d8cd98f00b204e9800998ecf8427e";

/** Deletes an object or one version of it and sends the notifications, if there is such an object. */
function removeObject(
  buckets: S3Buckets,
  bucket: S3Bucket,
  key: string,
  versionId?: string,
): ObjectVersion | undefined {
  if (versionId !== undefined) {
    const removed = bucket.objects.deleteVersion(key, versionId);
    if (removed !== undefined) buckets.notify("ObjectRemoved:Delete", bucket, { key, versionId });
    return removed;
  }
  const deleted = bucket.objects.delete(key, buckets.versioningOf(bucket.name), buckets.now);
  if (deleted === undefined) return undefined;
  if (!isMarker(deleted)) buckets.notify("ObjectRemoved:Delete", bucket, { key });
  else {
    const marker = { key, versionId: deleted.versionId, etag: etagOfNothing };
    buckets.notify("ObjectRemoved:DeleteMarkerCreated", bucket, marker);
  }
  return deleted;
}
