import { operation } from "../contract";
import { pageOf } from "../pages";
import { poolTimes } from "../pool-times";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUserPools.html */
export const listUserPools = operation(
  { NextToken: "text", MaxResults: "number!" },
  (pools, { NextToken, MaxResults }) => {
    const { items, next } = pageOf(pools.all, NextToken, MaxResults);
    return {
      UserPools: items.map(({ settings: { id, name } }) => ({
        Id: id,
        Name: name,
        LambdaConfig: {},
        ...poolTimes,
      })),
      ...(next !== undefined && { NextToken: next }),
    };
  },
);
