import { createHash, createHmac } from "node:crypto";
import type { Credentials } from "./credentials";

export interface RequestToSign {
  readonly method: string;
  /** `http:`, `https:`, `ws:` or `wss:`. */
  readonly url: URL;
  readonly service: string;
  readonly region: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const algorithm = "AWS4-HMAC-SHA256";

/**
 * The headers of a request with its Signature Version 4.
 *
 * Functions contain this code: the signer of the SDK is larger than everything else in them. Source:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signedHeaders(
  { method, url, service, region, body, headers = {} }: RequestToSign,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: number,
): Readonly<Record<string, string>> {
  const date = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "");
  const day = date.slice(0, 8);
  const bodyHash = sha256(body);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-date": date,
    ...(service === "s3" && { "x-amz-content-sha256": bodyHash }),
    ...(sessionToken !== undefined && { "x-amz-security-token": sessionToken }),
  };
  const names = Object.keys(all).sort();
  const canonical = [
    method,
    canonicalPath(url.pathname, service),
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${all[name]?.trim()}`),
    "",
    names.join(";"),
    bodyHash,
  ].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = [algorithm, date, scope, sha256(canonical)].join("\n");
  const signature = createHmac("sha256", signingKey(secretAccessKey, scope)).update(toSign).digest("hex");
  const credential = `Credential=${accessKeyId}/${scope}`;
  return {
    ...all,
    authorization: `${algorithm} ${credential}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}

/** The keys of today's scopes, by secret and scope: a key is made of four hashes. The local server signs for many roles in turn. */
const signingKeys = new Map<string, Buffer>();
const maxSigningKeys = 1000;

export function signingKey(secret: string, scope: string): Buffer {
  const id = `${secret} ${scope}`;
  const known = signingKeys.get(id);
  if (known !== undefined) return known;
  const key = scope
    .split("/")
    .reduce<Buffer>(
      (previous, part) => createHmac("sha256", previous).update(part).digest(),
      Buffer.from(`AWS4${secret}`),
    );
  if (signingKeys.size >= maxSigningKeys) signingKeys.clear();
  signingKeys.set(id, key);
  return key;
}

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** All services except S3 encode the sent path, which is already encoded, again. */
function canonicalPath(path: string, service: string): string {
  const parts = path.split("/");
  return parts.map((part) => encodeSegment(service === "s3" ? decodeURIComponent(part) : part)).join("/");
}

function canonicalQuery(query: URLSearchParams): string {
  const pairs = [...query].map(([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`);
  return pairs.sort().join("&");
}

/** Encodes a part of a path or a query. Signatures also require these characters to be encoded. */
export const encodeSegment = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
