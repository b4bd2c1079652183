import { randomInt } from "node:crypto";
import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import { send } from "../messages/send";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import type { AddressAttribute, PasswordPolicy } from "../settings/pool-settings";
import { attributeList, checkAttributes, toAttributes } from "../state/attributes";
import { setPassword } from "../state/passwords";
import type { User } from "../state/user";
import { checkName } from "../state/users";
import { postConfirmation, preSignUp } from "../triggers/simple-triggers";
import type { UserPools } from "../user-pools";
import { pageOf, seconds, userAnswer } from "./answers";
import { type Operations, requireSubject, type Subject } from "./contract";

/** Users: their own view, and that of administrators. */
export const userOperations = {
  GetUser: async (pools, { AccessToken }) => {
    const { user, client } = await pools.holderOf(AccessToken);
    return ownAnswer(user, client);
  },
  DeleteUser: deleteUser,
  AdminCreateUser: async (pools, input) => {
    const pool = pools.requirePool(input.UserPoolId);
    const { settings, users, clock } = pool;
    const { Username: name, MessageAction: action, ClientMetadata: clientMetadata } = input;
    const mediums = input.DesiredDeliveryMediums ?? ["SMS"];
    if (action === "RESEND") {
      const user = users.find(name);
      if (user === undefined) throw refusals.noUser();
      if (user.status !== "FORCE_CHANGE_PASSWORD")
        throw new ServiceError(
          "UnsupportedUserStateException",
          `Resend not possible. ${user.status} User is not in FORCE_CHANGE_PASSWORD state`,
        );
      await invite(pool, user, { password: input.TemporaryPassword, mediums, clientMetadata, isSent: true });
      return { User: userAnswer(user) };
    }
    checkName(settings, name);
    const attributes = toAttributes(input.UserAttributes);
    checkAttributes(attributes, { settings, client: undefined, isNew: true });
    for (const alias of ["email", "phone_number"]) {
      const other =
        attributes[`${alias}_verified`] === "true" ? users.holderOf(alias, attributes[alias]) : undefined;
      if (other === undefined || settings.usernameAttributes.includes(alias)) continue;
      if (input.ForceAliasCreation !== true) throw refusals.aliasExists(alias);
      other.attributes[`${alias}_verified`] = "false";
    }
    users.checkFree(name, attributes);
    await preSignUp(pool, {
      source: "PreSignUp_AdminCreateUser",
      userName: name,
      clientId: undefined,
      attributes,
      validationData: toAttributes(input.ValidationData),
      clientMetadata,
    });
    const user = users.add({ name, attributes, status: "FORCE_CHANGE_PASSWORD" }, clock.now());
    try {
      await invite(pool, user, {
        password: input.TemporaryPassword,
        mediums,
        clientMetadata,
        isSent: action !== "SUPPRESS",
      });
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
    await postConfirmation(pool, user, "PostConfirmation_ConfirmSignUp", {
      clientId: undefined,
      clientMetadata,
    });
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
  ListUsers: (pools, { UserPoolId, AttributesToGet, Limit, PaginationToken, Filter = "" }) => {
    const { users, settings } = pools.requirePool(UserPoolId);
    for (const name of AttributesToGet ?? []) {
      if (!settings.attributes.has(name))
        throw refusals.invalid(`One or more requested attributes do not exist: ${name}`);
    }
    const { items, next } = pageOf(users.all.filter(parseFilter(Filter)), PaginationToken, Limit);
    return {
      Users: items.map((each) => userAnswer(each, AttributesToGet)),
      PaginationToken: next,
    };
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
  return {};
}

interface Invitation {
  readonly password: string | undefined;
  readonly mediums: readonly string[];
  readonly clientMetadata: Readonly<Record<string, string>> | undefined;
  readonly isSent: boolean;
}

const dayMs = 86_400_000;

/** Gives a user a temporary password, and sends it. */
async function invite(
  pool: Pool,
  user: User,
  { password, mediums, clientMetadata, isSent }: Invitation,
): Promise<void> {
  const { settings, clock } = pool;
  const temporary = password ?? createPassword(settings.passwordPolicy);
  setPassword(settings, user, temporary);
  user.temporaryUntil = clock.now() + settings.passwordPolicy.temporaryDays * dayMs;
  if (!isSent) return;
  const wanted: readonly AddressAttribute[] = [
    ...(mediums.includes("SMS") ? (["phone_number"] as const) : []),
    ...(mediums.includes("EMAIL") ? (["email"] as const) : []),
  ];
  for (const attribute of wanted) {
    if (user.attributes[attribute] === undefined) continue;
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
  const wanted = quoted.replace(/\\(.)/g, "$1").toLowerCase();
  return (user) => {
    const found = value(user)?.toLowerCase();
    if (found === undefined) return false;
    return operator === "=" ? found === wanted : found.startsWith(wanted);
  };
}

/** The second factors in answers to users and administrators. */
function mfaAnswer({ attributes, mfa }: User): object {
  return {
    ...(mfa.enabled.includes("SMS_MFA") &&
      attributes.phone_number !== undefined && {
        MFAOptions: [{ DeliveryMedium: "SMS", AttributeName: "phone_number" }],
      }),
    ...(mfa.preferred !== undefined && { PreferredMfaSetting: mfa.preferred }),
    ...(mfa.enabled.length > 0 && { UserMFASettingList: mfa.enabled }),
  };
}

function ownAnswer(user: User, client: ClientSettings | undefined): object {
  return { Username: user.username, UserAttributes: attributeList(user, client), ...mfaAnswer(user) };
}
