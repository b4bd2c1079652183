import { groupAnswer } from "../answers";
import { operation } from "../contract";
import { pageOf } from "../pages";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListGroups.html */
export const listGroups = operation(
  { UserPoolId: "text!", Limit: "number", NextToken: "text" },
  (pools, { UserPoolId, Limit, NextToken }) => {
    const pool = pools.requirePool(UserPoolId);
    const { items, next } = pageOf(pool.groups.all, NextToken, Limit);
    return {
      Groups: items.map((each) => groupAnswer(pool, each)),
      ...(next !== undefined && { NextToken: next }),
    };
  },
);
