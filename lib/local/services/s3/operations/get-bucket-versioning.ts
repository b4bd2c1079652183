import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";
import { namespace, xml } from "../protocol/xml";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html */
export function getBucketVersioning(buckets: S3Buckets, { bucket }: S3Request): ServiceResponse {
  const status = { enabled: "<Status>Enabled</Status>", suspended: "<Status>Suspended</Status>", none: "" };
  return xml(
    `<VersioningConfiguration ${namespace}>${status[buckets.versioningOf(bucket.name)]}</VersioningConfiguration>`,
  );
}
