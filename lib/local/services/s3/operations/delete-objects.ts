import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { objectAccess } from "../access";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";
import { isMarker } from "../stored-object";
import { type DeletedObject, deletedXml, objectsToDelete, xml } from "../xml";
import { removeObject } from "./delete-object";

const mostObjects = 1000;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export function deleteObjects(buckets: S3Buckets, { bucket, body, access }: S3Request): ServiceResponse {
  const deleted: DeletedObject[] = [];
  const refused: (readonly [key: string, message: string])[] = [];
  const text = body.toString("utf8");
  const objects = objectsToDelete(text);
  if (objects.length === 0 || objects.length > mostObjects) {
    throw new ServiceError(
      "MalformedXML",
      "The XML you provided was not well-formed or did not validate against our published schema",
      400,
    );
  }
  for (const { key, versionId } of objects) {
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
  return xml(deletedXml(deleted, refused, /<Quiet>\s*true\s*<\/Quiet>/i.test(text)));
}
