import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export function putObject(buckets: S3Buckets, { bucket, key, headers, body }: S3Request): ServiceResponse {
  if (headers["if-none-match"] === "*" && bucket.objects.get(key) !== undefined) {
    throw new ServiceError(
      "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold",
      412,
    );
  }
  const object = bucket.objects.put(key, body, headers, buckets.now);
  buckets.notify("ObjectCreated:Put", bucket, object);
  return { status: 200, headers: { etag: object.etag } };
}
