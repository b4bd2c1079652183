import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { endpointHost } from "../../../../aws/endpoints";
import { type AccessKeys, sessionTokenIn } from "../../../wire/local-credentials";
import { decodePart } from "../../../wire/query-string";
import { ServiceError } from "../../contract/define-service";
import type { ServiceRequest } from "../../contract/service";
import { bucketOfHost } from "../../service-name";
import {
  checkSeconds,
  expired,
  incomplete,
  incompleteOldForm,
  malformedCredential,
  mismatch,
  unsignedHeaders,
} from "../presigned-errors";

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
 * Refuses a presigned URL that has expired or was changed, and one without a signature that names a key.
 *
 * The signature can be checked for keys that this machine has made. Whether other keys are refused is decided before.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function checkPresigned(request: ServiceRequest, nowMs: number, keys: AccessKeys): void {
  const [path = "", rawQuery = ""] = splitUrl(request.url);
  const parameters = rawQuery
    .split("&")
    .filter((each) => each !== "")
    .map(nameAndValue);
  const given = parameters.map(([name]) => name.toLowerCase()).filter((name) => signing.includes(name));
  if (given.length === 0) return checkHeader(request, path, parameters, keys);
  // Of two keys, another part of the server could take the other one.
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
  const signedAt = timeOf(date);
  if (signedAt > nowMs + clockSkewMs) throw new ServiceError("AccessDenied", "Request is not valid yet", 403);
  const seconds = Number(get("x-amz-expires"));
  const end = signedAt + 1000 * seconds;
  if (nowMs > end) throw expired(end, nowMs, { "X-Amz-Expires": String(seconds) });
  const unsigned = Object.keys(request.headers).filter((name) => isToSign(name) && !names.includes(name));
  if (unsigned.length > 0) throw unsignedHeaders(unsigned.sort());
  if (keys.ownerOf(accessKeyId, sessionTokenIn(request.headers, rawQuery)) === undefined) return;
  const expected = signatureOf(request, {
    secretAccessKey: keys.secretOf(accessKeyId),
    scope,
    date,
    names,
    path,
    parameters: parameters.filter(([name]) => name.toLowerCase() !== "x-amz-signature"),
    contentHash: "UNSIGNED-PAYLOAD",
  });
  if (!isSame(expected.signature, signature)) throw mismatch(accessKeyId, signature, expected.texts);
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

/**
 * A page could name any key in a header where the rules of a bucket let it send headers, so its signature is checked.
 * Programs on this machine can read the keys anyway.
 */
function checkHeader(
  request: ServiceRequest,
  path: string,
  parameters: readonly Parameter[],
  keys: AccessKeys,
): void {
  const { authorization, origin } = request.headers;
  if (origin === undefined || authorization === undefined) return;
  const [, credential = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/.exec(
      authorization,
    ) ?? [];
  const [accessKeyId = "", ...scope] = credential.split("/");
  const date = request.headers["x-amz-date"] ?? "";
  if (!isScope(scope) || !date.startsWith(scope[0] ?? "")) throw mismatch(accessKeyId, signature);
  if (keys.ownerOf(accessKeyId, sessionTokenIn(request.headers, "")) === undefined) return;
  const contentHash = request.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD";
  const signed = {
    secretAccessKey: keys.secretOf(accessKeyId),
    scope,
    date,
    names: names.split(";"),
    path,
    parameters,
    contentHash,
  };
  const isSigned = [request, ...addressesInAws(request, path, scope[1] ?? "")].some(({ headers, url }) => {
    const [signedPath] = splitUrl(url);
    return isSame(signatureOf({ ...request, headers }, { ...signed, path: signedPath }).signature, signature);
  });
  if (!isSigned) throw mismatch(accessKeyId, signature);
}

/**
 * The request at the addresses of S3 in AWS. Storage of Amplify takes no address without TLS, so pages sign for AWS, and send
 * the request here.
 */
function addressesInAws(
  { headers }: ServiceRequest,
  path: string,
  region: string,
): readonly Pick<ServiceRequest, "headers" | "url">[] {
  const [, bucket = "", key = ""] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
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
  parameters: readonly Parameter[],
  nowMs: number,
  keys: AccessKeys,
): void {
  const { method, headers } = request;
  const get = (name: string): string | undefined => valueOf(parameters, name);
  const [expires = "", accessKeyId = "", signature = ""] = ["expires", "awsaccesskeyid", "signature"].map(
    get,
  );
  const end = 1000 * Number(expires || Number.NaN);
  if (Number.isNaN(end) || accessKeyId === "" || signature === "") throw incompleteOldForm();
  if (nowMs > end) throw expired(end, nowMs);
  const token = sessionTokenIn(headers, splitUrl(request.url)[1] ?? "");
  if (keys.ownerOf(accessKeyId, token) === undefined) return;
  const extended = [...Object.entries(headers), ...parameters]
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .filter(([name]) => name.startsWith("x-amz-"));
  const host = bucketOfHost(headers.host?.replace(/:\d*$/, "").toLowerCase() ?? "");
  const named = parameters
    .filter(([name]) => subresources.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => (value === "" ? name : `${name}=${value}`));
  const text = [
    method,
    headers["content-md5"] ?? get("content-md5") ?? "",
    headers["content-type"] ?? get("content-type") ?? "",
    expires,
    ...[...new Map(extended)].sort(([one], [other]) => (one < other ? -1 : 1)).map((each) => each.join(":")),
    `${host === undefined ? "" : `/${host}`}${path}${named.length === 0 ? "" : `?${named.join("&")}`}`,
  ].join("\n");
  const expected = createHmac("sha1", keys.secretOf(accessKeyId)).update(text).digest("base64");
  if (!isSame(expected, signature)) throw mismatch(accessKeyId, signature, { StringToSign: text });
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
    ? hmac(signingKey(keys.secretOf(accessKeyId), scope), policy).toString("hex")
    : createHmac("sha1", keys.secretOf(accessKeyId)).update(policy).digest("base64");
  const given = isNew ? (fields["x-amz-signature"] ?? "") : signature;
  if (!isSame(expected, given)) throw mismatch(accessKeyId, given, { StringToSign: policy });
}

interface Signed {
  readonly secretAccessKey: string;
  /** Day, region, service and `aws4_request`. */
  readonly scope: readonly string[];
  readonly date: string;
  /** The signed headers. */
  readonly names: readonly string[];
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly contentHash: string;
}

function signatureOf({ method, headers }: ServiceRequest, signed: Signed) {
  const canonical = [
    method,
    signed.path,
    canonicalQuery(signed.parameters),
    ...signed.names.map((name) => `${name}:${(headers[name] ?? "").trim().replace(/\s+/g, " ")}`),
    "",
    signed.names.join(";"),
    signed.contentHash,
  ].join("\n");
  const hash = createHash("sha256").update(canonical).digest("hex");
  const text = [algorithm, signed.date, signed.scope.join("/"), hash].join("\n");
  const signature = hmac(signingKey(signed.secretAccessKey, signed.scope), text).toString("hex");
  return { signature, texts: { StringToSign: text, CanonicalRequest: canonical } };
}

function signingKey(secretAccessKey: string, scope: readonly string[]): string | Buffer {
  return scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
}

const isScope = (scope: readonly string[]): boolean =>
  scope.length === 4 && /^\d{8}$/.test(scope[0] ?? "") && scope[3] === "aws4_request";

type Parameter = readonly [name: string, value: string];

function valueOf(parameters: readonly Parameter[], name: string): string | undefined {
  return parameters.find(([each]) => each.toLowerCase() === name)?.[1];
}

function splitUrl(url: string): readonly [string, string] {
  const question = url.indexOf("?");
  return question === -1 ? [url, ""] : [url.slice(0, question), url.slice(question + 1)];
}

/** In signatures, a plus sign is not a space. */
function nameAndValue(part: string): Parameter {
  const equals = part.indexOf("=");
  const [name, value] = equals === -1 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
  return [decodePart(name), decodePart(value)];
}

function canonicalQuery(parameters: readonly Parameter[]): string {
  return parameters
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function timeOf(date: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(date) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function isSame(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
