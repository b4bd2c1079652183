import { preflight } from "../cors";
import { listOperations } from "../lists";
import { bucketRegion, s3Arn } from "../notifications";
import type { S3Operations } from "../protocol";
import { bucketSettingOperations } from "./bucket-settings";
import { deleteOperations } from "./delete-objects";
import { readOperations } from "./get-object";
import { multipartOperations } from "./multipart";
import { postObject } from "./post-object";
import { writeOperations } from "./put-object";
import { taggingOperations } from "./tagging";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html */
export const s3Operations = {
  Preflight: preflight,
  HeadBucket: (buckets, { bucket }) => ({
    status: 200,
    headers: {
      "content-type": "application/xml",
      "x-amz-bucket-region": bucketRegion(buckets.model, bucket.name),
      "x-amz-bucket-arn": s3Arn(buckets.model, bucket.name),
    },
  }),
  PostObject: postObject,
  ...listOperations,
  ...deleteOperations,
  ...writeOperations,
  ...readOperations,
  ...multipartOperations,
  ...taggingOperations,
  ...bucketSettingOperations,
} satisfies S3Operations;
