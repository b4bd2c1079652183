import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { hopByHopHeaders } from "../../node/requests/hop-by-hop-headers";

/**
 * The event of a function URL: payload format 2.0.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html
 */
export interface UrlEvent {
  readonly rawPath: string;
  readonly rawQueryString?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly requestContext: { readonly http: { readonly method: string } };
}

export interface ResponseHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

export interface ForwardedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** CloudFront's signature for the function URL. It replaces the client's own `authorization`. */
const signature = [
  "authorization",
  "x-amz-content-sha256",
  "x-amz-date",
  "x-amz-security-token",
  "x-amz-source-account",
  "x-amz-source-arn",
];

/** The header in which the distribution's function keeps the client's value. */
const clientAuthorization = "x-forwarded-authorization";
const clientHost = "x-forwarded-host";

const dropped = new Set([...hopByHopHeaders, ...signature, clientAuthorization, "content-length", "expect"]);

/** Headers of clients that are never forwarded to the server. The local server also removes them. */
export const keptBackHeaders: readonly string[] = [
  ...signature.filter((name) => name !== "authorization"),
  clientAuthorization,
];

/** The request of an event. The server sees the host and the credentials that the client sent. */
export function forwardedRequest(event: UrlEvent): ForwardedRequest {
  const { rawPath, rawQueryString = "", headers: given, cookies = [], body: text = "" } = event;
  const { method } = event.requestContext.http;
  const body = Buffer.from(text, event.isBase64Encoded === true ? "base64" : "utf8");
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(given)) {
    if (!dropped.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  const { [clientHost]: host = given.host, [clientAuthorization]: authorization = ownAuthorization(given) } =
    given;
  if (host !== undefined) headers.host = host;
  if (authorization !== undefined) headers.authorization = authorization;
  if (cookies.length > 0) headers.cookie = cookies.join("; ");
  if (body.length > 0 || given["content-length"] !== undefined) headers["content-length"] = body.length;
  const query = rawQueryString === "" ? "" : `?${rawQueryString}`;
  return { method, path: encoded(`${rawPath}${query}`), headers, body };
}

function ownAuthorization({ authorization }: Readonly<Record<string, string>>): string | undefined {
  return authorization?.startsWith("AWS4-HMAC-SHA256 ") === true ? undefined : authorization;
}

/** Characters that a request line cannot have. Node refuses them. */
const encoded = (path: string): string => path.replace(/[^!-~]+/gu, (text) => encodeURIComponent(text));

export function responseHead({ statusCode = 200, headersDistinct }: IncomingMessage): ResponseHead {
  const { "set-cookie": cookies = [], connection = [], ...rest } = headersDistinct;
  const left = new Set([...hopByHopHeaders, ...connection.flatMap((names) => namesIn(names))]);
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(rest)) {
    if (!left.has(name)) headers[name] = values.join(", ");
  }
  const cacheControl = cacheControlWith(cookies, headers["cache-control"]);
  if (cacheControl !== undefined) headers["cache-control"] = cacheControl;
  return { statusCode, headers, cookies };
}

/** The `Cache-Control` of a response of the server: caches do not keep responses that set cookies. */
export function cacheControlWith(cookies: readonly string[], given: string | undefined): string | undefined {
  return cookies.length > 0 && !isPrivate(given) ? "private, no-store" : given;
}

/** Whether no cache keeps the response. A response with cookies is for one visitor, and caches would keep the cookies, too. */
const isPrivate = (cacheControl = ""): boolean =>
  namesIn(cacheControl).some((directive) => directive === "private" || directive === "no-store");

const namesIn = (header: string): readonly string[] =>
  header
    .toLowerCase()
    .split(",")
    .map((each) => each.trim());
