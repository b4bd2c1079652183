import { text } from "../../../../../model/resources/values";
import { operation } from "../contract";
import { identityProvidersOf } from "../identity-providers";
import { pageOf } from "../pages";
import { poolTimes } from "../pool-times";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListIdentityProviders.html */
export const listIdentityProviders = operation(
  { UserPoolId: "text!", MaxResults: "number", NextToken: "text" },
  (pools, { UserPoolId, MaxResults, NextToken }) => {
    pools.requirePool(UserPoolId);
    const { items, next } = pageOf(identityProvidersOf(pools, UserPoolId), NextToken, MaxResults);
    return {
      Providers: items.map((each) => ({
        ProviderName: text(each, "provider_name"),
        ProviderType: text(each, "provider_type"),
        ...poolTimes,
      })),
      ...(next !== undefined && { NextToken: next }),
    };
  },
);
