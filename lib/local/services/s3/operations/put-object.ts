import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { checkContent } from "../checksums";
import { versionHeaders } from "../objects";
import { checkWrite } from "../preconditions";
import type { S3Request } from "../protocol";
import { tagsInHeader } from "../tags";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export function putObject(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, headers, body } = request;
  checkContent(request);
  checkWrite(bucket.objects.get(key), headers);
  const tags = tagsInHeader(headers["x-amz-tagging"]);
  const object = bucket.objects.put(
    key,
    { content: body, headers, tags, changedAt: buckets.now },
    buckets.versioningOf(bucket.name),
  );
  buckets.notify("ObjectCreated:Put", bucket, object);
  const { "x-amz-tagging-count": _, ...version } = versionHeaders(object);
  return { status: 200, headers: { etag: object.etag, ...version } };
}
