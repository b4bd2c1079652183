import { groupAnswer } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateGroup.html */
export const createGroup = operation(
  { GroupName: "text!", UserPoolId: "text!", Description: "text", RoleArn: "text", Precedence: "number" },
  (
    pools,
    { GroupName: name, UserPoolId, Description: description, RoleArn: roleArn, Precedence: precedence },
  ) => {
    const pool = pools.requirePool(UserPoolId);
    const now = pool.clock.now();
    const group = pool.groups.create({
      name,
      description,
      roleArn,
      precedence,
      createdAt: now,
      modifiedAt: now,
    });
    return { Group: groupAnswer(pool, group) };
  },
);
