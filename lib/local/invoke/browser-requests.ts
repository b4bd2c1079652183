/** The headers that identify the origin of a request. Only browsers set those other than `Host`. */
export interface PageFacts {
  /** The `Host` header, or `:authority` of HTTP/2. */
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly referer?: string | undefined;
  readonly "sec-fetch-site"?: string | readonly string[] | undefined;
  readonly "sec-fetch-mode"?: string | readonly string[] | undefined;
}

/** The accepted pages of a surface of this machine. */
interface SurfaceRule {
  /** The accepted values of `Origin`. Browsers send it with forms, with `fetch` of another origin and with sockets. */
  readonly origins: "none" | "own" | "this machine" | "all";
  /**
   * The accepted requests of pages without an `Origin`: images, scripts, frames, links. `navigations` are links and redirects
   * that open in the window.
   */
  readonly withoutOrigin: "none" | "own" | "navigations" | "all";
}

/** The surfaces of this machine that a browser can reach. */
export const surfaces = {
  /** The control server, the Runtime API and MCP: pages do not use them. */
  programs: { origins: "none", withoutOrigin: "none" },
  /** The page of the console, without data. */
  consolePage: { origins: "own", withoutOrigin: "navigations" },
  console: { origins: "own", withoutOrigin: "own" },
  /** The emulated services. SDKs in pages use `fetch`, so that there is always an `Origin`. */
  services: { origins: "this machine", withoutOrigin: "none" },
  /** Objects of buckets, and the public keys of issuers: pages show images and link to files without an `Origin`. */
  files: { origins: "this machine", withoutOrigin: "all" },
  /** The sign-in pages of user pools: the app redirects the browser there. Their forms come from the pages themselves. */
  signIn: { origins: "this machine", withoutOrigin: "navigations" },
  /** APIs, function URLs and sites: as in AWS, CORS decides which responses a page may read. */
  apis: { origins: "all", withoutOrigin: "all" },
  /** WebSocket APIs: CORS does not apply to sockets. */
  sockets: { origins: "this machine", withoutOrigin: "all" },
} as const satisfies Readonly<Record<string, SurfaceRule>>;

export type Surface = keyof typeof surfaces;

/**
 * The reason to refuse a request because of the page that may have sent it; undefined if it is accepted.
 *
 * A web page can send requests to this machine in three ways: under its own host name that it resolves to 127.0.0.1 (DNS
 * rebinding), which the `Host` header shows; with `fetch`, forms and sockets, which the `Origin` header shows; and as an image, a
 * script or a link, which has no `Origin`. The last kind shows in `Sec-Fetch-Site`, and in browsers before 2023 in `Referer`.
 * `none` is an address that a person has typed. `Sec-Fetch-Mode` alone proves nothing, because `fetch` of Node sends it, too.
 *
 * Sources: https://www.w3.org/TR/fetch-metadata/, https://fetch.spec.whatwg.org/#origin-header
 *
 * @param hosts - the accepted values of `Host`; "this machine": every name of it; "all": the server was opened on purpose, or the
 * host was checked before
 */
export function pageRefusal(
  surface: Surface,
  facts: PageFacts,
  hosts: readonly string[] | "this machine" | "all",
): string | undefined {
  const { host, origin, referer, "sec-fetch-site": site, "sec-fetch-mode": mode } = facts;
  const rule: SurfaceRule = surfaces[surface];
  const hostRefusal = refusalOfHost(host, hosts);
  if (hostRefusal !== undefined) return hostRefusal;
  if (origin !== undefined) {
    if (isServed[rule.origins](origin, host)) return undefined;
    return refusal("Origin", origin, servedPages[rule.origins]);
  }
  if (site === "none" || (site === undefined && referer === undefined)) return undefined;
  const isOwn = site === undefined ? isServed.own(originOf(referer ?? ""), host) : site === "same-origin";
  if (rule.withoutOrigin === "all" || (rule.withoutOrigin !== "none" && isOwn)) return undefined;
  if (rule.withoutOrigin === "navigations" && (mode === undefined || mode === "navigate")) return undefined;
  const served = servedPages[rule.origins];
  return site === undefined
    ? refusal("Referer", referer ?? "", served)
    : refusal("Sec-Fetch-Site", String(site), served);
}

function refusalOfHost(
  host: string | undefined,
  hosts: readonly string[] | "this machine" | "all",
): string | undefined {
  // Browsers always send a Host header; clients of HTTP/1.0 need not.
  if (hosts === "all" || (host === undefined && hosts === "this machine")) return undefined;
  if (hosts !== "this machine") {
    if (hosts.includes(host ?? "")) return undefined;
    return refusal("Host", host ?? "", `only requests for ${hosts.join(" and ")} are served`);
  }
  if (isThisMachine(hostnameOf(host ?? ""))) return undefined;
  const served = "only requests for localhost and 127.0.0.1 are served (--host serves other names)";
  return refusal("Host", host ?? "", served);
}

type OriginRule = SurfaceRule["origins"];

const isServed: Readonly<Record<OriginRule, (origin: string, host: string | undefined) => boolean>> = {
  none: () => false,
  own: (origin, host) => origin === `http://${host}`,
  "this machine": (origin) => isThisMachine(hostnameOfOrigin(origin)),
  all: () => true,
};

const servedPages: Readonly<Record<OriginRule, string>> = {
  none: "pages are not served",
  own: "only its own page is served",
  "this machine": "only pages of localhost and 127.0.0.1 are served (--host serves other names)",
  all: "pages are served",
};

/** Longer values are cut off in messages. */
const maxShown = 100;

function refusal(header: string, value: string, served: string): string {
  const shown = value.length > maxShown ? `${value.slice(0, maxShown)}...` : value;
  return `the ${header} header is ${JSON.stringify(shown)}, but ${served}`;
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

/** `http://localhost:3000` of `http://localhost:3000/orders`. */
function originOf(url: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? "";
}
