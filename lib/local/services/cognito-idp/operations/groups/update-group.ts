import { groupAnswer } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UpdateGroup.html */
export const updateGroup = operation(
  { GroupName: "text!", UserPoolId: "text!", Description: "text", RoleArn: "text", Precedence: "number" },
  (pools, { GroupName, UserPoolId, Description, RoleArn, Precedence }) => {
    const pool = pools.requirePool(UserPoolId);
    const group = pool.groups.require(GroupName);
    const changed = pool.groups.update({
      ...group,
      description: Description ?? group.description,
      roleArn: RoleArn ?? group.roleArn,
      precedence: Precedence ?? group.precedence,
      modifiedAt: pool.clock.now(),
    });
    return { Group: groupAnswer(pool, changed) };
  },
);
