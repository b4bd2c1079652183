import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { noSuchKey } from "../access";
import type { S3Buckets } from "../buckets";
import { isHeaderValue, type StoredObject } from "../objects";
import { isNotModified } from "../preconditions";
import type { S3Request } from "../protocol";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
export function getObject(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, headers, query } = request;
  const object = bucket.objects.get(key);
  if (object === undefined) throw noSuchKey(request, buckets);
  return responseOf(object, headers, query);
}

/**
 * The response of `GetObject`, without the body.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html
 */
export function headObject(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, headers, query } = request;
  const object = bucket.objects.get(key);
  return object === undefined
    ? { status: noSuchKey(request, buckets).status ?? 404 }
    : { ...responseOf(object, headers, query), body: undefined };
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
  const headers = {
    ...object.headers,
    ...overrides(query),
    ...validators,
    "accept-ranges": "bytes",
  };
  const part = range === undefined ? undefined : rangeOf(range, content.length);
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
      "content-range": `bytes ${first}-${last}/${content.length}`,
      "content-length": String(last - first + 1),
    },
    body: content.subarray(first, last + 1),
  };
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
