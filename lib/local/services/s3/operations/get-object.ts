import type { ServiceResponse } from "../../contract/service";
import { noSuchKeyFor } from "../access";
import type { S3Buckets } from "../buckets";
import { invalidArgument, invalidRequest, methodNotAllowed, noSuchVersion, S3Error } from "../errors";
import { checksumElement, checksumHeader, checksumIn, checksumsIn } from "../objects/checksums";
import { checkCustomerKey } from "../objects/encryption";
import { checkReadable } from "../objects/object-headers";
import { isHeaderValue, returnedHeaders, tagHeaders, versionRead } from "../objects/objects";
import { isNotModified } from "../objects/preconditions";
import { isMarker, isVersionId, type ObjectVersion, type StoredObject } from "../objects/stored-object";
import { partNumber } from "../objects/uploads";
import type { S3Operations, S3Request } from "../protocol";
import { numberAs } from "../protocol/encodings";
import { element, errorXml, namespace, storageClassOf, xml } from "../protocol/xml";

export const readOperations = {
  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
  GetObject: (buckets, request) => {
    checkReadHeaders(request);
    const version = requireVersion(buckets, request);
    if (isMarker(version)) return markerResponse(buckets, version, request, "GET");
    checkReadable(version);
    return responseOf(buckets, version, request);
  },

  /**
   * The response of `GetObject`, without the body.
   *
   * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html
   */
  HeadObject: (buckets, request) => {
    checkReadHeaders(request);
    const version = requireVersion(buckets, request);
    const response = isMarker(version)
      ? markerResponse(buckets, version, request, "HEAD")
      : responseOf(buckets, version, request);
    return { ...response, body: undefined };
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html */
  GetObjectAttributes: (buckets, request) => {
    const { bucket, headers } = request;
    const wanted = (headers["x-amz-object-attributes"] ?? "").split(",").map((each) => each.trim());
    const unknown = wanted.find((each) => !Object.hasOwn(attributes, each));
    if (unknown === "")
      throw invalidRequest(
        "The x-amz-object-attributes header specifying the attributes to be retrieved is either missing or empty",
      );
    if (unknown !== undefined) {
      throw invalidArgument("Invalid attribute name specified.", "x-amz-object-attributes", unknown);
    }
    const object = requireObject(buckets, request);
    checkCustomerKey(object, headers);
    const elements = Object.entries(attributes).map(([name, write]) =>
      wanted.includes(name) ? write(object, headers) : "",
    );
    return xml(
      `<GetObjectAttributesResponse ${namespace}>${elements.join("")}</GetObjectAttributesResponse>`,
      {
        "last-modified": new Date(object.changedAt).toUTCString(),
        ...versionRead(object, buckets.versioningOf(bucket.name)),
      },
    );
  },
} satisfies S3Operations;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html (Encryption) */
function checkReadHeaders({ headers }: S3Request): void {
  const name = "x-amz-server-side-encryption";
  const value = headers[name];
  if (value !== undefined)
    throw invalidArgument(`${name} header is not supported for this operation.`, name, value);
}

/**
 * The object that a request names, or one version of it. Throws if it does not exist, or is deleted.
 *
 * @param isTold - whether the error of a deleted object shows that it has a delete marker
 */
export function requireObject(buckets: S3Buckets, request: S3Request, isTold = false): StoredObject {
  const version = requireVersion(buckets, request);
  if (!isMarker(version)) return version;
  if (isTold || request.query.has("versionId")) throw methodNotAllowed(request.method, "DeleteMarker");
  throw noSuchKeyFor(request, buckets);
}

function requireVersion(buckets: S3Buckets, request: S3Request): ObjectVersion {
  const { bucket, key, query } = request;
  const versionId = query.get("versionId") ?? undefined;
  if (versionId === "") {
    throw invalidArgument("Version id cannot be the empty string", "versionId", versionId);
  }
  const found = bucket.objects.version(key, versionId);
  if (found !== undefined) return found;
  if (versionId === undefined) throw noSuchKeyFor(request, buckets);
  if (!isVersionId(versionId)) throw invalidArgument("Invalid version id specified", "versionId", versionId);
  throw noSuchVersion(key, versionId);
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/DeleteMarker.html */
function markerResponse(
  buckets: S3Buckets,
  { versionId }: ObjectVersion,
  request: S3Request,
  method: string,
): ServiceResponse {
  const isAsked = request.query.has("versionId");
  const refused = errorXml(
    isAsked ? methodNotAllowed(method, "DeleteMarker") : noSuchKeyFor(request, buckets),
  );
  const marker = {
    "x-amz-delete-marker": "true",
    "x-amz-version-id": versionId,
    ...(isAsked && { allow: "DELETE" }),
  };
  return { ...refused, headers: { ...refused.headers, ...marker } };
}

function responseOf(
  buckets: S3Buckets,
  object: StoredObject,
  { bucket, headers: asked, query }: S3Request,
): ServiceResponse {
  checkCustomerKey(object, asked);
  const { content, etag, changedAt } = object;
  const validators = { etag, "last-modified": new Date(changedAt).toUTCString() };
  if (isNotModified(object, asked, buckets.now)) return { status: 304, headers: validators };
  const number = query.get("partNumber");
  const range = number === null ? rangeIn(asked.range, content.length) : partRange(object, number, asked);
  const wantsChecksum = asked["x-amz-checksum-mode"]?.toUpperCase() === "ENABLED";
  const headers = {
    ...returnedHeaders(object),
    ...(wantsChecksum && checksumFor(object, range, number)),
    ...overrides(query),
    ...validators,
    ...versionRead(object, buckets.versioningOf(bucket.name)),
    ...tagHeaders(object),
    "accept-ranges": "bytes",
  };
  if (range === undefined) {
    const length = { "content-length": String(content.length) };
    return { status: 200, headers: { ...headers, ...length }, body: content };
  }
  const { first, last } = range;
  return {
    status: 206,
    headers: {
      ...headers,
      ...(number !== null &&
        object.partBytes !== undefined && { "x-amz-mp-parts-count": String(object.partBytes.length) }),
      "content-range": `bytes ${first}-${last}/${content.length}`,
      "content-length": String(last - first + 1),
    },
    body: content.subarray(first, last + 1),
  };
}

/** The checksum of the returned content: of the whole, or of a part whose checksum is kept. */
function checksumFor(
  { headers, content, partChecksums }: StoredObject,
  range: ByteRange | undefined,
  number: string | null,
): Readonly<Record<string, string>> {
  const checksum = checksumIn(headers);
  const ofPart = number === null ? undefined : partChecksums?.[Number(number) - 1];
  if (checksum !== undefined && ofPart !== undefined) {
    return { ...checksumsIn(headers), [checksumHeader(checksum.algorithm)]: ofPart };
  }
  const isWhole = range === undefined || (range.first === 0 && range.last === content.length - 1);
  return isWhole ? checksumsIn(headers) : {};
}

/** Headers of the response that a presigned URL chooses: `response-content-disposition`. */
function overrides(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query].flatMap(([name, value]) => {
      const header =
        /^response-(content-type|content-language|content-disposition|content-encoding|cache-control|expires)$/.exec(
          name,
        )?.[1];
      if (header === undefined) return [];
      if (isHeaderValue(value)) return [[header, value]];
      throw invalidArgument("Header value cannot be represented using ISO-8859-1.", name, value);
    }),
  );
}

