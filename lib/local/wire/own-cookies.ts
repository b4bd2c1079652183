import type { IncomingMessage } from "node:http";

/** Begins the name of each cookie that opens a page of this server. */
export const ownCookiePrefix = "serverform_";

const ownCookie = new RegExp(`^\\s*${ownCookiePrefix}`);

/**
 * Removes the cookies of the console and of the sign-in pages from a request to an API or a site, in place. Cookies do not know ports, so
 * that a browser sends them to every server of this machine, and handlers would get the sessions of the developer.
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
