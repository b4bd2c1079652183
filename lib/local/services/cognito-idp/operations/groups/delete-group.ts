import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DeleteGroup.html */
export const deleteGroup = operation(
  { GroupName: "text!", UserPoolId: "text!" },
  (pools, { GroupName, UserPoolId }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    groups.delete(GroupName);
    for (const user of users.all) user.groups = user.groups.filter((each) => each !== GroupName);
    return {};
  },
);
