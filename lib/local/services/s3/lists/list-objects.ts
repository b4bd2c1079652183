import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { invalidArgument } from "../errors";
import { checksumAlgorithmElements } from "../objects/checksums";
import { type KeyPage, keyPageOf } from "../objects/page";
import type { StoredObject } from "../objects/stored-object";
import type { S3Request } from "../protocol";
import { element, namespace, ownerElement, storageClassOf, timeElement, xml } from "../protocol/xml";
import { type ListRequest, listRequestOf } from "./list-request";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html */
export function listObjectsV1(_: S3Buckets, { bucket, query }: S3Request): ServiceResponse {
  const request = listRequestOf(query, "max-keys");
  const marker = query.get("marker") ?? "";
  const page = keyPageOf(bucket.objects.newest(), { ...request, after: marker });
  const { last, isTruncated } = page;
  // Clients that group no keys continue after their last key.
  const hasNext = isTruncated && last !== undefined && request.delimiter !== "";
  return listXml(
    bucket.name,
    request,
    page,
    request.keyElement("Marker", marker) + (hasNext ? request.keyElement("NextMarker", last.key) : ""),
    true,
  );
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export function listObjectsV2(_: S3Buckets, { bucket, query }: S3Request): ServiceResponse {
  const request = listRequestOf(query, "max-keys");
  const token = query.get("continuation-token");
  if (token === "") {
    throw invalidArgument("The continuation token provided is incorrect", "continuation-token");
  }
  const startAfter = query.get("start-after");
  const after = token === null ? (startAfter ?? "") : Buffer.from(token, "base64url").toString("utf8");
  const page = keyPageOf(bucket.objects.newest(), { ...request, after });
  const { last, isTruncated } = page;
  // A token is not a key: clients decode only keys.
  const next = isTruncated && last !== undefined ? Buffer.from(last.key).toString("base64url") : undefined;
  return listXml(
    bucket.name,
    request,
    page,
    (token === null && startAfter ? request.keyElement("StartAfter", startAfter) : "") +
      element("ContinuationToken", token ?? undefined) +
      element("NextContinuationToken", next) +
      element("KeyCount", page.entries.length + page.prefixes.length),
    query.get("fetch-owner") === "true",
  );
}

function listXml(
  bucket: string,
  request: ListRequest,
  { entries, prefixes, isTruncated }: KeyPage<StoredObject>,
  position: string,
  hasOwner: boolean,
): ServiceResponse {
  const contents = entries.map((object) => {
    const { key, etag, content, changedAt, headers } = object;
    return (
      `<Contents>${request.keyElement("Key", key)}${timeElement("LastModified", changedAt)}${element("ETag", etag)}` +
      `${checksumAlgorithmElements(headers)}${element("Size", content.length)}` +
      `${element("StorageClass", storageClassOf(headers))}${hasOwner ? ownerElement : ""}</Contents>`
    );
  });
  return xml(
    `<ListBucketResult ${namespace}>${element("Name", bucket)}${request.keyElement("Prefix", request.prefix)}${position}` +
      `${element("MaxKeys", request.limit)}${request.repeated}${element("IsTruncated", isTruncated)}` +
      `${contents.join("")}${request.prefixElements(prefixes)}</ListBucketResult>`,
  );
}
