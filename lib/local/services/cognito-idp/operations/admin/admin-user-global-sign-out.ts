import { signOutEverywhere } from "../../tokens/refresh";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUserGlobalSignOut.html */
export const adminUserGlobalSignOut = operation(
  { UserPoolId: "text!", Username: "text!" },
  (pools, { UserPoolId, Username }) => {
    const { users, clock } = pools.requirePool(UserPoolId);
    signOutEverywhere(users.require(Username), clock.now());
    return {};
  },
);
