import { decodeWithPlus, parseQuery } from "../../../facts/text/query-string";
import type { RequestAccess } from "../../permissions/needed-access";
import { notEmulated, type Operation, type Protocol, ServiceError } from "../contract/define-service";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import { bucketOfHost } from "../service-name";
import type { S3Bucket, S3Buckets } from "./buckets";
import { S3Error } from "./errors";
import { isChecksum } from "./objects/checksums";
import { isOther, nameOfOperation } from "./operation-names";
import { decodeWords, utf8Of, withoutChunks } from "./protocol/encodings";
import { errorXml } from "./protocol/xml";

/** A request to a bucket or to one of its objects. */
export interface S3Request {
  /** Name of the bucket; empty for the service itself. */
  readonly name: string;
  readonly method: string;
  /** Throws if the bucket does not exist. */
  readonly bucket: S3Bucket;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Decides about the actions that the body asks for. */
  readonly access?: RequestAccess | undefined;
}

/** Operations by name. */
export type S3Operations = Readonly<Record<string, Operation<S3Buckets, S3Request, ServiceResponse>>>;

/** The parts of a request's address. */
function partsOf(
  url: string,
  headers: Readonly<Record<string, string>>,
): Pick<S3Request, "name" | "key" | "query"> {
  const question = url.indexOf("?");
  const path = question === -1 ? url : url.slice(0, question);
  const query = new URLSearchParams(
    parseQuery(question === -1 ? "" : url.slice(question + 1)).map(([name, value]): [string, string] => [
      name,
      value,
    ]),
  );
  const host = bucketOfHost(headers.host?.replace(/:\d*$/, "").toLowerCase() ?? "");
  const parts = path.replace(/^\//, "").split("/");
  const [name = "", ...rest] =
    host === undefined ? parts.map(decodeSegment) : [host, ...parts.map(decodeSegment)];
  return { name, key: rest.join("/"), query };
}

/** S3's REST protocol: method, path and query select the operation. */
export const s3Protocol: Protocol<S3Buckets, S3Request, ServiceResponse> = {
  inputOf: ({ method, url, headers, body, access }, buckets) => {
    const { name, key, query } = partsOf(url, headers);
    const isChunked = headers["content-encoding"]?.includes("aws-chunked") === true;
    const { content, trailers } = isChunked ? withoutChunks(body) : { content: body, trailers: {} };
    return {
      name,
      method,
      get bucket() {
        checkOwner(headers["x-amz-expected-bucket-owner"], buckets);
        return buckets.require(name);
      },
      key,
      query,
      headers: Object.assign(readMetadata({ ...signedHeaders(query), ...headers }), trailers),
      body: content,
      access,
    };
  },
  operationOf: (request, input) => {
    if (request.method === "OPTIONS") return "Preflight";
    checkPath(request.url);
    checkLength(request);
    checkKey(input.key);
    if (input.name === "") return request.method === "GET" && input.key === "" ? "ListBuckets" : undefined;
    return input.key === "" ? bucketOperation(input) : objectOperation(input);
  },
  describe: (request) => {
    const { method, url, headers } = request;
    const named = nameOfOperation(method, partsOf(url, headers));
    return named ?? `${method} ${url.replace(/=[^&]*/g, "").slice(0, 200)}`;
  },
  respond: (response) => response,
  refuse: (error) =>
    errorXml(
      error.code === notEmulated ? new ServiceError("NotImplemented", error.message, error.status) : error,
    ),
};

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-owner-condition.html */
function checkOwner(expected: string | undefined, { model }: S3Buckets): void {
  if (expected === undefined || expected === model.account) return;
  if (/^\d{12}$/.test(expected)) throw new S3Error("AccessDenied", "Access Denied", 403);
  const message = `The value of the expected bucket owner parameter must be an AWS Account ID... [${expected}]`;
  throw new S3Error("InvalidBucketOwnerAWSAccountID", message, 400);
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const longestKeyBytes = 1024;

/** Refuses an address that is not in UTF-8. */
function checkPath(url: string): void {
  const [path = ""] = url.split("?", 1);
  if (!path.includes("%")) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw new S3Error("InvalidURI", "Couldn't parse the specified URI.", 400, { URI: path });
  }
}

/**
 * Refuses an upload whose length is not known before: a stream that a program passes on.
 *
 * Source: https://github.com/aws/aws-sdk-js-v3/issues/3383 and https://github.com/aws/aws-sdk-go/issues/4944, answers of AWS
 */
function checkLength({ method, headers }: ServiceRequest): void {
  if (method !== "PUT" || headers["transfer-encoding"] === undefined) return;
  if (headers["x-amz-decoded-content-length"] !== undefined) return;
  const message = "A header you provided implies functionality that is not implemented";
  throw new S3Error("NotImplemented", message, 501, { Header: "Transfer-Encoding" });
}

/** Refuses a key that S3 does not take. */
export function checkKey(key: string): void {
  const bytes = Buffer.byteLength(key);
  if (bytes <= longestKeyBytes) return;
  const details = { Size: bytes, MaxSizeAllowed: longestKeyBytes };
  throw new S3Error("KeyTooLongError", "Your key is too long", 400, details);
}

/**
 * Presigned URLs carry headers as parameters: `x-amz-meta-author`, `If-Match`. S3 ignores the checksums among them: SDKs write the one
 * of an empty content.
 *
 * Sources: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html, and for conditions
 * https://github.com/localstack/localstack (tests/aws/services/s3/test_s3.py: test_pre_signed_url_if_match, verified against AWS)
 */
function signedHeaders(query: URLSearchParams): Readonly<Record<string, string>> {
  const signed: Record<string, string> = {};
  for (const [name, value] of query) {
    const lower = name.toLowerCase();
    const isHeader = lower.startsWith("x-amz-")
      ? !isSignature(lower) && !isChecksum(lower)
      : isCondition(lower);
    if (isHeader) signed[lower] = value;
  }
  return signed;
}

/** Decodes the metadata, which comes in UTF-8 or in encoded words, in place. */
function readMetadata(headers: Record<string, string>): Record<string, string> {
  for (const name in headers) {
    if (!name.startsWith("x-amz-meta-")) continue;
    const value = headers[name] ?? "";
    headers[name] = decodeWords(utf8Of(value) ?? value);
  }
  return headers;
}

const isCondition = (name: string): boolean => /^if-(?:none-)?match$/i.test(name);

function isSignature(name: string): boolean {
  return /^x-amz-(?:algorithm|credential|date|expires|signature|signedheaders|security-token|content-sha256)$/.test(
    name,
  );
}

/** Parameters of signatures and those that do not change what an operation does here. */
function isIgnored(name: string): boolean {
  return /^(?:x-id|x-amz-.*|awsaccesskeyid|signature|expires)$/i.test(name) || isCondition(name);
}

function bucketOperation({ name, key, method, query, headers }: S3Request): string | undefined {
  if (method === "HEAD") return "HeadBucket";
  if (method === "POST") {
    if (query.has("delete")) return "DeleteObjects";
    return headers["content-type"]?.startsWith("multipart/form-data") ? "PostObject" : undefined;
  }
  if (method !== "GET") return undefined;
  if (query.get("list-type") === "2") return "ListObjectsV2";
  const asked = Object.keys(bucketReads).find((each) => query.has(each));
  if (asked !== undefined) return bucketReads[asked];
  return isOther(method, { name, key, query }) ? undefined : "ListObjects";
}

/** The reads of buckets by their parameter. */
const bucketReads: Readonly<Record<string, string>> = {
  uploads: "ListMultipartUploads",
  versions: "ListObjectVersions",
  versioning: "GetBucketVersioning",
  location: "GetBucketLocation",
  policy: "GetBucketPolicy",
  tagging: "GetBucketTagging",
  cors: "GetBucketCors",
  encryption: "GetBucketEncryption",
  publicAccessBlock: "GetPublicAccessBlock",
};

function objectOperation({ name, key, method, query, headers }: S3Request): string | undefined {
  const names = [...query.keys()].filter((each) => !isIgnored(each));
  const asksOnlyFor = (part: string): boolean =>
    names.includes(part) && names.every((each) => each === part || each === "versionId");
  const isCopy = method === "PUT" && headers["x-amz-copy-source"] !== undefined;
  if (names.includes("uploadId")) {
    if (method === "PUT" && !names.includes("partNumber")) return undefined;
    return isCopy ? "UploadPartCopy" : uploadOperations[method];
  }
  if (names.includes("uploads")) return method === "POST" ? "CreateMultipartUpload" : undefined;
  if (asksOnlyFor("tagging")) return taggingOperations[method];
  if (method === "GET" && asksOnlyFor("attributes")) return "GetObjectAttributes";
  // Reads ignore parameters that S3 does not know. A write with one could mean something that is not emulated.
  const isRead = method === "GET" || method === "HEAD";
  const isKnown = (each: string) => each === "versionId" && method !== "PUT";
  if (isRead ? isOther(method, { name, key, query }) : !names.every(isKnown)) return undefined;
  return isCopy ? "CopyObject" : objectOperations[method];
}

const objectOperations: Readonly<Record<string, string>> = {
  GET: "GetObject",
  HEAD: "HeadObject",
  PUT: "PutObject",
  DELETE: "DeleteObject",
};

const taggingOperations: Readonly<Record<string, string>> = {
  GET: "GetObjectTagging",
  PUT: "PutObjectTagging",
  DELETE: "DeleteObjectTagging",
};

const uploadOperations: Readonly<Record<string, string>> = {
  GET: "ListParts",
  PUT: "UploadPart",
  POST: "CompleteMultipartUpload",
  DELETE: "AbortMultipartUpload",
};

/** In paths, a plus sign is not a space. */
const decodeSegment = decodeWithPlus;
