import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from "node:crypto";
import { type AccessKeys, type KeyOwner, sessionTokenIn } from "./local-credentials";
import { decodePart } from "./query-string";

/** A request with a Signature Version 4 to check. */
export interface SignedRequest {
  readonly method: string;
  /** As sent, still encoded. */
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

interface GivenSignature {
  readonly accessKeyId: string;
  readonly region: string;
  readonly service: string;
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Of a presigned URL only. */
  readonly expiresSeconds: number | undefined;
}

const algorithm = "AWS4-HMAC-SHA256";
/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html */
const clockSkewSeconds = 5 * 60;
const maxExpiresSeconds = 7 * 24 * 60 * 60;

/**
 * Checks the signature of a request, in the Authorization header or in the query string.
 *
 * @param service - the name that the client signs for
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 */
export async function checkSignature(
  request: SignedRequest,
  keys: AccessKeys,
  nowMs: number,
  region?: string,
  service = "execute-api",
): Promise<SignatureCheck> {
  const { authorization } = request.headers;
  const query = parseSignedQuery(request.rawQuery);
  const isPresigned = authorization === undefined && query["X-Amz-Algorithm"] !== undefined;
  if (authorization === undefined && !isPresigned) {
    return refuse("MissingAuthenticationTokenException", "Missing Authentication Token");
  }
  const given = isPresigned ? fromQuery(query) : fromHeader(request.headers, query);
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
  if (owner.type === "session" && nowMs > (owner.session.expiresAt ?? nowMs)) {
    return refuse("UnrecognizedClientException", "The security token included in the request is expired");
  }
  if (given.service !== service || (region !== undefined && given.region !== region)) {
    const scope = region === undefined ? service : `${region}/${service}`;
    return refuse("InvalidSignatureException", `Credential should be scoped to ${scope}.`);
  }
  const stale = staleness(given, nowMs);
  if (stale !== undefined) return refuse("InvalidSignatureException", stale);
  const expected = await expectedSignature(request, given, keys.secretOf(given.accessKeyId));
  if (expected === undefined || !isSame(expected, given.signature)) {
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

function fromHeader(
  headers: SignedRequest["headers"],
  query: GivenSignature["query"],
): GivenSignature | undefined {
  const { authorization = "", "x-amz-date": date } = headers;
  if (!authorization.startsWith(`${algorithm} `)) return undefined;
  const fields = new Map<string, string>();
  for (const field of authorization.slice(algorithm.length).split(",")) {
    const equals = field.indexOf("=");
    fields.set(field.slice(0, equals).trim(), field.slice(equals + 1).trim());
  }
  return given(fields.get("Credential"), date, fields.get("SignedHeaders"), fields.get("Signature"), query);
}

function fromQuery(query: GivenSignature["query"]): GivenSignature | undefined {
  const {
    "X-Amz-Algorithm": used,
    "X-Amz-Credential": credential,
    "X-Amz-Date": date,
    "X-Amz-Expires": expires,
    "X-Amz-SignedHeaders": signedHeaders,
    "X-Amz-Signature": signature,
    ...rest
  } = query;
  const expiresSeconds = Number(expires);
  if (used !== algorithm || !(expiresSeconds >= 1 && expiresSeconds <= maxExpiresSeconds)) return undefined;
  return given(credential, date, signedHeaders, signature, rest, expiresSeconds);
}

function given(
  credential: unknown,
  date: unknown,
  signedHeaders: unknown,
  signature: unknown,
  query: GivenSignature["query"],
  expiresSeconds?: number,
): GivenSignature | undefined {
  if (typeof credential !== "string" || typeof date !== "string") return undefined;
  if (typeof signedHeaders !== "string" || typeof signature !== "string") return undefined;
  const [accessKeyId, day, region, service, end, ...more] = credential.split("/");
  if (accessKeyId === undefined || region === undefined || service === undefined) return undefined;
  if (end !== "aws4_request" || more.length > 0) return undefined;
  if (!/^\d{8}T\d{6}Z$/.test(date) || !date.startsWith(`${day}T`)) return undefined;
  const names = signedHeaders.split(";");
  // Without the host, the signature would be valid for any host.
  if (!names.includes("host")) return undefined;
  return { accessKeyId, region, service, date, signedHeaders: names, signature, query, expiresSeconds };
}

function staleness({ date, expiresSeconds }: GivenSignature, nowMs: number): string | undefined {
  const now = Math.floor(nowMs / 1000);
  const signedAt = signingDate(date).getTime() / 1000;
  if (signedAt > now + clockSkewSeconds) return `Signature not yet current: ${date} is still later than now.`;
  const lifetime = expiresSeconds ?? clockSkewSeconds;
  if (now > signedAt + lifetime) return `Signature expired: ${date} is now too old.`;
  return undefined;
}

/** Loaded with the first signature. Asking the loader again would take longer than checking a signature. */
let signerModule: Promise<typeof import("@smithy/signature-v4")> | undefined;

async function expectedSignature(
  request: SignedRequest,
  signed: GivenSignature,
  secretAccessKey: string,
): Promise<string | undefined> {
  signerModule ??= import("@smithy/signature-v4");
  const { SignatureV4 } = await signerModule;
  const signer = new SignatureV4({
    // The token, if there is one, is among the signed headers or in the query already.
    credentials: { accessKeyId: signed.accessKeyId, secretAccessKey },
    region: signed.region,
    service: signed.service,
    sha256: Sha256,
    applyChecksum: false,
  });
  const headers: Record<string, string> = Object.create(null);
  for (const name of signed.signedHeaders) {
    const value = request.headers[name];
    if (value === undefined) return undefined;
    headers[name] = value;
  }
  const bodyHash = createHash("sha256").update(request.body).digest("hex");
  const claimed = headers["x-amz-content-sha256"];
  if (claimed !== undefined && claimed !== "UNSIGNED-PAYLOAD" && claimed !== bodyHash) return undefined;
  const toSign = {
    method: request.method,
    protocol: "http:",
    hostname: headers.host ?? "",
    path: request.rawPath,
    query: { ...signed.query } as Record<string, string | string[]>,
    headers,
    body: request.body,
  };
  const names = new Set(signed.signedHeaders);
  const options = { signingDate: signingDate(signed.date), signableHeaders: names };
  if (signed.expiresSeconds === undefined) {
    const { headers: result } = await signer.sign(toSign, options);
    return /Signature=([0-9a-f]+)$/.exec(result.authorization ?? "")?.[1];
  }
  const result = await signer.presign(toSign, {
    ...options,
    expiresIn: signed.expiresSeconds,
    unhoistableHeaders: names,
  });
  const signature = result.query?.["X-Amz-Signature"];
  return typeof signature === "string" ? signature : undefined;
}

/** SHA-256 of this machine, which is much faster than one in JavaScript. */
class Sha256 {
  private readonly hash: Hash | Hmac;

  constructor(secret?: SourceData) {
    this.hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }

  update(data: SourceData): void {
    this.hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
}

type SourceData = string | ArrayBuffer | ArrayBufferView;

function bytesOf(data: SourceData): string | Uint8Array {
  if (typeof data === "string") return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

function signingDate(date: string): Date {
  const [year, month, day, hour, minute, second] = [
    [0, 4],
    [4, 6],
    [6, 8],
    [9, 11],
    [11, 13],
    [13, 15],
  ].map(([from, to]) => date.slice(from, to));
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** In signatures, a plus sign is not a space. */
function parseSignedQuery(raw: string): Readonly<Record<string, string | string[]>> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const part of raw.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = decodePart(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? "" : decodePart(part.slice(equals + 1));
    const before = query[name];
    if (before === undefined) query[name] = value;
    else query[name] = [...(Array.isArray(before) ? before : [before]), value];
  }
  return query;
}

function isSame(expected: string, actual: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(actual)];
  return left.length === right.length && timingSafeEqual(left, right);
}
