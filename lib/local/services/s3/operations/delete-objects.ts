import type { ServiceResponse } from "../../contract/service";
import { objectAccess } from "../access";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";
import { isMarker } from "../stored-object";
import { type DeletedObject, deletedXml, objectsToDelete, xml } from "../xml";
import { removeObject } from "./delete-object";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export function deleteObjects(buckets: S3Buckets, { bucket, body, access }: S3Request): ServiceResponse {
  const deleted: DeletedObject[] = [];
  const refused: (readonly [key: string, message: string])[] = [];
  for (const { key, versionId } of objectsToDelete(body.toString("utf8"))) {
    const action = versionId === undefined ? "DeleteObject" : "DeleteObjectVersion";
    const denied = access?.check([objectAccess(action, bucket.name, key, buckets)]);
    if (denied !== undefined) refused.push([key, denied]);
    else {
      const removed = removeObject(buckets, bucket, key, versionId);
      deleted.push({
        key,
        versionId,
        markerId: removed && isMarker(removed) ? removed.versionId : undefined,
      });
    }
  }
  return xml(deletedXml(deleted, refused));
}
