import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminDeleteUser.html */
export const adminDeleteUser = operation(
  { UserPoolId: "text!", Username: "text!" },
  (pools, { UserPoolId, Username }) => {
    const { users } = pools.requirePool(UserPoolId);
    users.remove(users.require(Username));
    return {};
  },
);
