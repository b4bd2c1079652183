import { groupAnswer } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetGroup.html */
export const getGroup = operation(
  { GroupName: "text!", UserPoolId: "text!" },
  (pools, { GroupName, UserPoolId }) => {
    const pool = pools.requirePool(UserPoolId);
    return { Group: groupAnswer(pool, pool.groups.require(GroupName)) };
  },
);
