/** The headers of a request that tell for whom it is and which page sent it. */
export interface AddressedRequest {
  /** The `Host` header, or `:authority` of HTTP/2. */
  readonly host: string | undefined;
  /** The `Origin` header; undefined for HTTP requests that may come from any page, because CORS decides about them. */
  readonly origin: string | undefined;
}

/**
 * Why a request must be refused; undefined when it may be served.
 *
 * A web page can send requests to this machine under two disguises: its own host name that it lets resolve to 127.0.0.1
 * (DNS rebinding), which the `Host` header shows, and cross-site requests and sockets, which the `Origin` header shows. A
 * server on loopback therefore serves names of this machine only. A server that listens on another address was opened on
 * purpose and serves any name.
 *
 * @param listeningHost - the address that the server listens on, the value of `--host`
 */
export function refusalOf({ host, origin }: AddressedRequest, listeningHost: string): string | undefined {
  if (!isThisMachine(listeningHost)) return undefined;
  // Browsers always send a Host header; clients of HTTP/1.0 need not.
  if (host !== undefined && !isThisMachine(hostnameOf(host))) {
    return refusal("Host", host, "requests for localhost and 127.0.0.1");
  }
  if (origin !== undefined && !isThisMachine(hostnameOfOrigin(origin))) {
    return refusal("Origin", origin, "pages of localhost and 127.0.0.1");
  }
  return undefined;
}

/** Longer values are cut off in messages. */
const maxShown = 100;

function refusal(header: string, value: string, served: string): string {
  const shown = value.length > maxShown ? `${value.slice(0, maxShown)}...` : value;
  return `the ${header} header is ${JSON.stringify(shown)}, but only ${served} are served (--host serves other names)`;
}

/** Whether a host name or address always means this machine. */
export function isThisMachine(hostname: string | undefined): boolean {
  const name = hostname?.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  if (name === undefined) return false;
  // Names below `localhost` always resolve to loopback: https://www.rfc-editor.org/rfc/rfc6761#section-6.3
  return (
    name === "::1" || /^(?:[a-z0-9_-]+\.)*localhost\.?$/.test(name) || /^127(?:\.\d{1,3}){3}$/.test(name)
  );
}

/** `localhost` of `localhost:4000`; undefined for text that is not a host. */
function hostnameOf(host: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::\d*)?$/i.exec(host)?.[1];
}

/** A page without its own origin, such as a file or a sandboxed frame, sends `null`. */
function hostnameOfOrigin(origin: string): string | undefined {
  const authority = /^https?:\/\/([^/?#]+)$/i.exec(origin)?.[1];
  return authority === undefined ? undefined : hostnameOf(authority);
}
