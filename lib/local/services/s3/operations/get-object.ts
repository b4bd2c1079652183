import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { noSuchKey } from "../access";
import type { S3Bucket, S3Buckets } from "../buckets";
import { isHeaderValue, returnedHeaders, versionHeaders } from "../objects";
import { isNotModified } from "../preconditions";
import type { S3Request } from "../protocol";
import { isMarker, type ObjectVersion, type StoredObject } from "../stored-object";
import { errorXml } from "../xml";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
export function getObject(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, headers, query } = request;
  const object = versionOf(bucket, key, query);
  if (object === undefined) throw missing(request, buckets);
  if (isMarker(object)) return markerResponse(object, query);
  return responseOf(object, headers, query);
}

/** The refusal of a read of an object that is not there, or of a version that it does not have. */
function missing(request: S3Request, buckets: S3Buckets): ServiceError {
  const { bucket, key, query } = request;
  if (!query.has("versionId") || bucket.objects.version(key) === undefined)
    return noSuchKey(request, buckets);
  return new ServiceError("NoSuchVersion", "The specified version does not exist.", 404);
}

/**
 * The response of `GetObject`, without the body.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html
 */
export function headObject(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, headers, query } = request;
  const object = versionOf(bucket, key, query);
  if (object === undefined) return { status: missing(request, buckets).status ?? 404 };
  const response = isMarker(object) ? markerResponse(object, query) : responseOf(object, headers, query);
  return { ...response, body: undefined };
}

function versionOf(bucket: S3Bucket, key: string, query: URLSearchParams): ObjectVersion | undefined {
  return bucket.objects.version(key, query.get("versionId") ?? undefined);
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/DeleteMarker.html */
function markerResponse({ versionId }: ObjectVersion, query: URLSearchParams): ServiceResponse {
  const isAsked = query.has("versionId");
  const error = isAsked
    ? {
        code: "MethodNotAllowed",
        message: "The specified method is not allowed against this resource.",
        status: 405,
      }
    : { code: "NoSuchKey", message: "The specified key does not exist.", status: 404 };
  const refused = errorXml(error);
  const marker = { "x-amz-delete-marker": "true", "x-amz-version-id": versionId };
  return { ...refused, headers: { ...refused.headers, ...marker } };
}

function responseOf(
  object: StoredObject,
  asked: Readonly<Record<string, string>>,
  query: URLSearchParams,
): ServiceResponse {
  const { content, etag, changedAt } = object;
  const { range } = asked;
  const validators = { etag, "last-modified": new Date(changedAt).toUTCString() };
  if (isNotModified(object, asked)) return { status: 304, headers: validators };
  const wantsChecksums = asked["x-amz-checksum-mode"]?.toUpperCase() === "ENABLED";
  const headers = {
    // A checksum is that of the whole content.
    ...returnedHeaders(object, wantsChecksums && range === undefined && !query.has("partNumber")),
    ...overrides(query),
    ...validators,
    ...versionHeaders(object),
    "accept-ranges": "bytes",
  };
  const number = query.get("partNumber");
  const part =
    number !== null
      ? partOf(object, number)
      : range === undefined
        ? undefined
        : rangeOf(range, content.length);
  if (part === undefined) {
    const length = { "content-length": String(content.length) };
    return { status: 200, headers: { ...headers, ...length }, body: content };
  }
  const [first, last] = part;
  if (first > last) {
    throw new ServiceError("InvalidRange", "The requested range is not satisfiable", 416);
  }
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

/** First and last byte of a part. An object that came in one has one part. */
function partOf({ partBytes, content }: StoredObject, number: string): readonly [number, number] {
  const sizes = partBytes ?? [content.length];
  const index = Number(number) - 1;
  const size = sizes[index];
  if (size === undefined) {
    throw new ServiceError("InvalidPartNumber", "The requested partnumber is not satisfiable", 416);
  }
  const first = sizes.slice(0, index).reduce((sum, each) => sum + each, 0);
  return [first, first + size - 1];
}

/** Headers of the response that a presigned URL chooses: `response-content-disposition`. */
function overrides(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query].flatMap(([name, value]) => {
      const header =
        /^response-(content-type|content-language|content-disposition|content-encoding|cache-control|expires)$/.exec(
          name,
        )?.[1];
      return header === undefined || !isHeaderValue(value) ? [] : [[header, value]];
    }),
  );
}

/** First and last byte of `bytes=0-99`, `bytes=100-` or `bytes=-5`. */
function rangeOf(range: string, length: number): readonly [number, number] | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return [Math.max(0, length - Number(last)), length - 1];
  return [Number(first), last === "" ? length - 1 : Math.min(Number(last), length - 1)];
}
