import { operation } from "../contract";
import { pageOf } from "../pages";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUserPoolClients.html */
export const listUserPoolClients = operation(
  { UserPoolId: "text!", MaxResults: "number", NextToken: "text", ClientType: "notEmulated" },
  (pools, { UserPoolId, MaxResults, NextToken }) => {
    const { items, next } = pageOf(pools.clientsOf(pools.requirePool(UserPoolId)), NextToken, MaxResults);
    return {
      UserPoolClients: items.map(({ id, name }) => ({ ClientId: id, UserPoolId, ClientName: name })),
      ...(next !== undefined && { NextToken: next }),
    };
  },
);
