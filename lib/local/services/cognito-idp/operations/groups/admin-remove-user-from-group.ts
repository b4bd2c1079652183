import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminRemoveUserFromGroup.html */
export const adminRemoveUserFromGroup = operation(
  { UserPoolId: "text!", Username: "text!", GroupName: "text!" },
  (pools, { UserPoolId, Username, GroupName }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    const { name } = groups.require(GroupName);
    user.groups = user.groups.filter((each) => each !== name);
    return {};
  },
);
