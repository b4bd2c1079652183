import { text } from "../../../../../model/resources/values";
import { refusals } from "../../errors";
import { findLinked, identitiesOf, setIdentities } from "../../state/identities";
import { operation } from "../contract";
import { identityProvidersOf } from "../identity-providers";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminLinkProviderForUser.html */
export const adminLinkProviderForUser = operation(
  { UserPoolId: "text!", DestinationUser: "structure!", SourceUser: "structure!" },
  (pools, { UserPoolId, DestinationUser, SourceUser }) => {
    const { users, clock } = pools.requirePool(UserPoolId);
    const user = users.require(text(DestinationUser, "ProviderAttributeValue") ?? "");
    const [providerName, userId] = ["ProviderName", "ProviderAttributeValue"].map(
      (name) => text(SourceUser, name) ?? "",
    );
    if (providerName === undefined || userId === undefined || userId === "")
      throw refusals.invalid("SourceUser needs a ProviderName and a ProviderAttributeValue");
    const provider = identityProvidersOf(pools, UserPoolId).find(
      (each) => text(each, "provider_name") === providerName,
    );
    if (provider === undefined)
      throw refusals.invalid(`Invalid SourceUser: the provider ${providerName} does not exist.`);
    const other = findLinked(users, providerName, userId);
    if (other !== undefined && other !== user)
      throw refusals.invalid("SourceUser is already linked to DestinationUser");
    const identity = {
      userId,
      providerName,
      providerType: text(provider, "provider_type") ?? null,
      issuer: null,
      primary: false,
      dateCreated: clock.now(),
    };
    if (other === undefined) setIdentities(user, [...identitiesOf(user), identity]);
    return {};
  },
);
