import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { type RequestOptions, request } from "node:https";
import { BlockList, isIP } from "node:net";

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** The functions that resolve hosts and send requests. */
export interface Network {
  resolve(host: string): Promise<readonly HostAddress[]>;
  readonly request: typeof request;
  readonly timeoutMs: number;
}

const network: Network = {
  resolve: (host) => lookup(host, { all: true }),
  request,
  timeoutMs: 5000,
};

/** A document that is refused. The message is for the developer of the client. */
export class FetchRefused extends Error {}

export interface FetchedDocument {
  readonly content: unknown;
  /** The header `cache-control`; empty without one. */
  readonly cacheControl: string;
}

const maxBytes = 10_240;

/**
 * Reads a JSON document at an address that a stranger has chosen.
 *
 * Only HTTPS at the default port, only public addresses, no redirects, at most 10 KiB within 5 seconds. The host is resolved
 * once, and the connection uses the checked address: later DNS answers have no effect.
 */
export async function fetchJson(
  url: URL,
  { resolve, request, timeoutMs } = network,
): Promise<FetchedDocument> {
  if (url.protocol !== "https:" || url.port !== "") {
    throw new FetchRefused("it is not an https address with the default port");
  }
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const address = await before(signal, publicAddressOf(url.hostname, resolve));
    return await read(await send(request, url, address, signal));
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    if (signal.aborted) throw new FetchRefused(`its host did not answer within ${timeoutMs} ms`);
    throw new FetchRefused(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function publicAddressOf(hostname: string, resolve: Network["resolve"]): Promise<HostAddress> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (found.some(({ address }) => !isPublicAddress(address))) {
    throw new FetchRefused("its host has an address that is not public");
  }
  // Functions outside of a VPC have no IPv6.
  const [first] = [...found].sort((a, b) => a.family - b.family);
  if (first === undefined) throw new FetchRefused("its host has no address");
  return first;
}

function send(
  request: Network["request"],
  url: URL,
  { address, family }: HostAddress,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const lookup: NonNullable<RequestOptions["lookup"]> = (_host, { all }, answer) => {
    if (all) answer(null, [{ address, family }]);
    else answer(null, address, family);
  };
  // Uses a new connection: an existing one may lead to another address.
  const headers = { accept: "application/json", "accept-encoding": "identity" };
  return new Promise((resolve, reject) => {
    request(url, { method: "GET", agent: false, lookup, signal, headers }, resolve).on("error", reject).end();
  });
}

async function read(response: IncomingMessage): Promise<FetchedDocument> {
  try {
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400)
      throw new FetchRefused("it redirects; name the address that it redirects to");
    if (statusCode !== 200) throw new FetchRefused(`its host answers with status ${statusCode}`);
    if (!/^application\/([\w.+-]+\+)?json *(;|$)/i.test(headers["content-type"] ?? "")) {
      throw new FetchRefused(`its type is ${headers["content-type"] ?? "unknown"}, not application/json`);
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new FetchRefused(`it is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return { content: parse(Buffer.concat(chunks)), cacheControl: headers["cache-control"] ?? "" };
  } finally {
    response.destroy();
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new FetchRefused("it is not JSON");
  }
}

/** Lookups cannot be cancelled, and the name server may be slow. */
function before<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/**
 * IPv4 ranges that do not belong to public servers.
 *
 * Source: https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const reservedIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
] as const;

/**
 * Ranges within the global unicast addresses of IPv6 that are not public servers: protocol assignments with Teredo,
 * documentation, and 6to4, which contains an IPv4 address.
 *
 * Source: https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const reservedIpv6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"] as const;

const reserved = blockList([...reservedIpv4, ...reservedIpv6]);
// All others are local, mapped, translated or unassigned.
const globalIpv6 = blockList(["2000::/3"]);

/** Whether an IP address belongs to a public server: not private, loopback, link-local or reserved. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !reserved.check(address, "ipv4");
  // An address with a zone is link-local.
  if (version !== 6 || address.includes("%")) return false;
  return globalIpv6.check(address, "ipv6") && !reserved.check(address, "ipv6");
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), network.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}
