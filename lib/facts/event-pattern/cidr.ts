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

/** Whether an address is in a range. A range without bits is one address. */
export function isInCidr(range: string, address: string): boolean {
  const [network = "", bits] = range.split("/");
  const version = isIP(network);
  if (version === 0 || isIP(address) !== version) return false;
  const longest = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? longest : Number(bits);
  if (!(Number.isInteger(prefix) && prefix >= 0 && prefix <= longest)) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(address, family);
}
