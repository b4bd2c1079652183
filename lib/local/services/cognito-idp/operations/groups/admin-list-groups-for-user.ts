import { groupAnswer } from "../answers";
import { operation } from "../contract";
import { pageOf } from "../pages";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminListGroupsForUser.html */
export const adminListGroupsForUser = operation(
  { Username: "text!", UserPoolId: "text!", Limit: "number", NextToken: "text" },
  (pools, { Username, UserPoolId, Limit, NextToken }) => {
    const pool = pools.requirePool(UserPoolId);
    const { items, next } = pageOf(pool.groups.of(pool.users.require(Username)), NextToken, Limit);
    return {
      Groups: items.map((each) => groupAnswer(pool, each)),
      ...(next !== undefined && { NextToken: next }),
    };
  },
);
