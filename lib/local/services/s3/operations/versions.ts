import { s3Namespace } from "../../../../aws/namespaces";
import { escapeXml } from "../../../wire/escape-xml";
import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import type { S3Request } from "../protocol";
import { isMarker, type ObjectVersion } from "../stored-object";
import { maxKeysIn, storageClassOf, xml } from "../xml";

const namespace = `xmlns="${s3Namespace}"`;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html */
export function getBucketVersioning(buckets: S3Buckets, { bucket }: S3Request): ServiceResponse {
  const status = { enabled: "<Status>Enabled</Status>", suspended: "<Status>Suspended</Status>", none: "" };
  return xml(
    `<VersioningConfiguration ${namespace}>${status[buckets.versioningOf(bucket.name)]}</VersioningConfiguration>`,
  );
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html */
export function listObjectVersions(_: S3Buckets, { bucket, query }: S3Request): ServiceResponse {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const limit = Math.min(1000, maxKeysIn(query));
  const { versions, prefixes, next } = bucket.objects.listVersions(
    prefix,
    delimiter,
    query.get("key-marker") ?? "",
    limit,
  );
  const encode = query.get("encoding-type") === "url" ? encodeURIComponent : escapeXml;
  const latest = new Set<string>();
  const entries = versions.map((version) => {
    const isLatest = !latest.has(version.key);
    latest.add(version.key);
    return versionXml(version, isLatest, encode);
  });
  const common = prefixes.map((each) => `<CommonPrefixes><Prefix>${encode(each)}</Prefix></CommonPrefixes>`);
  const more = next === undefined ? "" : `<NextKeyMarker>${encode(next)}</NextKeyMarker>`;
  return xml(
    `<ListVersionsResult ${namespace}><Name>${escapeXml(bucket.name)}</Name><Prefix>${encode(prefix)}</Prefix>` +
      `<MaxKeys>${limit}</MaxKeys><IsTruncated>${next !== undefined}</IsTruncated>${more}${entries.join("")}${common.join("")}</ListVersionsResult>`,
  );
}

function versionXml(version: ObjectVersion, isLatest: boolean, encode: (text: string) => string): string {
  const { key, versionId, changedAt } = version;
  const facts =
    `<Key>${encode(key)}</Key><VersionId>${versionId}</VersionId><IsLatest>${isLatest}</IsLatest>` +
    `<LastModified>${new Date(changedAt).toISOString()}</LastModified>`;
  if (isMarker(version)) return `<DeleteMarker>${facts}</DeleteMarker>`;
  const { etag, content, headers } = version;
  return `<Version>${facts}<ETag>${escapeXml(etag)}</ETag><Size>${content.length}</Size><StorageClass>${storageClassOf(headers)}</StorageClass></Version>`;
}
