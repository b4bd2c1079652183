import type { Values } from "../../../../model/resources/model";
import { text, textMap, texts } from "../../../../model/resources/values";
import type { UserPools } from "../user-pools";
import { poolTimes } from "./pool-times";

/** The identity providers of a pool, as the app declares them. */
export function identityProvidersOf({ model }: UserPools, poolId: string): readonly Values[] {
  return model
    .ofType("aws_cognito_identity_provider")
    .map(({ values }) => values)
    .filter((values) => text(values, "user_pool_id") === poolId);
}

export function identityProviderAnswer(values: Values): object {
  return {
    UserPoolId: text(values, "user_pool_id"),
    ProviderName: text(values, "provider_name"),
    ProviderType: text(values, "provider_type"),
    ProviderDetails: textMap(values, "provider_details"),
    AttributeMapping: textMap(values, "attribute_mapping"),
    IdpIdentifiers: texts(values, "idp_identifiers"),
    ...poolTimes,
  };
}
