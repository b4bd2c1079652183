import type { ServiceResponse } from "../../contract/service";
import { checkAccessList } from "../access-lists";
import type { S3Buckets } from "../buckets";
import { checkContent } from "../checksums";
import { versionHeaders, writtenHeaders } from "../objects";
import { checkWrite } from "../preconditions";
import type { S3Request } from "../protocol";
import { tagsInHeader } from "../tags";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export function putObject(buckets: S3Buckets, { bucket, key, headers, body }: S3Request): ServiceResponse {
  checkAccessList(buckets, bucket.name, headers);
  checkContent(body, headers);
  checkWrite(bucket.objects.get(key), headers);
  const tags = tagsInHeader(headers["x-amz-tagging"]);
  const object = bucket.objects.put(
    key,
    { content: body, headers, tags, changedAt: buckets.now },
    buckets.versioningOf(bucket.name),
  );
  buckets.notify("ObjectCreated:Put", bucket, object);
  const { "x-amz-tagging-count": _, ...version } = versionHeaders(object);
  return { status: 200, headers: { etag: object.etag, ...writtenHeaders(object), ...version } };
}
