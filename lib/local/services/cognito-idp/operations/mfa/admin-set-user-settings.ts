import { operation } from "../contract";
import { setMfaOptions } from "../mfa-options";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserSettings.html */
export const adminSetUserSettings = operation(
  { UserPoolId: "text!", Username: "text!", MFAOptions: "list!" },
  (pools, { UserPoolId, Username, MFAOptions }) => {
    setMfaOptions(pools.requirePool(UserPoolId).users.require(Username), MFAOptions);
    return {};
  },
);
