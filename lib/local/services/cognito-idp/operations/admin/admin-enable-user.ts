import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminEnableUser.html */
export const adminEnableUser = operation(
  { UserPoolId: "text!", Username: "text!" },
  (pools, { UserPoolId, Username }) => {
    const { users, clock } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    user.isEnabled = true;
    user.modifiedAt = clock.now();
    return {};
  },
);
