import { createHash, createHmac } from "node:crypto";
import { endpointHost } from "../../../../facts/aws/partitions";
import { isSameSecret } from "../../../../facts/text/same-secret";
import { type AccessKeys, sessionTokenIn } from "../../../wire/local-credentials";
import {
  calculateSignature,
  parseSignedQuery,
  type SignedParameter,
  signatureOfText,
  signingTime,
} from "../../../wire/signature";
import { ServiceError } from "../../contract/define-service";
import type { ServiceRequest } from "../../contract/service";
import { bucketOfHost } from "../../service-name";
import { S3Error } from "../errors";

/** The texts that a signature was computed from, by the names of the elements of the error: `StringToSign`. */
type SignedTexts = Readonly<Record<string, string>>;

const parametersError = (message: string) => new S3Error("AuthorizationQueryParametersError", message, 400);

/** The words of these errors are recorded: test/local/recorded/s3/presigned.json. */
const incomplete = (): S3Error =>
  parametersError(
    "Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.",
  );

const malformedCredential = (): S3Error =>
  parametersError(
    'Error parsing the X-Amz-Credential parameter; the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
  );

/** The query parameters of the form before Signature Version 4. */
const incompleteOldForm = (): S3Error =>
  new S3Error(
    "AccessDenied",
    "Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters",
    403,
  );

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html */
const mostSeconds = 7 * 24 * 60 * 60;

/** Refuses a time of validity that is not between 0 and 604,800 seconds. */
function checkSeconds(text: string): void {
  if (!/^-?\d+$/.test(text)) throw parametersError("X-Amz-Expires should be a number");
  const seconds = Number(text);
  if (seconds < 0) throw parametersError("X-Amz-Expires must be non-negative");
  if (seconds <= mostSeconds) return;
  throw parametersError(
    `X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than ${mostSeconds} seconds`,
  );
}

/** @param details - elements of the error beside the times */
function expired(endMs: number, nowMs: number, details: SignedTexts = {}): S3Error {
  const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const times = { Expires: time(endMs), ServerTime: time(nowMs) };
  return new S3Error("AccessDenied", "Request has expired", 403, { ...details, ...times });
}

const unsignedHeaders = (names: readonly string[]): S3Error =>
  new S3Error("AccessDenied", "There were headers present in the request which were not signed", 403, {
    HeadersNotSigned: names.join(", "),
  });

/** The error has each text with its bytes, so that the sender can compare them. */
function mismatch(accessKeyId: string, signature: string, texts: SignedTexts = {}): S3Error {
  const message =
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.";
  const written = Object.entries(texts).flatMap(([name, text]) => [
    [name, text],
    [`${name}Bytes`, (Buffer.from(text).toString("hex").match(/../g) ?? []).join(" ")],
  ]);
  const details = { AWSAccessKeyId: accessKeyId, SignatureProvided: signature };
  return new S3Error("SignatureDoesNotMatch", message, 403, { ...details, ...Object.fromEntries(written) });
}

const algorithm = "AWS4-HMAC-SHA256";
const clockSkewMs = 15 * 60_000;

/** Parameters that say who has signed a URL. */
const signing: readonly string[] = [
  "x-amz-algorithm",
  "x-amz-credential",
  "x-amz-signature",
  "awsaccesskeyid",
  "signature",
];

/**
 * Refuses a request whose signature does not fit: in a header, or in a presigned URL, which may also have expired or lack its
 * signature.
 *
 * The signature can be checked for keys that this machine has made. Whether other keys are refused is decided before.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function checkS3Signature(request: ServiceRequest, nowMs: number, keys: AccessKeys): void {
  const [path = "", rawQuery = ""] = splitUrl(request.url);
  const parameters = parseSignedQuery(rawQuery);
  const given = parameters.map(([name]) => name.toLowerCase()).filter((name) => signing.includes(name));
  if (given.length === 0) return checkHeader(request, path, parameters, keys);
  // If a key occurred twice, another part of the server could read the other one.
  if (new Set(given).size < given.length) throw incomplete();
  if (given.includes("awsaccesskeyid")) return checkOldForm(request, path, parameters, nowMs, keys);
  const get = (name: string): string | undefined => valueOf(parameters, name);
  const [accessKeyId = "", ...scope] = (get("x-amz-credential") ?? "").split("/");
  const date = get("x-amz-date") ?? "";
  const signature = get("x-amz-signature") ?? "";
  const names = (get("x-amz-signedheaders") ?? "").split(";");
  if (get("x-amz-algorithm") !== algorithm || !required.every((name) => get(name))) throw incomplete();
  if (!isScope(scope)) throw malformedCredential();
  if (!/^\d{8}T\d{6}Z$/.test(date) || !date.startsWith(scope[0] ?? "")) throw incomplete();
  checkSeconds(get("x-amz-expires") ?? "");
  const signedAt = signingTime(date);
  if (signedAt > nowMs + clockSkewMs) throw new ServiceError("AccessDenied", "Request is not valid yet", 403);
  const seconds = Number(get("x-amz-expires"));
  const end = signedAt + 1000 * seconds;
  if (nowMs > end) throw expired(end, nowMs, { "X-Amz-Expires": String(seconds) });
  const unsigned = Object.keys(request.headers).filter((name) => isToSign(name) && !names.includes(name));
  if (unsigned.length > 0) throw unsignedHeaders(unsigned.sort());
  if (keys.ownerOf(accessKeyId, sessionTokenIn(request.headers, rawQuery)) === undefined) return;
  const expected = calculateSignature({
    secretAccessKey: keys.secretOf(accessKeyId),
    scope,
    date,
    names,
    method: request.method,
    headers: request.headers,
    path,
    parameters: parameters.filter(([name]) => name.toLowerCase() !== "x-amz-signature"),
    contentHash: "UNSIGNED-PAYLOAD",
  });
  if (!isSameSecret(expected.signature, signature)) throw mismatch(accessKeyId, signature, expected.texts);
}

/** The parameters of a URL beside the algorithm. */
const required = [
  "x-amz-credential",
  "x-amz-signature",
  "x-amz-date",
  "x-amz-signedheaders",
  "x-amz-expires",
];

