import type { IncomingMessage } from "node:http";
import { hopByHopHeaders } from "../../runtime/node/requests/hop-by-hop-headers";

/** Headers by lower-case name, with several values joined by commas, as in payload format 2.0. */
export type JoinedHeaders = Record<string, string>;

/** All values of headers by lowercase name, as in payload format 1.0 and REST APIs. */
type MultiValueHeaders = Record<string, string[]>;

/** Headers of the connection, which are not forwarded to functions or servers. */
export const connectionHeaders: ReadonlySet<string> = new Set([
  ...hopByHopHeaders,
  "expect",
  "http2-settings",
]);

// The results have no prototype, because clients choose the names, such as `constructor`.

/** Joins raw headers by name, without the headers of the connection. */
export function joinHeaders(rawHeaders: readonly string[]): JoinedHeaders {
  const joined: JoinedHeaders = Object.create(null);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (connectionHeaders.has(name)) continue;
    const value = rawHeaders[index + 1] as string;
    const before = joined[name];
    // Several Cookie headers form one list, separated by semicolons.
    joined[name] = before === undefined ? value : `${before}${name === "cookie" ? "; " : ","}${value}`;
  }
  return joined;
}

/** Every value of each header, in the order of the request. */
export function multiValueHeaders(rawHeaders: readonly string[]): MultiValueHeaders {
  const all: MultiValueHeaders = Object.create(null);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (connectionHeaders.has(name)) continue;
    const value = rawHeaders[index + 1] as string;
    const before = all[name];
    if (before === undefined) all[name] = [value];
    else before.push(value);
  }
  return all;
}

/** A media type without its parameters, in lower case. */
export function essenceOf(contentType: string): string {
  const end = contentType.indexOf(";");
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

const textTypes: ReadonlySet<string> = new Set([
  "application/json",
  "application/javascript",
  "application/xml",
]);

/**
 * Whether functions receive a body as text. All others are base64-encoded, including forms and bodies without a content type.
 *
 * AWS does not document which types count as text; this list was measured. Load balancers use the same one.
 */
export function isTextType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const type = essenceOf(contentType);
  return type.startsWith("text/") || textTypes.has(type);
}

export function cookiesOf(header: string | undefined): string[] | undefined {
  if (header === undefined) return undefined;
  const cookies = header
    .split(";")
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== "");
  return cookies.length === 0 ? undefined : cookies;
}

/** The prefix of the cookies of this server's pages. */
export const ownCookiePrefix = "serverform_";

const ownCookie = new RegExp(`^\\s*${ownCookiePrefix}`);

/**
 * Removes the cookies of the console and of the sign-in pages from a request to an API or a site, in place. Cookies are shared by
 * all ports, so browsers send them to every server of this machine, and handlers would receive the developer's sessions.
 */
export function removeOwnCookies({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, "headers" | "rawHeaders">): void {
  if (headers.cookie?.includes(ownCookiePrefix) !== true) return;
  const cookie = withoutOwn(headers.cookie);
  if (cookie === "") delete headers.cookie;
  else headers.cookie = cookie;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase() !== "cookie") continue;
    const value = withoutOwn(rawHeaders[index + 1] ?? "");
    if (value === "") rawHeaders.splice(index, 2);
    else rawHeaders[index + 1] = value;
  }
}

const withoutOwn = (cookies: string): string =>
  cookies
    .split(";")
    .filter((each) => !ownCookie.test(each))
    .join(";")
    .trim();
