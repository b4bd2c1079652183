import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { ownerOf, secretOf, sessionTokenIn } from "../../wire/local-credentials";
import { decodePart } from "../../wire/query-string";
import { ServiceError } from "../contract/define-service";
import type { ServiceRequest } from "../contract/service";

const algorithm = "AWS4-HMAC-SHA256";
/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html */
const mostSeconds = 7 * 24 * 60 * 60;
const clockSkewMs = 15 * 60_000;

/**
 * Refuses a presigned URL that has expired or was changed.
 *
 * The signature can be checked for keys that this machine has made. Whether other keys are refused is decided before.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function checkPresigned(request: ServiceRequest, nowMs: number): void {
  const [path = "", rawQuery = ""] = splitUrl(request.url);
  const parameters = rawQuery
    .split("&")
    .filter((each) => each !== "")
    .map(nameAndValue);
  const get = (name: string): string | undefined =>
    parameters.find(([each]) => each.toLowerCase() === name)?.[1];
  // The older form has its end as a time.
  const expires = get("awsaccesskeyid") === undefined ? undefined : Number(get("expires"));
  if (expires !== undefined && !(nowMs <= 1000 * expires)) throw expired();
  if (get("x-amz-algorithm") === undefined) return;
  const credential = (get("x-amz-credential") ?? "").split("/");
  const [accessKeyId = "", day = "", region = "", service = "", end] = credential;
  const date = get("x-amz-date") ?? "";
  const seconds = Number(get("x-amz-expires"));
  const isComplete =
    get("x-amz-algorithm") === algorithm && end === "aws4_request" && /^\d{8}T\d{6}Z$/.test(date);
  if (!isComplete || !date.startsWith(day) || !(seconds >= 1 && seconds <= mostSeconds)) {
    throw new ServiceError(
      "AuthorizationQueryParametersError",
      "The query parameters X-Amz-Algorithm, X-Amz-Credential, X-Amz-Date and X-Amz-Expires are not valid; X-Amz-Expires is between 1 and 604800.",
      400,
    );
  }
  const signedAt = timeOf(date);
  if (signedAt > nowMs + clockSkewMs) throw new ServiceError("AccessDenied", "Request is not valid yet", 403);
  if (nowMs > signedAt + 1000 * seconds) throw expired();
  if (ownerOf(accessKeyId, sessionTokenIn(request.headers, rawQuery)) === undefined) return;
  const names = (get("x-amz-signedheaders") ?? "").split(";");
  const canonical = [
    request.method,
    path,
    canonicalQuery(parameters.filter(([name]) => name.toLowerCase() !== "x-amz-signature")),
    ...names.map((name) => `${name}:${(request.headers[name] ?? "").trim().replace(/\s+/g, " ")}`),
    "",
    names.join(";"),
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const scope = [day, region, service, "aws4_request"];
  const text = [algorithm, date, scope.join("/"), createHash("sha256").update(canonical).digest("hex")].join(
    "\n",
  );
  const key = scope.reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretOf(accessKeyId)}`,
  );
  if (isSame(hmac(key, text).toString("hex"), get("x-amz-signature") ?? "")) return;
  throw new ServiceError(
    "SignatureDoesNotMatch",
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
    403,
  );
}

function expired(): ServiceError {
  return new ServiceError("AccessDenied", "Request has expired", 403);
}

function splitUrl(url: string): readonly [string, string] {
  const question = url.indexOf("?");
  return question === -1 ? [url, ""] : [url.slice(0, question), url.slice(question + 1)];
}

/** In signatures, a plus sign is not a space. */
function nameAndValue(part: string): readonly [string, string] {
  const equals = part.indexOf("=");
  const [name, value] = equals === -1 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
  return [decodePart(name), decodePart(value)];
}

function canonicalQuery(parameters: readonly (readonly [string, string])[]): string {
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
