import { s3Namespace } from "../../../aws/namespaces";
import { escapeXml, unescapeXml } from "../../wire/escape-xml";
import { ServiceError } from "../contract/define-service";
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

/** The first version of the list names its continuation differently, and tells it only to who groups keys. */
function nextXml(query: URLSearchParams, next: string, encode: (text: string) => string): string {
  if (query.get("list-type") !== "2") {
    return query.has("delimiter") ? `<NextMarker>${encode(next)}</NextMarker>` : "";
  }
  // A token is not a key: clients decode only keys.
  return `<NextContinuationToken>${Buffer.from(next).toString("base64url")}</NextContinuationToken>`;
}

const listNames = {
  delimiter: "Delimiter",
  "start-after": "StartAfter",
  marker: "Marker",
  "continuation-token": "ContinuationToken",
} as const;

/** The storage class of an object. */
export const storageClassOf = (headers: Readonly<Record<string, string>>): string =>
  headers["x-amz-storage-class"] ?? "STANDARD";

/** The first version of the list always tells the owner. */
function ownerXml(query: URLSearchParams): string {
  const isTold = query.get("list-type") !== "2" || query.get("fetch-owner") === "true";
  return isTold ? "<Owner><ID>local</ID></Owner>" : "";
}

/** Refuses a number of keys that S3 does not take. */
export function maxKeysIn(query: URLSearchParams): number {
  const given = query.get("max-keys") ?? "1000";
  if (/^\d{1,10}$/.test(given)) return Number(given);
  throw new ServiceError(
    "InvalidArgument",
    /^-\d+$/.test(given)
      ? "Argument maxKeys must be an integer between 0 and 2147483647"
      : "Provided max-keys not an integer or within integer range",
    400,
  );
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export function listXml(bucket: string, objects: Objects, query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const limit = Math.min(1000, maxKeysIn(query));
  const token = query.get("continuation-token");
  if (token === "") {
    throw new ServiceError("InvalidArgument", "The continuation token provided is incorrect", 400);
  }
  const after =
    token === null
      ? (query.get("start-after") ?? query.get("marker") ?? "")
      : Buffer.from(token, "base64url").toString("utf8");
  const { contents, prefixes, next: following } = objects.list(prefix, delimiter, after, limit);
  // Who wants no keys gets a complete list.
  const next = limit === 0 ? undefined : following;
  const encode = query.get("encoding-type") === "url" ? encodeURIComponent : escapeXml;
  const entries = contents.map(
    ({ key, etag, content, changedAt, headers }) =>
      `<Contents><Key>${encode(key)}</Key><LastModified>${new Date(changedAt).toISOString()}</LastModified>` +
      `<ETag>${escapeXml(etag)}</ETag><Size>${content.length}</Size><StorageClass>${storageClassOf(headers)}</StorageClass>` +
      `${ownerXml(query)}</Contents>`,
  );
  const common = prefixes.map((each) => `<CommonPrefixes><Prefix>${encode(each)}</Prefix></CommonPrefixes>`);
  const more = next === undefined ? "" : nextXml(query, next, encode);
  const echoed = (["delimiter", "start-after", "marker", "continuation-token"] as const).map((name) => {
    const value = query.get(name);
    return value === null ? "" : `<${listNames[name]}>${encode(value)}</${listNames[name]}>`;
  });
  return (
    `<ListBucketResult xmlns="${s3Namespace}"><Name>${escapeXml(bucket)}</Name>` +
    `<Prefix>${encode(prefix)}</Prefix>${echoed.join("")}<KeyCount>${contents.length + prefixes.length}</KeyCount>` +
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
    `<ListAllMyBucketsResult xmlns="${s3Namespace}">` +
    `<Owner><ID>local</ID></Owner><Buckets>${buckets.join("")}</Buckets></ListAllMyBucketsResult>`
  );
}

/** An object or a version that DeleteObjects has deleted. */
export interface DeletedObject {
  readonly key: string;
  readonly versionId: string | undefined;
  /** The delete marker that was created or removed. */
  readonly markerId: string | undefined;
}

/** The keys in a DeleteObjects request, with their versions. */
export function objectsToDelete(body: string): readonly Pick<DeletedObject, "key" | "versionId">[] {
  return [...body.matchAll(/<Object>([\s\S]*?)<\/Object>/g)].map(([, object = ""]) => ({
    key: unescapeXml(/<Key>([^<]*)<\/Key>/.exec(object)?.[1] ?? ""),
    versionId: /<VersionId>([^<]*)<\/VersionId>/.exec(object)?.[1],
  }));
}

export function deletedXml(
  objects: readonly DeletedObject[],
  refused: readonly (readonly [key: string, message: string])[] = [],
  isQuiet = false,
): string {
  const entries = [
    ...(isQuiet ? [] : objects).map(({ key, versionId, markerId }) => {
      const version = versionId === undefined ? "" : `<VersionId>${escapeXml(versionId)}</VersionId>`;
      const marker =
        markerId === undefined
          ? ""
          : `<DeleteMarker>true</DeleteMarker><DeleteMarkerVersionId>${markerId}</DeleteMarkerVersionId>`;
      return `<Deleted><Key>${escapeXml(key)}</Key>${version}${marker}</Deleted>`;
    }),
    ...refused.map(
      ([key, message]) =>
        `<Error><Key>${escapeXml(key)}</Key><Code>AccessDenied</Code><Message>${escapeXml(message)}</Message></Error>`,
    ),
  ];
  return `<DeleteResult xmlns="${s3Namespace}">${entries.join("")}</DeleteResult>`;
}
