/** Header names in lower case, several values joined by commas, as payload format 2.0 has them. */
export type JoinedHeaders = Record<string, string>;

/** Header names in lower case with every value, as payload format 1.0 and REST APIs have them. */
export type MultiValueHeaders = Record<string, string[]>;

/**
 * Headers that belong to one connection; neither functions nor servers behind the gateway get to see them.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
export const hopByHopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

// Both are without a prototype: clients choose the names, `constructor` among them.

/** Joins raw headers of a request by name; leaves those of the connection out. */
export function joinHeaders(rawHeaders: readonly string[]): JoinedHeaders {
  const joined: JoinedHeaders = Object.create(null);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (hopByHopHeaders.has(name)) continue;
    const value = rawHeaders[index + 1] as string;
    const before = joined[name];
    // Several Cookie headers are one list of cookies, which semicolons separate.
    joined[name] = before === undefined ? value : `${before}${name === "cookie" ? "; " : ","}${value}`;
  }
  return joined;
}

/** Every value of each header, in the order of the request. */
export function multiValueHeaders(rawHeaders: readonly string[]): MultiValueHeaders {
  const all: MultiValueHeaders = Object.create(null);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (hopByHopHeaders.has(name)) continue;
    const value = rawHeaders[index + 1] as string;
    const before = all[name];
    if (before === undefined) all[name] = [value];
    else before.push(value);
  }
  return all;
}

/** Splits a Cookie header into its cookies. */
export function cookiesOf(header: string | undefined): string[] | undefined {
  if (header === undefined) return undefined;
  const cookies = header
    .split(";")
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== "");
  return cookies.length === 0 ? undefined : cookies;
}
