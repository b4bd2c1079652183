import { s3Namespace } from "../../../../aws/namespaces";
import type { ServiceResponse } from "../../contract/service";
import { noSuchKey } from "../access";
import type { S3Buckets } from "../buckets";
import { checksumElements, checksumsIn } from "../checksums";
import type { S3Request } from "../protocol";
import { noVersion } from "../stored-object";
import { storageClassOf, xml } from "../xml";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html */
export function getObjectAttributes(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, query, headers } = request;
  const object = bucket.objects.get(key, query.get("versionId") ?? undefined);
  if (object === undefined) throw noSuchKey(request, buckets);
  const { etag, content, partBytes, changedAt, versionId } = object;
  const hasChecksum = Object.keys(checksumsIn(object.headers)).length > 0;
  const attributes: Readonly<Record<string, string | false>> = {
    ETag: `<ETag>${etag.replaceAll('"', "")}</ETag>`,
    Checksum: hasChecksum && `<Checksum>${checksumElements(object.headers)}</Checksum>`,
    ObjectParts:
      partBytes !== undefined && `<ObjectParts><PartsCount>${partBytes.length}</PartsCount></ObjectParts>`,
    StorageClass: `<StorageClass>${storageClassOf(object.headers)}</StorageClass>`,
    ObjectSize: `<ObjectSize>${content.length}</ObjectSize>`,
  };
  const wanted = (headers["x-amz-object-attributes"] ?? "").split(",").map((each) => each.trim());
  const elements = Object.entries(attributes).flatMap(([name, element]) =>
    element !== false && wanted.includes(name) ? [element] : [],
  );
  const answer = xml(
    `<GetObjectAttributesResponse xmlns="${s3Namespace}">${elements.join("")}</GetObjectAttributesResponse>`,
  );
  return {
    ...answer,
    headers: {
      ...answer.headers,
      "last-modified": new Date(changedAt).toUTCString(),
      ...(versionId !== noVersion && { "x-amz-version-id": versionId }),
    },
  };
}
