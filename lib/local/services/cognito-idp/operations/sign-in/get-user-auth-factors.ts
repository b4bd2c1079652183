import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUserAuthFactors.html */
export const getUserAuthFactors = operation({ AccessToken: "text!" }, async (pools, { AccessToken }) => {
  const { pool, user } = await pools.holderOf(AccessToken);
  const { firstFactors } = pool.settings;
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
    ConfiguredUserAuthFactors: firstFactors.filter((factor) => has[factor] === true),
  };
});
