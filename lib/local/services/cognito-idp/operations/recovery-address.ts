import { refusals } from "../errors";
import type { AddressAttribute, PoolSettings } from "../settings/pool-settings";
import type { User } from "../state/user";

/** Where the code for a forgotten password goes: the best verified address that the pool allows. */
export function recoveryAddress({ recovery }: PoolSettings, { attributes }: User): AddressAttribute {
  const found = recovery.find((each) => attributes[`${each}_verified`] === "true");
  if (found !== undefined) return found;
  if (recovery.length === 0) throw refusals.notAuthorized("Contact administrator to reset password.");
  throw refusals.invalid(
    "Cannot reset password for the user as there is no registered/verified email or phone_number",
  );
}
