import { formatArn } from "../../../../facts/aws/arns";
import type { Operation } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { preflight } from "../cors";
import {
  listBuckets,
  listMultipartUploads,
  listObjectsV1,
  listObjectsV2,
  listObjectVersions,
} from "../lists";
import { bucketRegion } from "../notifications";
import type { S3Request } from "../protocol";
import {
  getBucketCors,
  getBucketEncryption,
  getBucketLocation,
  getBucketPolicy,
  getBucketTagging,
  getBucketVersioning,
  getPublicAccessBlock,
} from "./bucket-settings";
import { deleteObject, deleteObjects } from "./delete-objects";
import { getObject, getObjectAttributes, headObject } from "./get-object";
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  listParts,
  uploadPart,
  uploadPartCopy,
} from "./multipart";
import { postObject } from "./post-object";
import { copyObject, putObject } from "./put-object";
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from "./tagging";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html */
export const s3Operations = {
  ListBuckets: listBuckets,
  Preflight: preflight,
  HeadBucket: (buckets, { bucket }) => ({
    status: 200,
    headers: {
      "content-type": "application/xml",
      "x-amz-bucket-region": bucketRegion(buckets.current, bucket.name),
      "x-amz-bucket-arn": formatArn({ partition: buckets.current.partition }, "s3", bucket.name),
    },
  }),
  ListObjects: listObjectsV1,
  ListObjectsV2: listObjectsV2,
  DeleteObjects: deleteObjects,
  PostObject: postObject,
  PutObject: putObject,
  CopyObject: copyObject,
  GetObject: getObject,
  HeadObject: headObject,
  DeleteObject: deleteObject,
  CreateMultipartUpload: createMultipartUpload,
  UploadPart: uploadPart,
  UploadPartCopy: uploadPartCopy,
  CompleteMultipartUpload: completeMultipartUpload,
  AbortMultipartUpload: abortMultipartUpload,
  ListParts: listParts,
  ListMultipartUploads: listMultipartUploads,
  GetObjectTagging: getObjectTagging,
  PutObjectTagging: putObjectTagging,
  DeleteObjectTagging: deleteObjectTagging,
  GetObjectAttributes: getObjectAttributes,
  GetBucketLocation: getBucketLocation,
  GetBucketPolicy: getBucketPolicy,
  GetBucketTagging: getBucketTagging,
  GetBucketCors: getBucketCors,
  GetBucketEncryption: getBucketEncryption,
  GetPublicAccessBlock: getPublicAccessBlock,
  GetBucketVersioning: getBucketVersioning,
  ListObjectVersions: listObjectVersions,
} satisfies Record<string, Operation<S3Buckets, S3Request, ServiceResponse>>;
