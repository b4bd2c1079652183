import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { objectAccess, s3Denial } from "../access";
import type { S3Buckets } from "../buckets";
import { noSuchVersion } from "../errors";
import { checkContent } from "../objects/checksums";
import { checkDelete } from "../objects/preconditions";
import { isMarker } from "../objects/stored-object";
import { isVersionId } from "../objects/version-ids";
import type { S3Request } from "../protocol";
import { atMostOnce, elementsIn, once, requireTextIn, rootIn, textIn } from "../protocol/request-xml";
import { element, namespace, xml } from "../protocol/xml";
import { removeObject } from "./delete-object";

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

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export function deleteObjects(buckets: S3Buckets, request: S3Request): ServiceResponse {
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
}

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
