import { texts } from "../../../../../model/resources/values";
import { refusals } from "../../errors";
import { operation } from "../contract";
import { identityProviderAnswer, identityProvidersOf } from "../identity-providers";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetIdentityProviderByIdentifier.html */
export const getIdentityProviderByIdentifier = operation(
  { UserPoolId: "text!", IdpIdentifier: "text!" },
  (pools, { UserPoolId, IdpIdentifier }) => {
    pools.requirePool(UserPoolId);
    const found = identityProvidersOf(pools, UserPoolId).find((each) =>
      texts(each, "idp_identifiers").includes(IdpIdentifier),
    );
    if (found === undefined) throw refusals.noResource(`Identity provider ${IdpIdentifier} does not exist.`);
    return { IdentityProvider: identityProviderAnswer(found) };
  },
);
