import type { ServiceResponse } from "../../contract/service";
import { objectAccess } from "../access";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";
import { deletedXml, keysToDelete, xml } from "../xml";
import { removeObject } from "./delete-object";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export function deleteObjects(buckets: S3Buckets, { bucket, body, access }: S3Request): ServiceResponse {
  const deleted: string[] = [];
  const refused: (readonly [key: string, message: string])[] = [];
  for (const key of keysToDelete(body.toString("utf8"))) {
    const denied = access?.check([objectAccess("DeleteObject", bucket.name, key, buckets)]);
    if (denied !== undefined) refused.push([key, denied]);
    else {
      removeObject(buckets, bucket, key);
      deleted.push(key);
    }
  }
  return xml(deletedXml(deleted, refused));
}
