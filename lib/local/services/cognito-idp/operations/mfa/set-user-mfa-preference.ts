import { operation } from "../contract";
import { mfaPreferenceShape, setMfaPreference } from "../mfa-preference";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SetUserMFAPreference.html */
export const setUserMFAPreference = operation(
  { ...mfaPreferenceShape, AccessToken: "text!" },
  async (pools, input) => {
    const { pool, user } = await pools.holderOf(input.AccessToken);
    setMfaPreference(pool, user, input);
    return {};
  },
);
