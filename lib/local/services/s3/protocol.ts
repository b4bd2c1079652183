import { notEmulated, type Protocol } from "../contract/define-service";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import { withoutChunks } from "./aws-chunked";
import type { S3Bucket, S3Buckets } from "./buckets";
import { errorXml } from "./xml";

/** A request to a bucket or to one of its objects. */
export interface S3Request {
  readonly bucket: S3Bucket;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** S3's REST protocol: method, path and query select the operation. */
export const s3Protocol: Protocol<S3Buckets, S3Request, ServiceResponse> = {
  inputOf: ({ url, headers, body }, buckets) => {
    const { pathname, searchParams: query } = new URL(url, "http://s3");
    const [, name = "", ...rest] = pathname.split("/");
    const bucket = buckets.require(name);
    const content = headers["content-encoding"]?.includes("aws-chunked") ? withoutChunks(body) : body;
    return { bucket, key: rest.map(decodeURIComponent).join("/"), query, headers, body: content };
  },
  operationOf: (request, input) =>
    input.key === "" ? bucketOperation(request, input) : objectOperation(request, input),
  describe: ({ method }) => `this ${method} request`,
  respond: (response) => response,
  refuse: ({ code, message, status = 501 }) =>
    errorXml({ code: code === notEmulated ? "NotImplemented" : code, message, status }),
};

function bucketOperation({ method }: ServiceRequest, { query }: S3Request): string | undefined {
  switch (method) {
    case "HEAD":
      return "HeadBucket";
    case "GET":
      return query.get("list-type") === "2" || query.size === 0 ? "ListObjectsV2" : undefined;
    case "POST":
      return query.has("delete") ? "DeleteObjects" : undefined;
    default:
      return undefined;
  }
}

function objectOperation({ method }: ServiceRequest, { query, headers }: S3Request): string | undefined {
  // Parameters name what is not emulated: parts, tags, access lists and so on.
  if ([...query.keys()].some((name) => name !== "x-id" && !name.startsWith("X-Amz-"))) return undefined;
  switch (method) {
    case "PUT":
      return headers["x-amz-copy-source"] === undefined ? "PutObject" : "CopyObject";
    case "GET":
      return "GetObject";
    case "HEAD":
      return "HeadObject";
    case "DELETE":
      return "DeleteObject";
    default:
      return undefined;
  }
}
