import { randomInt } from "node:crypto";
import { jsonOf } from "../../../../facts/text/json";
import { isValues, text, texts, type Values } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import { described } from "../../contract/described";
import { refusals } from "../errors";
import { send } from "../messages";
import {
  model,
  type Operations,
  pageOf,
  poolTimes,
  requireSubject,
  type Subject,
  seconds,
  userAnswer,
} from "../operation";
import { setTemporaryPassword } from "../passwords";
import type { Pool } from "../pool";
import { type PasswordPolicy, resourcesOf } from "../settings";
import { revokeAccessTokens } from "../tokens";
import { postConfirmation, preSignUp } from "../triggers";
import type { UserPools } from "../user-pools";
import {
  attributeList,
  checkAttributes,
  checkName,
  type Group,
  toAttributes,
  type User,
  type Users,
} from "../users";

/** Users: their own view, and that of administrators. */
export const userOperations = {
  GetUser: async (pools, { AccessToken }) => {
    const { user, client } = await pools.holderOf(AccessToken);
    return { Username: user.username, UserAttributes: attributeList(user, client), ...mfaAnswer(user) };
  },
  DeleteUser: deleteUser,
  AdminCreateUser: async (pools, input) => {
    const pool = pools.requirePool(input.UserPoolId);
    const { settings, users, clock } = pool;
    const { Username: name, MessageAction: action, ClientMetadata: clientMetadata } = input;
    const { TemporaryPassword: password, DesiredDeliveryMediums: mediums = ["SMS"] } = input;
    const invitation = { password, mediums, clientMetadata, isSent: action !== "SUPPRESS" };
    if (action === "RESEND") {
      const user = users.require(name);
      if (user.status !== "FORCE_CHANGE_PASSWORD")
        throw new ServiceError(
          "UnsupportedUserStateException",
          `Resend not possible. ${user.status} User is not in FORCE_CHANGE_PASSWORD state`,
        );
      await invite(pool, user, invitation);
      return { User: userAnswer(user) };
    }
    checkName(settings, name);
    const attributes = toAttributes(input.UserAttributes);
    checkAttributes(attributes, { settings, client: undefined, isNew: true });
    users.checkFree(name, attributes);
    await preSignUp(pool, {
      source: "PreSignUp_AdminCreateUser",
      userName: name,
      clientId: undefined,
      attributes,
      validationData: toAttributes(input.ValidationData),
      clientMetadata,
    });
    const user = users.add(
      { name, attributes, status: "FORCE_CHANGE_PASSWORD", takesAliases: input.ForceAliasCreation },
      clock.now(),
    );
    try {
      await invite(pool, user, invitation);
    } catch (error) {
      users.remove(user);
      throw error;
    }
    return { User: userAnswer(user) };
  },
  AdminConfirmSignUp: async (pools, { UserPoolId, Username, ClientMetadata: clientMetadata }) => {
    const pool = pools.requirePool(UserPoolId);
    const user = pool.users.require(Username);
    if (user.status !== "UNCONFIRMED")
      throw refusals.notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    user.status = "CONFIRMED";
    user.modifiedAt = pool.clock.now();
    delete user.codes["sign-up"];
    const caller = { clientId: undefined, clientMetadata };
    await postConfirmation(pool, user, "PostConfirmation_ConfirmSignUp", caller);
    return {};
  },
  AdminGetUser: (pools, { UserPoolId, Username }) => {
    const user = pools.requirePool(UserPoolId).users.require(Username);
    return {
      Username: user.username,
      UserAttributes: attributeList(user),
      UserCreateDate: seconds(user.createdAt),
      UserLastModifiedDate: seconds(user.modifiedAt),
      Enabled: user.isEnabled,
      UserStatus: user.status,
      ...mfaAnswer(user),
    };
  },
  AdminDeleteUser: deleteUser,
  AdminEnableUser: (pools, input) => setEnabled(pools, input, true),
  AdminDisableUser: (pools, input) => setEnabled(pools, input, false),
  ListUsers: (pools, { UserPoolId, AttributesToGet, Filter = "", ...page }) => {
    const { users, settings } = pools.requirePool(UserPoolId);
    for (const name of AttributesToGet ?? []) {
      if (!settings.attributes.has(name))
        throw refusals.invalid(`One or more requested attributes do not exist: ${name}`);
    }
    const found = users.all.filter(parseFilter(Filter));
    return pageOf(found, page, "Users", (each) => userAnswer(each, AttributesToGet));
  },
} satisfies Operations;

