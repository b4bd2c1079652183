import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { checkContent } from "../objects/checksums";
import { versionOf } from "../objects/objects";
import { type Tags, tagsInDocument, tagsXml } from "../objects/tags";
import type { S3Operations, S3Request } from "../protocol";
import { xml } from "../protocol/xml";
import { requireObject } from "./get-object";

export const taggingOperations = {
  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTagging.html */
  GetObjectTagging: (buckets, request) => {
    const object = requireObject(buckets, request, true);
    return xml(tagsXml(object.tags), versionOf(object));
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectTagging.html */
  PutObjectTagging: (buckets, request) => {
    checkContent(request.body, request.headers);
    return tagged(buckets, request, tagsInDocument(request.body), "Put", 200);
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjectTagging.html */
  DeleteObjectTagging: (buckets, request) => tagged(buckets, request, {}, "Delete", 204),
} satisfies S3Operations;

function tagged(
  buckets: S3Buckets,
  request: S3Request,
  tags: Tags,
  name: "Put" | "Delete",
  status: number,
): ServiceResponse {
  const object = requireObject(buckets, request, true);
  request.bucket.objects.tag(object, tags);
  buckets.notify(`ObjectTagging:${name}`, request.bucket, object);
  return { status, headers: versionOf(object) };
}
