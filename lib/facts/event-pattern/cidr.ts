import { BlockList, isIP } from "node:net";
import { PatternRefusal } from "./refusal";

/**
 * Refuses values that are not ranges of addresses for EventBridge, in its words.
 *
 * Source: https://github.com/aws/event-ruler (CIDR)
 *
 * @throws PatternRefusal
 */
export function checkCidr(text: string): void {
  const [address = "", bits = "", ...more] = text.split("/");
  if (!text.includes("/") || more.length > 0) throw new PatternRefusal("Malformed CIDR, one '/' required");
  if (!/^[+-]?\d+$/.test(bits)) throw new PatternRefusal("Malformed CIDR, mask bits must be an integer");
  if (Number(bits) < 0) throw new PatternRefusal("Malformed CIDR, mask bits must not be negative");
  const version = isIP(address);
  if (version === 0) throw new PatternRefusal(`Nonstandard IP address: ${address}`);
  const limit = version === 4 ? 32 : 128;
  if (Number(bits) >= limit) throw new PatternRefusal(`IPv${version} mask bits must be < ${limit}`);
}

/** The bits of an address, by the version of the protocol. */
export const bitsOf = { 4: 32, 6: 128 } as const;

/** A range of addresses. One without bits is one address. */
interface AddressRange {
  readonly network: string;
  readonly version: 4 | 6;
  readonly bits: number;
}

/** Parses a range; undefined for a text that is not one. */
export function parseRange(text: string): AddressRange | undefined {
  const [, network = "", written] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(network);
  if (version !== 4 && version !== 6) return undefined;
  const bits = written === undefined ? bitsOf[version] : Number(written);
  return bits > bitsOf[version] ? undefined : { network, version, bits };
}

/** Whether an address is in a range. */
export function isInCidr(range: string, address: string): boolean {
  const parsed = parseRange(range);
  if (parsed === undefined || isIP(address) !== parsed.version) return false;
  const family = parsed.version === 6 ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(parsed.network, parsed.bits, family);
  return list.check(address, family);
}