async function deleteUser(pools: UserPools, subject: Subject): Promise<object> {
  const { pool, user } = await requireSubject(pools, subject);
  pool.users.remove(user);
  return {};
}

async function setEnabled(pools: UserPools, subject: Subject, isEnabled: boolean): Promise<object> {
  const { pool, user } = await requireSubject(pools, subject);
  user.isEnabled = isEnabled;
  user.modifiedAt = pool.clock.now();
  if (!isEnabled) revokeAccessTokens(user, pool.clock.now());
  return {};
}

interface Invitation {
  readonly password: string | undefined;
  readonly mediums: readonly string[];
  readonly clientMetadata: Readonly<Record<string, string>> | undefined;
  readonly isSent: boolean;
}

/** Gives a user a temporary password, and sends it. */
async function invite(
  pool: Pool,
  user: User,
  { password, mediums, clientMetadata, isSent }: Invitation,
): Promise<void> {
  const { settings, clock } = pool;
  const temporary = password ?? createPassword(settings.passwordPolicy);
  setTemporaryPassword(settings, user, temporary, clock.now());
  if (!isSent) return;
  for (const [medium, attribute] of [
    ["SMS", "phone_number"],
    ["EMAIL", "email"],
  ] as const) {
    if (mediums.includes(medium) && user.attributes[attribute] !== undefined)
      await send({ pool, user, occasion: "AdminCreateUser", attribute, code: temporary, clientMetadata });
  }
}

