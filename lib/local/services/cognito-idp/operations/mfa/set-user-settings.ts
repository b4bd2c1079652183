import { operation } from "../contract";
import { setMfaOptions } from "../mfa-options";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SetUserSettings.html */
export const setUserSettings = operation(
  { AccessToken: "text!", MFAOptions: "list!" },
  async (pools, input) => {
    const { user } = await pools.holderOf(input.AccessToken);
    setMfaOptions(user, input.MFAOptions);
    return {};
  },
);
