import type { Operation } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";
import { listXml, xml } from "../xml";
import { copyObject } from "./copy-object";
import { deleteObject } from "./delete-object";
import { deleteObjects } from "./delete-objects";
import { getObject, headObject } from "./get-object";
import { putObject } from "./put-object";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html */
export const s3Operations = {
  HeadBucket: () => ({ status: 200 }),
  ListObjectsV2: (_, { bucket, query }) => xml(listXml(bucket.name, bucket.objects, query)),
  DeleteObjects: deleteObjects,
  PutObject: putObject,
  CopyObject: copyObject,
  GetObject: getObject,
  HeadObject: headObject,
  DeleteObject: deleteObject,
} satisfies Record<string, Operation<S3Buckets, S3Request, ServiceResponse>>;
