import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminAddUserToGroup.html */
export const adminAddUserToGroup = operation(
  { UserPoolId: "text!", Username: "text!", GroupName: "text!" },
  (pools, { UserPoolId, Username, GroupName }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    user.groups = [...new Set([...user.groups, groups.require(GroupName).name])];
    return {};
  },
);
