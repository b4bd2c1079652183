const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const longest = 1024;

/** The URL of a redirect address; undefined if it is not allowed: it must be HTTPS, or HTTP of the user's own machine. */
export function parseRedirectUri(value: unknown): URL | undefined {
  if (typeof value !== "string" || value.length > longest || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return isSafe && !value.includes("#") && url.username === "" && url.password === "" ? url : undefined;
}

/** Whether an address is on the user's own machine. */
export const isLoopback = ({ hostname }: URL): boolean => loopbackHosts.includes(hostname);

/**
 * A redirect address without its port if it is on the user's own machine: apps there use any free port.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc8252#section-7.3
 */
export function withoutLoopbackPort(uri: string): string {
  const url = parseRedirectUri(uri);
  if (url === undefined || url.protocol !== "http:") return uri;
  url.port = "";
  return url.href;
}

/** Whether a client with these redirect addresses may use an address. */
export const isRegistered = (uri: string, registered: readonly string[]): boolean =>
  registered.includes(uri) ||
  registered.some((each) => withoutLoopbackPort(each) === withoutLoopbackPort(uri));
