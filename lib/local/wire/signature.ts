import { createHash, createHmac } from "node:crypto";
import { decodePart } from "../../facts/text/query-string";
import { isSameSecret } from "../../facts/text/same-secret";
import { encodeSegment, signedHeaders, signingKey } from "../../runtime/aws";
import { type AccessKeys, type KeyOwner, type LocalCredentials, sessionTokenIn } from "./local-credentials";

export interface SignedRequest {
  readonly method: string;
  /** As received, still encoded. */
  readonly rawPath: string;
  readonly rawQuery: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Error types of REST APIs for invalid signatures. */
export type SignatureProblem =
  | "MissingAuthenticationTokenException"
  | "IncompleteSignatureException"
  | "UnrecognizedClientException"
  | "InvalidSignatureException";

/** Whether a request is signed with credentials of this machine; if not, the error of a REST API. */
export type SignatureCheck =
  | { readonly accepted: true; readonly accessKeyId: string; readonly owner: KeyOwner }
  | { readonly accepted: false; readonly problem: SignatureProblem; readonly message: string };

const algorithm = "AWS4-HMAC-SHA256";
/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html */
const clockSkewSeconds = 5 * 60;
const maxExpiresSeconds = 7 * 24 * 60 * 60;

/**
 * Checks the signature of a request, in the Authorization header or in the query string.
 *
 * @param nowMs - undefined: the signature and its key do not expire
 * @param service - the signed name of the service
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 */
export function checkSignature(
  request: SignedRequest,
  keys: AccessKeys,
  nowMs: number | undefined,
  region?: string,
  service = "execute-api",
): SignatureCheck {
  const { authorization } = request.headers;
  const parameters = parseSignedQuery(request.rawQuery);
  const isPresigned = authorization === undefined && parameters.some(([name]) => name === "X-Amz-Algorithm");
  if (authorization === undefined && !isPresigned) {
    return refuse("MissingAuthenticationTokenException", "Missing Authentication Token");
  }
  const given = isPresigned ? fromQuery(parameters) : fromHeader(request.headers);
  if (given === undefined) {
    return refuse(
      "IncompleteSignatureException",
      "The Authorization header or query string has no complete signature.",
    );
  }
  const owner = keys.ownerOf(given.accessKeyId, sessionTokenIn(request.headers, request.rawQuery));
  if (owner === undefined) {
    return refuse("UnrecognizedClientException", "The security token included in the request is invalid.");
  }
  if (owner.type === "session" && nowMs !== undefined && nowMs > (owner.session.expiresAt ?? nowMs)) {
    return refuse("UnrecognizedClientException", "The security token included in the request is expired");
  }
  if (given.service !== service || (region !== undefined && given.region !== region)) {
    const scope = region === undefined ? service : `${region}/${service}`;
    return refuse("InvalidSignatureException", `Credential should be scoped to ${scope}.`);
  }
  const stale = nowMs === undefined ? undefined : staleness(given, nowMs);
  if (stale !== undefined) return refuse("InvalidSignatureException", stale);
  const expected = expectedSignature(request, given, parameters, keys.secretOf(given.accessKeyId));
  if (expected === undefined || !isSameSecret(expected, given.signature)) {
    return refuse(
      "InvalidSignatureException",
      "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
    );
  }
  return { accepted: true, accessKeyId: given.accessKeyId, owner };
}

function refuse(problem: SignatureProblem, message: string): SignatureCheck {
  return { accepted: false, problem, message };
}

function fromHeader(headers: SignedRequest["headers"]) {
  const { authorization = "", "x-amz-date": date } = headers;
  if (!authorization.startsWith(`${algorithm} `)) return undefined;
  const fields = new Map<string, string>();
  for (const field of authorization.slice(algorithm.length).split(",")) {
    const equals = field.indexOf("=");
    const name = field.slice(0, equals).trim();
    // With a duplicate key, another part of the server could read the other value.
    if (fields.has(name)) return undefined;
    fields.set(name, field.slice(equals + 1).trim());
  }
  return given(fields.get("Credential"), date, fields.get("SignedHeaders"), fields.get("Signature"));
}

function fromQuery(parameters: readonly SignedParameter[]) {
  const get = (wanted: string): string | undefined => {
    const [first, ...more] = parameters.filter(([name]) => name.toLowerCase() === wanted.toLowerCase());
    return more.length > 0 || first?.[0] !== wanted ? undefined : first[1];
  };
  const expiresSeconds = Number(get("X-Amz-Expires"));
  if (get("X-Amz-Algorithm") !== algorithm) return undefined;
  if (!(expiresSeconds >= 1 && expiresSeconds <= maxExpiresSeconds)) return undefined;
  return given(
    get("X-Amz-Credential"),
    get("X-Amz-Date"),
    get("X-Amz-SignedHeaders"),
    get(signatureParameter),
    expiresSeconds,
  );
}

const signatureParameter = "X-Amz-Signature";

/** @param expiresSeconds - the expiry of a presigned URL */
function given(
  credential: string | undefined,
  date: string | undefined,
  signedHeaders: string | undefined,
  signature: string | undefined,
  expiresSeconds?: number,
) {
  if (credential === undefined || date === undefined) return undefined;
  if (signedHeaders === undefined || signature === undefined) return undefined;
  const [accessKeyId, day, region, service, end, ...more] = credential.split("/");
  if (accessKeyId === undefined || region === undefined || service === undefined) return undefined;
  if (end !== "aws4_request" || more.length > 0) return undefined;
  if (!/^\d{8}T\d{6}Z$/.test(date) || !date.startsWith(`${day}T`)) return undefined;
  const names = signedHeaders.split(";");
  // Without the host, the signature would be valid for any host.
  if (!names.includes("host") && !names.includes(authorityHeader)) return undefined;
  return { accessKeyId, region, service, date, signedHeaders: names, signature, expiresSeconds };
}

type GivenSignature = Readonly<NonNullable<ReturnType<typeof given>>>;

function staleness({ date, expiresSeconds }: GivenSignature, nowMs: number): string | undefined {
  const now = Math.floor(nowMs / 1000);
  const signedAt = signingTime(date) / 1000;
  if (signedAt > now + clockSkewSeconds) return `Signature not yet current: ${date} is still later than now.`;
  const lifetime = expiresSeconds ?? clockSkewSeconds;
  if (now > signedAt + lifetime) return `Signature expired: ${date} is now too old.`;
  return undefined;
}

/** Undefined for a signature that covers a missing header. */
function expectedSignature(
  request: SignedRequest,
  signed: GivenSignature,
  parameters: readonly SignedParameter[],
  secretAccessKey: string,
): string | undefined {
  const { signedHeaders: names, date, region, service } = signed;
  const headers: ToSign["headers"] = { ...request.headers, [authorityHeader]: request.headers.host };
  if (names.some((name) => headers[name] === undefined)) return undefined;
  const bodyHash = sha256(request.body);
  const claimed = names.includes(contentHashHeader) ? request.headers[contentHashHeader] : undefined;
  if (claimed !== undefined && claimed !== unsignedContent && claimed !== bodyHash) return undefined;
  return calculateSignature({
    secretAccessKey,
    scope: [date.slice(0, 8), region, service, "aws4_request"],
    date,
    names,
    method: request.method,
    path: canonicalPath(request.rawPath),
    parameters: parameters.filter(([name]) => name !== signatureParameter),
    headers,
    contentHash: claimed ?? bodyHash,
  }).signature;
}

/** The host of a request in HTTP/2. */
const authorityHeader = ":authority";
const contentHashHeader = "x-amz-content-sha256";
const unsignedContent = "UNSIGNED-PAYLOAD";

/** A parameter of a query, decoded. */
export type SignedParameter = readonly [name: string, value: string];

/** The inputs of a Signature Version 4, with the key. */
interface ToSign {
  readonly secretAccessKey: string;
  /** Day, region, service and `aws4_request`. */
  readonly scope: readonly string[];
  readonly date: string;
  /** The signed headers, in lower case. */
  readonly names: readonly string[];
  readonly method: string;
  /** In the form of the canonical request. */
  readonly path: string;
  readonly parameters: readonly SignedParameter[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly contentHash: string;
}

/**
 * The signature of a request, and its intermediate texts.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function calculateSignature(signed: ToSign): {
  readonly signature: string;
  readonly texts: { readonly StringToSign: string; readonly CanonicalRequest: string };
} {
  const canonical = [
    signed.method,
    signed.path,
    canonicalQuery(signed.parameters),
    ...signed.names.map((name) => `${name}:${canonicalHeader(signed.headers[name] ?? "")}`),
    "",
    signed.names.join(";"),
    signed.contentHash,
  ].join("\n");
  const text = [algorithm, signed.date, signed.scope.join("/"), sha256(canonical)].join("\n");
  return {
    signature: signatureOfText({ ...signed, text }),
    texts: { StringToSign: text, CanonicalRequest: canonical },
  };
}

/** Signs a text: that of a request, or the policy of an S3 form. */
export function signatureOfText({
  text,
  secretAccessKey,
  scope,
}: Pick<ToSign, "secretAccessKey" | "scope"> & { readonly text: string }): string {
  return createHmac("sha256", signingKey(secretAccessKey, scope.join("/")))
    .update(text)
    .digest("hex");
}

/** The headers of this server's own request to a service, with the signature. */
export function signedHeadersFor(
  { method, url, headers, body }: RequestToSend,
  credentials: LocalCredentials,
  scope: { readonly region: string; readonly service: string },
): Readonly<Record<string, string | string[]>> {
  const asRead = new URL(url);
  // In signatures, a plus sign is not a space.
  asRead.search = url.search.replaceAll("+", "%2B");
  return { ...headers, ...signedHeaders({ method, url: asRead, body, ...scope }, credentials, Date.now()) };
}

interface RequestToSend {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
}

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** All services except S3 encode the sent path, which is already encoded, again. */
function canonicalPath(rawPath: string): string {
  const parts: string[] = [];
  for (const part of rawPath.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  const end = parts.length > 0 && rawPath.endsWith("/") ? "/" : "";
  return `/${parts.map(encodeSegment).join("/")}${end}`;
}

function canonicalQuery(parameters: readonly SignedParameter[]): string {
  return parameters
    .map(([name, value]) => [encodeSegment(name), encodeSegment(value)] as const)
    .sort(([name, value], [other, otherValue]) => order(name, other) || order(value, otherValue))
    .map((each) => each.join("="))
    .join("&");
}

const order = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

const canonicalHeader = (value: string): string => value.trim().replace(/\s+/g, " ");

/** The time of `20260101T000000Z`, in milliseconds. */
export function signingTime(date: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(date) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** In signatures, a plus sign is not a space. */
export function parseSignedQuery(raw: string): readonly SignedParameter[] {
  return raw
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const equals = part.indexOf("=");
      return equals === -1
        ? [decodePart(part), ""]
        : [decodePart(part.slice(0, equals)), decodePart(part.slice(equals + 1))];
    });
}
