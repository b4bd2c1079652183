import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { invalidArgument } from "../errors";
import { checksumAlgorithmElements } from "../objects/checksums";
import { keyPageOf } from "../objects/page";
import { isMarker, type ObjectVersion } from "../objects/stored-object";
import type { S3Request } from "../protocol";
import { element, namespace, ownerElement, storageClassOf, timeElement, xml } from "../protocol/xml";
import { type ListRequest, listRequestOf } from "./list-request";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html */
export function listObjectVersions(_: S3Buckets, { bucket, query }: S3Request): ServiceResponse {
  const request = listRequestOf(query, "max-keys");
  const keyMarker = query.get("key-marker") ?? "";
  const versionMarker = query.get("version-id-marker") ?? "";
  if (versionMarker !== "" && keyMarker === "") {
    throw invalidArgument(
      "A version-id marker cannot be specified without a key marker.",
      "version-id-marker",
      versionMarker,
    );
  }
  const { objects } = bucket;
  const following = versionMarker === "" ? [] : objects.versionsAfter(keyMarker, versionMarker);
  const page = keyPageOf(objects.all(), { ...request, after: keyMarker }, (version) =>
    following.includes(version),
  );
  const { last, isTruncated } = page;
  const next = isTruncated
    ? request.keyElement("NextKeyMarker", last?.key ?? "") +
      element("NextVersionIdMarker", last?.entry?.versionId)
    : "";
  const entries = page.entries.map((version) =>
    versionXml(request, version, objects.version(version.key) === version),
  );
  return xml(
    `<ListVersionsResult ${namespace}>${element("Name", bucket.name)}${request.keyElement("Prefix", request.prefix)}` +
      `${request.keyElement("KeyMarker", keyMarker)}${element("VersionIdMarker", versionMarker)}${next}` +
      `${element("MaxKeys", request.limit)}${request.repeated}${element("IsTruncated", isTruncated)}` +
      `${entries.join("")}${request.prefixElements(page.prefixes)}</ListVersionsResult>`,
  );
}

function versionXml(request: ListRequest, version: ObjectVersion, isLatest: boolean): string {
  const { key, versionId, changedAt } = version;
  const facts =
    request.keyElement("Key", key) +
    element("VersionId", versionId) +
    element("IsLatest", isLatest) +
    timeElement("LastModified", changedAt) +
    ownerElement;
  if (isMarker(version)) return `<DeleteMarker>${facts}</DeleteMarker>`;
  const { etag, content, headers } = version;
  return (
    `<Version>${facts}${element("ETag", etag)}${checksumAlgorithmElements(headers)}${element("Size", content.length)}` +
    `${element("StorageClass", storageClassOf(headers))}</Version>`
  );
}
