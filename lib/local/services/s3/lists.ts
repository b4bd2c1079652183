import { escapeXml } from "../../wire/xml";
import type { ServiceResponse } from "../contract/service";
import { invalidArgument } from "./errors";
import { s3Arn } from "./notifications";
import { checksumAlgorithmElements, checksumOfUpload } from "./objects/checksums";
import { byBytes, type KeyPage, keyPageOf } from "./objects/page";
import { isMarker, type ObjectVersion, type StoredObject } from "./objects/stored-object";
import type { S3Operations } from "./protocol";
import { numberAs } from "./protocol/encodings";
import {
  element,
  initiatorElement,
  namespace,
  ownerElement,
  storageClassOf,
  timeElement,
  xml,
} from "./protocol/xml";

/** The maximum number of entries on a page. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
const most = 1000;

/** @param limitName - the parameter with the most entries of a page: `max-keys` */
function listRequestOf(query: URLSearchParams, limitName: string) {
  const encoding = query.get("encoding-type");
  if (encoding !== null && encoding !== "url") {
    throw invalidArgument("Invalid Encoding Method specified in Request", "encoding-type", encoding);
  }
  const write = encoding === "url" ? urlEncoded : escapeXml;
  const keyElement = (name: string, key: string): string => `<${name}>${write(key)}</${name}>`;
  const delimiter = query.get("delimiter") ?? "";
  return {
    query,
    prefix: query.get("prefix") ?? "",
    delimiter,
    limit: limitIn(query, limitName),
    /** An element with a key, a prefix or a delimiter. */
    keyElement,
    /** Elements of the common prefixes. */
    prefixElements: (prefixes: readonly string[]): string =>
      prefixes.map((prefix) => `<CommonPrefixes>${keyElement("Prefix", prefix)}</CommonPrefixes>`).join(""),
    /** The elements that repeat the request: the delimiter, and how keys are written. */
    repeated:
      (delimiter === "" ? "" : keyElement("Delimiter", delimiter)) +
      element("EncodingType", encoding ?? undefined),
  };
}

/** The parameters that all lists of a bucket have, and how they write keys. */
type ListRequest = Readonly<ReturnType<typeof listRequestOf>>;

/** Clients that ask for this form decode it only where the answer has the element `EncodingType`. Slashes stay. */
function urlEncoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("%2F", "/")
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function limitIn(query: URLSearchParams, name: string): number {
  const given = query.get(name) ?? "";
  if (given === "") return most;
  if (/^\d{1,10}$/.test(given) && Number(given) < 2 ** 31) return Math.min(most, Number(given));
  const argument = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  throw /^-?\d+$/.test(given)
    ? invalidArgument(`Argument ${argument} must be an integer between 0 and 2147483647`, name, given)
    : invalidArgument(`Provided ${name} not an integer or within integer range`, name, given);
}

/** A token is not a key: clients decode only keys. */
const tokenOf = (key: string): string => Buffer.from(key).toString("base64url");

/** The key after which a page begins; undefined without a token. */
function keyOfToken(token: string | null): string | undefined {
  if (token === null) return undefined;
  const key = Buffer.from(token, "base64url").toString("utf8");
  if (key !== "" && tokenOf(key) === token) return key;
  throw invalidArgument("The continuation token provided is incorrect", "continuation-token");
}

export const listOperations = {
  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
  ListBuckets: (buckets, { query }) => {
    const { region } = buckets.model;
    const asked = query.get("bucket-region");
    const names = asked === null || asked === region ? buckets.names : [];
    const all = [...names].sort().map((key) => ({ key }));
    const prefix = query.get("prefix") ?? "";
    const after = keyOfToken(query.get("continuation-token") || null) ?? "";
    const limit = numberAs("max-buckets", query.get("max-buckets"), 10_000);
    const page = keyPageOf(all, { prefix, delimiter: "", limit, after });
    // Only requests for a part of the list get the regions of the buckets.
    const isPart = query.has("max-buckets") || asked !== null || query.has("prefix");
    const entries = page.entries.map(
      ({ key }) =>
        `<Bucket>${element("Name", key)}${timeElement("CreationDate", buckets.startedAt)}` +
        `${isPart ? element("BucketRegion", region) : ""}${element("BucketArn", s3Arn(buckets.model, key))}</Bucket>`,
    );
    const next = page.isTruncated ? tokenOf(page.last?.key ?? "") : undefined;
    return xml(
      `<ListAllMyBucketsResult ${namespace}>${ownerElement}<Buckets>${entries.join("")}</Buckets>` +
        `${element("ContinuationToken", next)}${element("Prefix", query.get("prefix") ?? undefined)}</ListAllMyBucketsResult>`,
    );
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html */
  ListObjects: (_, { bucket, query }) => {
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
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
  ListObjectsV2: (_, { bucket, query }) => {
    const request = listRequestOf(query, "max-keys");
    const token = query.get("continuation-token");
    const startAfter = query.get("start-after");
    const after = keyOfToken(token) ?? startAfter ?? "";
    const page = keyPageOf(bucket.objects.newest(), { ...request, after });
    const { last, isTruncated } = page;
    const next = isTruncated && last !== undefined ? tokenOf(last.key) : undefined;
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
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html */
  ListMultipartUploads: (_, { bucket, query }) => {
    const request = listRequestOf(query, "max-uploads");
    const keyMarker = query.get("key-marker") ?? "";
    // It has no meaning without a key.
    const idMarker = keyMarker === "" ? "" : (query.get("upload-id-marker") ?? "");
    // Uploads of one key are in the order in which they began.
    const all = [...bucket.uploads.all].sort((one, other) => byBytes(one.key, other.key));
    const marked = all.findIndex(({ id }) => id === idMarker);
    if (idMarker !== "" && all[marked]?.key !== keyMarker) {
      throw invalidArgument("Invalid uploadId marker", "upload-id-marker", idMarker);
    }
    const page = keyPageOf(
      all,
      { ...request, after: keyMarker },
      (upload) => idMarker !== "" && all.indexOf(upload) > marked,
    );
    // Common prefixes are not markers.
    const last = page.entries.at(-1);
    const entries = page.entries.map(({ key, id, startedAt, headers }) => {
      const { algorithm, type } = checksumOfUpload(headers);
      return (
        `<Upload>${request.keyElement("Key", key)}${element("UploadId", id)}${initiatorElement}${ownerElement}` +
        `${element("StorageClass", storageClassOf(headers))}${timeElement("Initiated", startedAt)}` +
        `${element("ChecksumAlgorithm", algorithm)}${element("ChecksumType", type)}</Upload>`
      );
    });
    const hasPrefix = request.prefix !== "" || request.delimiter !== "";
    return xml(
      `<ListMultipartUploadsResult ${namespace}>${element("Bucket", bucket.name)}${request.keyElement("KeyMarker", keyMarker)}` +
        `${element("UploadIdMarker", idMarker)}${request.keyElement("NextKeyMarker", last?.key ?? "")}` +
        `${element("NextUploadIdMarker", last?.id ?? "")}${hasPrefix ? request.keyElement("Prefix", request.prefix) : ""}` +
        `${element("MaxUploads", request.limit)}${request.repeated}${element("IsTruncated", page.isTruncated)}` +
        `${entries.join("")}${request.prefixElements(page.prefixes)}</ListMultipartUploadsResult>`,
    );
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html */
  ListObjectVersions: (_, { bucket, query }) => {
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
  },
} satisfies S3Operations;

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