/** Headers of S3 have an effect only if they are signed. */
function isToSign(header: string): boolean {
  return header.startsWith("x-amz-") && header !== "x-amz-content-sha256";
}

/** Every page and program can name a key in a header, so its signature is checked. */
function checkHeader(
  request: ServiceRequest,
  path: string,
  parameters: readonly SignedParameter[],
  keys: AccessKeys,
): void {
  const { authorization } = request.headers;
  if (authorization === undefined) return;
  if (authorization.startsWith("AWS ")) return checkOldHeader(request, path, parameters, keys);
  const [, credential = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/.exec(
      authorization,
    ) ?? [];
  const [accessKeyId = "", ...scope] = credential.split("/");
  const date = request.headers["x-amz-date"] ?? "";
  if (!isScope(scope) || !date.startsWith(scope[0] ?? "")) throw mismatch(accessKeyId, signature);
  if (keys.ownerOf(accessKeyId, sessionTokenIn(request.headers, "")) === undefined) return;
  const contentHash = request.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD";
  checkContent(request.body, contentHash);
  const signed = {
    secretAccessKey: keys.secretOf(accessKeyId),
    scope,
    date,
    names: names.split(";"),
    method: request.method,
    parameters,
    contentHash,
  };
  const here = calculateSignature({ ...signed, headers: request.headers, path });
  const isSigned =
    isSameSecret(here.signature, signature) ||
    addressesInAws(request, path, scope[1] ?? "").some(({ headers, url }) => {
      const [signedPath] = splitUrl(url);
      return isSameSecret(calculateSignature({ ...signed, headers, path: signedPath }).signature, signature);
    });
  if (!isSigned) throw mismatch(accessKeyId, signature, here.texts);
}

/**
 * Refuses content that is not the signed one.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
function checkContent(body: Buffer, signedHash: string): void {
  // Other values say that the content is not signed, or is signed in parts.
  if (!/^[0-9a-f]{64}$/.test(signedHash)) return;
  const hash = createHash("sha256").update(body).digest("hex");
  if (hash === signedHash) return;
  const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
  const details = { ClientComputedContentSHA256: signedHash, S3ComputedContentSHA256: hash };
  throw new S3Error("XAmzContentSHA256Mismatch", message, 400, details);
}

/**
 * The request at the addresses of S3 in AWS. Storage of Amplify does not accept addresses without TLS, so pages sign for AWS, and
 * send the request here.
 */
function addressesInAws(
  { headers }: ServiceRequest,
  path: string,
  region: string,
): readonly Pick<ServiceRequest, "headers" | "url">[] {
  const [, bucket = "", key = ""] = /^\/([^/]*)(.*)$/s.exec(path) ?? [];
  const host = endpointHost("s3", region);
  return [
    { headers: { ...headers, host: `${bucket}.${host}` }, url: key === "" ? "/" : key },
    { headers: { ...headers, host }, url: path },
  ];
}

/** Parameters that belong to the resource in signatures of version 2. */
const subresources =
  /^(?:acl|cors|delete|lifecycle|location|logging|notification|partNumber|policy|requestPayment|tagging|torrent|uploadId|uploads|versionId|versioning|versions|website|response-.*)$/;

/**
 * The form before Signature Version 4, which has its end as a time.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html#RESTAuthenticationQueryStringAuth
 */
function checkOldForm(
  request: ServiceRequest,
  path: string,
  parameters: readonly SignedParameter[],
  nowMs: number,
  keys: AccessKeys,
): void {
  const get = (name: string): string | undefined => valueOf(parameters, name);
  const [expires = "", accessKeyId = "", signature = ""] = ["expires", "awsaccesskeyid", "signature"].map(
    get,
  );
  const end = 1000 * Number(expires || Number.NaN);
  if (Number.isNaN(end) || accessKeyId === "" || signature === "") throw incompleteOldForm();
  if (nowMs > end) throw expired(end, nowMs);
  checkOldSignature(request, path, parameters, { keys, accessKeyId, signature, time: expires });
}

/**
 * The header before Signature Version 4.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html
 */
function checkOldHeader(
  request: ServiceRequest,
  path: string,
  parameters: readonly SignedParameter[],
  keys: AccessKeys,
): void {
  const { authorization = "", date = "", "x-amz-date": otherDate } = request.headers;
  const [, accessKeyId = "", signature = ""] = /^AWS ([^:\s]+):(\S+)$/.exec(authorization) ?? [];
  const time = otherDate === undefined ? date : "";
  checkOldSignature(request, path, parameters, { keys, accessKeyId, signature, time });
}

function checkOldSignature(
  { method, headers, url }: ServiceRequest,
  path: string,
  parameters: readonly SignedParameter[],
  given: {
    readonly keys: AccessKeys;
    readonly accessKeyId: string;
    readonly signature: string;
    readonly time: string;
  },
): void {
  const { keys, accessKeyId, signature, time } = given;
  const get = (name: string): string | undefined => valueOf(parameters, name);
  if (keys.ownerOf(accessKeyId, sessionTokenIn(headers, splitUrl(url)[1])) === undefined) return;
  const extended = [...Object.entries(headers), ...parameters]
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .filter(([name]) => name.startsWith("x-amz-"));
  const host = bucketOfHost(headers.host?.replace(/:\d*$/, "").toLowerCase() ?? "");
  const named = parameters
    .filter(([name]) => subresources.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => (value === "" ? name : `${name}=${value}`));
  const textOf = (resource: string): string =>
    [
      method,
      headers["content-md5"] ?? get("content-md5") ?? "",
      headers["content-type"] ?? get("content-type") ?? "",
      time,
      ...[...new Map(extended)]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map((each) => each.join(":")),
      `${resource}${named.length === 0 ? "" : `?${named.join("&")}`}`,
    ].join("\n");
  const resource = `${host === undefined ? "" : `/${host}`}${path}`;
  // botocore signs a bucket with a slash that its address does not have: https://github.com/boto/botocore (botocore/handlers.py)
  const isSigned = (/^\/[^/]+$/.test(resource) ? [resource, `${resource}/`] : [resource]).some((each) => {
    const expected = createHmac("sha1", keys.secretOf(accessKeyId)).update(textOf(each)).digest("base64");
    return isSameSecret(expected, signature);
  });
  if (!isSigned) throw mismatch(accessKeyId, signature, { StringToSign: textOf(resource) });
}

/**
 * Refuses a form whose signature does not fit, or which names a key without a signature.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html
 */
export function checkSignedForm(fields: Readonly<Record<string, string>>, keys: AccessKeys): void {
  const { policy = "", awsaccesskeyid, signature = "" } = fields;
  const [accessKeyId = "", ...scope] = (fields["x-amz-credential"] ?? awsaccesskeyid ?? "").split("/");
  if (keys.ownerOf(accessKeyId, fields["x-amz-security-token"]) === undefined) return;
  if (policy === "")
    throw new ServiceError("AccessDenied", "A form with a key needs a policy and its signature.", 403);
  const isNew = fields["x-amz-credential"] !== undefined;
  if (isNew && !isScope(scope)) throw malformedCredential();
  const expected = isNew
    ? signatureOfText({ secretAccessKey: keys.secretOf(accessKeyId), scope, text: policy })
    : createHmac("sha1", keys.secretOf(accessKeyId)).update(policy).digest("base64");
  const given = isNew ? (fields["x-amz-signature"] ?? "") : signature;
  if (!isSameSecret(expected, given)) throw mismatch(accessKeyId, given, { StringToSign: policy });
}

const isScope = (scope: readonly string[]): boolean =>
  scope.length === 4 && /^\d{8}$/.test(scope[0] ?? "") && scope[3] === "aws4_request";

function valueOf(parameters: readonly SignedParameter[], name: string): string | undefined {
  return parameters.find(([each]) => each.toLowerCase() === name)?.[1];
}

function splitUrl(url: string): readonly [string, string] {
  const question = url.indexOf("?");
  return question === -1 ? [url, ""] : [url.slice(0, question), url.slice(question + 1)];
}
