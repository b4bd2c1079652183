import type { Pool } from "../pool";
import type { User } from "../state/user";

/** The factors with which a user may sign in. */
export function authFactorsAnswer({ settings }: Pool, user: User): object {
  const has: Readonly<Record<string, boolean>> = {
    PASSWORD: user.password !== undefined,
    EMAIL_OTP: user.attributes.email_verified === "true",
    SMS_OTP: user.attributes.phone_number_verified === "true",
    WEB_AUTHN: user.passkeys.length > 0,
  };
  return {
    Username: user.username,
    ...(user.mfa.preferred !== undefined && { PreferredMfaSetting: user.mfa.preferred }),
    UserMFASettingList: user.mfa.enabled,
    ConfiguredUserAuthFactors: settings.firstFactors.filter((factor) => has[factor] === true),
  };
}
