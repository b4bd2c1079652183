import { BlockList, isIP } from "node:net";

/**
 * Ranges of IPv4 that are not addresses of public servers.
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
 * Ranges within the global unicast addresses of IPv6 that lead elsewhere: protocol assignments with Teredo, documentation,
 * and 6to4, which contains an address of IPv4.
 *
 * Source: https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const reservedIpv6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"] as const;

const reserved = blockList([...reservedIpv4, ...reservedIpv6]);
// All others are local, mapped, translated or not assigned.
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
