import { text } from "../../../../../model/resources/values";
import { refusals } from "../../errors";
import { operation } from "../contract";
import { identityProviderAnswer, identityProvidersOf } from "../identity-providers";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DescribeIdentityProvider.html */
export const describeIdentityProvider = operation(
  { UserPoolId: "text!", ProviderName: "text!" },
  (pools, { UserPoolId, ProviderName }) => {
    pools.requirePool(UserPoolId);
    const found = identityProvidersOf(pools, UserPoolId).find(
      (each) => text(each, "provider_name") === ProviderName,
    );
    if (found === undefined) throw refusals.noResource(`Identity provider ${ProviderName} does not exist.`);
    return { IdentityProvider: identityProviderAnswer(found) };
  },
);
