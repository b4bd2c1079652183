import { escapeXml } from "../../wire/escape-xml";
import type { ServiceResponse } from "../contract/service";
import type { Objects } from "./objects";

interface S3Refusal {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

export function xml(body: string, status = 200): ServiceResponse {
  return {
    status,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  };
}

export function errorXml({ code, message, status }: S3Refusal): ServiceResponse {
  return xml(`<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`, status);
}

/** The first version of the list names its continuation differently. */
function nextXml(query: URLSearchParams, next: string): string {
  const name = query.get("list-type") === "2" ? "NextContinuationToken" : "NextMarker";
  return `<${name}>${next}</${name}>`;
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export function listXml(bucket: string, objects: Objects, query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const limit = Math.min(1000, Math.max(0, Math.floor(Number(query.get("max-keys") ?? 1000)) || 0));
  const after = query.get("continuation-token") ?? query.get("start-after") ?? query.get("marker") ?? "";
  const { contents, prefixes, next } = objects.list(prefix, delimiter, after, limit);
  const encode = query.get("encoding-type") === "url" ? encodeURIComponent : escapeXml;
  const entries = contents.map(
    ({ key, etag, content, changedAt }) =>
      `<Contents><Key>${encode(key)}</Key><LastModified>${new Date(changedAt).toISOString()}</LastModified>` +
      `<ETag>${escapeXml(etag)}</ETag><Size>${content.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const common = prefixes.map((each) => `<CommonPrefixes><Prefix>${encode(each)}</Prefix></CommonPrefixes>`);
  const more = next === undefined ? "" : nextXml(query, encode(next));
  return (
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${escapeXml(bucket)}</Name>` +
    `<Prefix>${encode(prefix)}</Prefix><KeyCount>${contents.length + prefixes.length}</KeyCount>` +
    `<MaxKeys>${limit}</MaxKeys><IsTruncated>${next !== undefined}</IsTruncated>${more}` +
    `${entries.join("")}${common.join("")}</ListBucketResult>`
  );
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export function bucketsXml(names: readonly string[], createdAt: number): string {
  const created = new Date(createdAt).toISOString();
  const buckets = [...names]
    .sort()
    .map((name) => `<Bucket><Name>${escapeXml(name)}</Name><CreationDate>${created}</CreationDate></Bucket>`);
  return (
    '<ListAllMyBucketsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<Owner><ID>local</ID></Owner><Buckets>${buckets.join("")}</Buckets></ListAllMyBucketsResult>`
  );
}

/** The keys in a DeleteObjects request. */
export function keysToDelete(body: string): readonly string[] {
  return [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => unescapeXml(key));
}

export function deletedXml(
  keys: readonly string[],
  refused: readonly (readonly [key: string, message: string])[] = [],
): string {
  const entries = [
    ...keys.map((key) => `<Deleted><Key>${escapeXml(key)}</Key></Deleted>`),
    ...refused.map(
      ([key, message]) =>
        `<Error><Key>${escapeXml(key)}</Key><Code>AccessDenied</Code><Message>${escapeXml(message)}</Message></Error>`,
    ),
  ];
  return `<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${entries.join("")}</DeleteResult>`;
}

function unescapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (found, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return entities[name ?? ""] ?? found;
    },
  );
}
