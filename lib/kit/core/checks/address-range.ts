import { isIP } from "node:net";

/** Whether a text is an address of IPv4 or IPv6, or a range of them: `10.0.0.0/24`. */
export function isAddressRange(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  const isWithin =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return version !== 0 && isWithin && more.length === 0;
}
