import { operation } from "../contract";
import { mfaPreferenceShape, setMfaPreference } from "../mfa-preference";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserMFAPreference.html */
export const adminSetUserMFAPreference = operation(
  { ...mfaPreferenceShape, Username: "text!", UserPoolId: "text!" },
  (pools, input) => {
    const pool = pools.requirePool(input.UserPoolId);
    setMfaPreference(pool, pool.users.require(input.Username), input);
    return {};
  },
);
