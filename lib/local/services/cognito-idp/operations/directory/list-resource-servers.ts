import { operation } from "../contract";
import { pageOf } from "../pages";
import { resourceServerAnswer, resourceServersOf } from "../resource-servers";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListResourceServers.html */
export const listResourceServers = operation(
  { UserPoolId: "text!", MaxResults: "number", NextToken: "text" },
  (pools, { UserPoolId, MaxResults, NextToken }) => {
    pools.requirePool(UserPoolId);
    const { items, next } = pageOf(resourceServersOf(pools, UserPoolId), NextToken, MaxResults, 50);
    return {
      ResourceServers: items.map(resourceServerAnswer),
      ...(next !== undefined && { NextToken: next }),
    };
  },
);