/** First and last byte. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The bytes of `bytes=0-99`, `bytes=100-` or `bytes=-5`. Undefined for the whole content: S3 ignores a header that it cannot
 * read. Throws for missing bytes.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
export function rangeIn(range: string | undefined, length: number): ByteRange | undefined {
  const [, start = "", end = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (range === undefined || (start === "" && end === "")) return undefined;
  const first = start === "" ? Math.max(0, length - Number(end)) : Number(start);
  const last = start === "" || end === "" ? length - 1 : Math.min(Number(end), length - 1);
  if (start !== "" && end !== "" && Number(end) < Number(start)) return undefined;
  if (first < length && (start !== "" || Number(end) > 0)) return { first, last };
  const details = { RangeRequested: range, ActualObjectSize: length };
  throw new S3Error("InvalidRange", "The requested range is not satisfiable", 416, details);
}

/** The bytes of a part. An object that came in one has one part. */
export function partRange(
  { partBytes, content }: StoredObject,
  given: string,
  { range }: Readonly<Record<string, string>>,
): ByteRange | undefined {
  if (range !== undefined) {
    throw invalidRequest("Cannot specify both Range header and partNumber query parameter");
  }
  const number = partNumber(given);
  const sizes = partBytes ?? [content.length];
  const size = sizes[number - 1];
  if (size === undefined) {
    throw new S3Error("InvalidPartNumber", "The requested partnumber is not satisfiable", 416, {
      PartNumberRequested: given,
      ActualPartCount: sizes.length,
    });
  }
  const first = sizes.slice(0, number - 1).reduce((sum, each) => sum + each, 0);
  return size === 0 ? undefined : { first, last: first + size - 1 };
}

const attributes = {
  ETag: ({ etag }) => element("ETag", etag.replaceAll('"', "")),
  Checksum: ({ headers }) => {
    const checksum = checksumIn(headers);
    if (checksum === undefined) return "";
    // The number of parts is a property of the object's parts.
    const value = checksum.value.replace(/-\d+$/, "");
    const type = element("ChecksumType", headers["x-amz-checksum-type"]);
    return `<Checksum>${checksumElement({ ...checksum, value })}${type}</Checksum>`;
  },
  ObjectParts: partsXml,
  StorageClass: ({ headers }) => element("StorageClass", storageClassOf(headers)),
  ObjectSize: ({ content }) => element("ObjectSize", content.length),
} satisfies Record<string, (object: StoredObject, headers: S3Request["headers"]) => string>;

/** The parts of an object that has been uploaded in parts; each has its own element if their checksums are kept. */
function partsXml(object: StoredObject, headers: S3Request["headers"]): string {
  const { partBytes, partChecksums } = object;
  if (partBytes === undefined) return "";
  const total = element("PartsCount", partBytes.length);
  const algorithm = checksumIn(object.headers)?.algorithm;
  if (partChecksums === undefined || algorithm === undefined) return `<ObjectParts>${total}</ObjectParts>`;
  const after = numberAs("part-number-marker", headers["x-amz-part-number-marker"], 0);
  const limit = Math.min(1000, numberAs("max-parts", headers["x-amz-max-parts"], 1000));
  const parts = partBytes.map((bytes, index) => ({
    number: index + 1,
    bytes,
    value: partChecksums[index] ?? "",
  }));
  const following = parts.filter(({ number }) => number > after);
  const page = following.slice(0, limit);
  const entries = page.map(
    ({ number, bytes, value }) =>
      `<Part>${checksumElement({ algorithm, value })}${element("PartNumber", number)}${element("Size", bytes)}</Part>`,
  );
  return (
    `<ObjectParts>${element("IsTruncated", page.length < following.length)}${element("MaxParts", limit)}` +
    `${element("NextPartNumberMarker", page.at(-1)?.number ?? 0)}${element("PartNumberMarker", after)}` +
    `${entries.join("")}${total}</ObjectParts>`
  );
}
