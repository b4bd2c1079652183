import type { IConstruct } from "constructs";
import { checkLiteral, isPlainObject } from "../../core/checks/check";
import { fail } from "../errors";

/** Address types of clients: IPv4 only, or IPv4 and IPv6. */
export type IpAddressType = "ipv4" | "dualstack";

const ipAddressTypes = ["ipv4", "dualstack"] as const satisfies readonly IpAddressType[];

/**
 * Refuses a type of addresses that AWS does not have, and one that an override gives, too.
 *
 * @param overrides - configs of the provider, by their prop
 */
export function checkIpAddressType(
  where: IConstruct,
  value: unknown,
  overrides: Readonly<Record<string, unknown>>,
): void {
  if (value === undefined) return;
  const prop = "ipAddressType";
  checkLiteral(where, prop, value, ipAddressTypes);
  for (const [at, override] of Object.entries(overrides)) {
    if (isPlainObject(override) && override[prop] !== undefined) {
      fail(where, "props-exclude", prop, { other: `${at}.${prop}` });
    }
  }
}
