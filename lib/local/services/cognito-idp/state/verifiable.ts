import type { AddressAttribute, PoolSettings } from "../settings/pool-settings";
import type { User } from "./user";

/** The address of a new user that the pool verifies; a phone number comes first. Undefined without any. */
export function verifiable(
  { autoVerified }: PoolSettings,
  { attributes }: User,
): AddressAttribute | undefined {
  return (["phone_number", "email"] as const).find(
    (each) =>
      autoVerified.includes(each) &&
      attributes[each] !== undefined &&
      attributes[`${each}_verified`] !== "true",
  );
}
