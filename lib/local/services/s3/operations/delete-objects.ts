import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";
import { deletedXml, keysToDelete, xml } from "../xml";
import { removeObject } from "./delete-object";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export function deleteObjects(buckets: S3Buckets, { bucket, body }: S3Request): ServiceResponse {
  const keys = keysToDelete(body.toString("utf8"));
  for (const key of keys) removeObject(buckets, bucket, key);
  return xml(deletedXml(keys));
}