/** A password with each kind of character. */
function createPassword({ minimumLength }: PasswordPolicy): string {
  const kinds = ["abcdefghjkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "!?#$%*+-_"];
  const pick = (kind: string): string => kind[randomInt(kind.length)] ?? "";
  const length = Math.max(8, minimumLength);
  return Array.from({ length }, (_, index) => pick(kinds[index % kinds.length] ?? "")).join("");
}

/** The values that a filter of `ListUsers` compares, by the name in the filter. */
const values: Readonly<Record<string, (user: User) => string | undefined>> = {
  username: ({ username }) => username,
  sub: ({ sub }) => sub,
  "cognito:user_status": ({ status }) => status,
  status: ({ isEnabled }) => (isEnabled ? "Enabled" : "Disabled"),
  ...Object.fromEntries(
    ["email", "phone_number", "name", "given_name", "family_name", "preferred_username"].map((name) => [
      name,
      ({ attributes }: User) => attributes[name],
    ]),
  ),
};

const caseSensitive = ["username", "status"];

/**
 * Reads a filter: `email ^= "ada"`. An empty one is true for all users.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/how-to-manage-user-accounts.html#cognito-user-pools-searching-for-users-using-listusers-api
 */
function parseFilter(filter: string): (user: User) => boolean {
  if (filter.trim() === "") return () => true;
  const [, name = "", operator, quoted = ""] =
    /^\s*"?([\w:]+)"?\s*(\^=|=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (operator === undefined) throw refusals.invalid(`Error while parsing filter: ${filter}`);
  if (value === undefined) throw refusals.invalid(`Cannot search on attribute ${name}.`);
  const inCase = (text: string): string => (caseSensitive.includes(name) ? text : text.toLowerCase());
  const wanted = inCase(quoted.replace(/\\(.)/g, "$1"));
  return (user) => {
    const given = value(user);
    if (given === undefined) return false;
    const found = inCase(given);
    return operator === "=" ? found === wanted : found.startsWith(wanted);
  };
}

/** The second factors in answers to users and administrators. */
function mfaAnswer({ attributes, mfa }: User): object {
  const getsSms = mfa.enabled.includes("SMS_MFA") && attributes.phone_number !== undefined;
  return {
    MFAOptions: getsSms ? [{ DeliveryMedium: "SMS", AttributeName: "phone_number" }] : undefined,
    PreferredMfaSetting: mfa.preferred,
    UserMFASettingList: mfa.enabled.length > 0 ? mfa.enabled : undefined,
  };
}

/** Groups and their members. */
export const groupOperations = {
  CreateGroup: (
    pools,
    { GroupName: name, UserPoolId, Description: description, RoleArn: roleArn, Precedence: precedence },
  ) => {
    const pool = pools.requirePool(UserPoolId);
    const now = pool.clock.now();
    const created = { name, description, roleArn, precedence, createdAt: now, modifiedAt: now };
    const group = pool.groups.create(created);
    return { Group: groupAnswer(pool, group) };
  },
  GetGroup: (pools, { GroupName, UserPoolId }) => {
    const pool = pools.requirePool(UserPoolId);
    return { Group: groupAnswer(pool, pool.groups.require(GroupName)) };
  },
  UpdateGroup: (pools, { GroupName, UserPoolId, Description, RoleArn, Precedence }) => {
    const pool = pools.requirePool(UserPoolId);
    const group = pool.groups.require(GroupName);
    const changed = pool.groups.put({
      ...group,
      description: Description ?? group.description,
      roleArn: RoleArn ?? group.roleArn,
      precedence: Precedence ?? group.precedence,
      modifiedAt: pool.clock.now(),
    });
    return { Group: groupAnswer(pool, changed) };
  },
  DeleteGroup: (pools, { GroupName, UserPoolId }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    groups.delete(GroupName);
    for (const user of users.all) user.groups = user.groups.filter((each) => each !== GroupName);
    return {};
  },
  ListGroups: (pools, { UserPoolId, ...page }) => {
    const pool = pools.requirePool(UserPoolId);
    return pageOf(pool.groups.all, page, "Groups", (each) => groupAnswer(pool, each));
  },
  ListUsersInGroup: (pools, { UserPoolId, GroupName, ...page }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    const { name } = groups.require(GroupName);
    const members = users.all.filter((user) => user.groups.includes(name));
    return pageOf(members, page, "Users", (each) => userAnswer(each));
  },
  AdminAddUserToGroup: (pools, { UserPoolId, Username, GroupName }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    user.groups = [...new Set([...user.groups, groups.require(GroupName).name])];
    return {};
  },
  AdminRemoveUserFromGroup: (pools, { UserPoolId, Username, GroupName }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    const { name } = groups.require(GroupName);
    user.groups = user.groups.filter((each) => each !== name);
    return {};
  },
  AdminListGroupsForUser: (pools, { Username, UserPoolId, ...page }) => {
    const pool = pools.requirePool(UserPoolId);
    const groups = pool.groups.of(pool.users.require(Username));
    return pageOf(groups, page, "Groups", (each) => groupAnswer(pool, each));
  },
} satisfies Operations;

function groupAnswer({ settings }: Pool, group: Group): object {
  return {
    GroupName: group.name,
    UserPoolId: settings.id,
    Description: group.description,
    RoleArn: group.roleArn,
    Precedence: group.precedence,
    LastModifiedDate: seconds(group.modifiedAt),
    CreationDate: seconds(group.createdAt),
  };
}

/** Identity providers, and the users that are linked to theirs. */
export const identityProviderOperations = {
  ListIdentityProviders: (pools, { UserPoolId, ...page }) => {
    pools.requirePool(UserPoolId);
    return pageOf(identityProvidersOf(pools, UserPoolId), page, "Providers", (each) => ({
      ProviderName: text(each, "provider_name"),
      ProviderType: text(each, "provider_type"),
      ...poolTimes,
    }));
  },
  DescribeIdentityProvider: (pools, { UserPoolId, ProviderName: name }) =>
    identityProviderAnswer(pools, UserPoolId, name, (each) => text(each, "provider_name") === name),
  GetIdentityProviderByIdentifier: (pools, { UserPoolId, IdpIdentifier: id }) =>
    identityProviderAnswer(pools, UserPoolId, id, (each) => texts(each, "idp_identifiers").includes(id)),
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
export const identityProvidersOf = ({ model }: UserPools, poolId: string): readonly Values[] =>
  resourcesOf(model, "aws_cognito_identity_provider", poolId).map(({ values }) => values);

/** @param name - of the wanted one, for the refusal */
function identityProviderAnswer(
  pools: UserPools,
  poolId: string,
  name: string,
  isWanted: (provider: Values) => boolean,
): object {
  pools.requirePool(poolId);
  const found = identityProvidersOf(pools, poolId).find(isWanted);
  if (found === undefined) throw refusals.noResource(`Identity provider ${name} does not exist.`);
  const members = model.members("structures", "IdentityProviderType");
  return { IdentityProvider: described(members, found, poolTimes) };
}

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
