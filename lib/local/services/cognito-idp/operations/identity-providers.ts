import { jsonOf } from "../../../../facts/text/json";
import { isValues, text, texts, type Values } from "../../../../model";
import { described } from "../../contract/described";
import { refusals } from "../errors";
import type { User } from "../state/user";
import type { Users } from "../state/users";
import type { UserPools } from "../user-pools";
import { pageOf, poolTimes } from "./answers";
import { model, type Operations } from "./contract";

/** Identity providers, and the users that are linked to theirs. */
export const identityProviderOperations = {
  ListIdentityProviders: (pools, { UserPoolId, MaxResults, NextToken }) => {
    pools.requirePool(UserPoolId);
    const { items, next } = pageOf(identityProvidersOf(pools, UserPoolId), NextToken, MaxResults);
    return {
      Providers: items.map((each) => ({
        ProviderName: text(each, "provider_name"),
        ProviderType: text(each, "provider_type"),
        ...poolTimes,
      })),
      NextToken: next,
    };
  },
  DescribeIdentityProvider: (pools, { UserPoolId, ProviderName }) => {
    pools.requirePool(UserPoolId);
    const found = identityProvidersOf(pools, UserPoolId).find(
      (each) => text(each, "provider_name") === ProviderName,
    );
    if (found === undefined) throw refusals.noResource(`Identity provider ${ProviderName} does not exist.`);
    return { IdentityProvider: identityProviderAnswer(found) };
  },
  GetIdentityProviderByIdentifier: (pools, { UserPoolId, IdpIdentifier }) => {
    pools.requirePool(UserPoolId);
    const found = identityProvidersOf(pools, UserPoolId).find((each) =>
      texts(each, "idp_identifiers").includes(IdpIdentifier),
    );
    if (found === undefined) throw refusals.noResource(`Identity provider ${IdpIdentifier} does not exist.`);
    return { IdentityProvider: identityProviderAnswer(found) };
  },
  AdminLinkProviderForUser: (pools, { UserPoolId, DestinationUser, SourceUser }) => {
    const { users, clock } = pools.requirePool(UserPoolId);
    const user = users.require(DestinationUser.ProviderAttributeValue ?? "");
    const { ProviderName: providerName = "", ProviderAttributeValue: userId = "" } = SourceUser;
    if (userId === "") throw refusals.invalid("SourceUser needs a ProviderName and a ProviderAttributeValue");
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
  AdminDisableProviderForUser: (pools, { UserPoolId, User }) => {
    const { users } = pools.requirePool(UserPoolId);
    const { ProviderName: providerName = "", ProviderAttributeValue: userId = "" } = User;
    const user = findLinked(users, providerName, userId);
    if (user === undefined) throw refusals.noUser();
    setIdentities(
      user,
      identitiesOf(user).filter((each) => each.providerName !== providerName || each.userId !== userId),
    );
    return {};
  },
} satisfies Operations;

/** The identity providers of a pool, as the app declares them. */
export function identityProvidersOf({ model }: UserPools, poolId: string): readonly Values[] {
  return model
    .ofType("aws_cognito_identity_provider")
    .map(({ values }) => values)
    .filter((values) => text(values, "user_pool_id") === poolId);
}

const identityProviderAnswer = (values: Values): object =>
  described(model.members("structures", "IdentityProviderType"), values, poolTimes);

/** A user of another provider, who is linked to a user of the pool. */
interface LinkedIdentity {
  readonly userId: string;
  readonly providerName: string;
  readonly providerType: string | null;
  readonly issuer: string | null;
  readonly primary: boolean;
  readonly dateCreated: number;
}

/** The identities of a user, which the attribute `identities` holds as JSON. */
function identitiesOf({ attributes }: User): readonly LinkedIdentity[] {
  const list = jsonOf(attributes.identities ?? "[]");
  if (!Array.isArray(list)) return [];
  return list.filter(isValues).map((each) => ({
    userId: text(each, "userId") ?? "",
    providerName: text(each, "providerName") ?? "",
    providerType: text(each, "providerType") ?? null,
    issuer: text(each, "issuer") ?? null,
    primary: each.primary === true,
    dateCreated: Number(each.dateCreated ?? 0),
  }));
}

function setIdentities(user: User, identities: readonly LinkedIdentity[]): void {
  if (identities.length === 0) delete user.attributes.identities;
  else user.attributes.identities = JSON.stringify(identities);
}

/** The user of the pool who is a user of another provider. */
export function findLinked(users: Users, providerName: string, userId: string): User | undefined {
  return users.all.find((user) =>
    identitiesOf(user).some((each) => each.providerName === providerName && each.userId === userId),
  );
}
