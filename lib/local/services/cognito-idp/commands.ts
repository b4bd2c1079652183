import { isLibraryError } from "../../../facts/errors/error";
import { fail } from "../../errors";
import { requireUserPool } from "../../identities/user-pools";
import type { InboxMessage } from "../../report";
import { ServiceError } from "../contract/define-service";
import { cognitoOperations } from "./operations";
import type { Pool } from "./pool";
import type { UserPools } from "./user-pools";

/** A user as a seed or a command describes them. */
export interface SeededUser {
  /** Id, name or construct path of the pool, or a part of the path. @default - the only pool */
  readonly pool?: string | undefined;
  /** Name, email address or phone number. */
  readonly name: string;
  /** @default - the user has a temporary password, which is in the inbox */
  readonly password?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly groups?: readonly string[] | undefined;
  /** Where the user is written, for errors: `seed.json users[0]`. @default - the option --seed */
  readonly place?: string | undefined;
}

/** The requests of a command in another terminal about users. */
export type UsersCommand =
  | { readonly action: "inbox" }
  | { readonly action: "list"; readonly pool?: string | undefined }
  | ({ readonly action: "create" } & SeededUser)
  | { readonly action: "confirm"; readonly pool?: string | undefined; readonly name: string }
  | {
      readonly action: "set-password";
      readonly pool?: string | undefined;
      readonly name: string;
      readonly password: string;
    }
  | {
      readonly action: "add-to-group";
      readonly pool?: string | undefined;
      readonly name: string;
      readonly group: string;
    };

/** A user in a list. */
export interface ListedUser {
  readonly pool: string;
  readonly username: string;
  readonly status: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly groups: readonly string[];
}

export type UsersAnswer =
  | { readonly messages: readonly InboxMessage[] }
  | { readonly users: readonly ListedUser[] }
  | { readonly problem: string };

/** Performs a command with the operations of the service, as an administrator. Never rejects. */
export async function performCommand(pools: UserPools, command: UsersCommand): Promise<UsersAnswer> {
  try {
    return await perform(pools, command);
  } catch (error) {
    if (error instanceof ServiceError) return { problem: `${error.code}: ${error.message}` };
    if (isLibraryError(error)) return { problem: error.message };
    throw error;
  }
}

async function perform(pools: UserPools, command: UsersCommand): Promise<UsersAnswer> {
  if (command.action === "inbox") return { messages: pools.inbox.all };
  if (command.action === "list" && command.pool === undefined) return { users: pools.all.flatMap(listed) };
  const { id } = requireUserPool(pools.model, command.pool, "serverform local users");
  const pool = pools.requirePool(id);
  if (command.action === "list") return { users: listed(pool) };
  const of = { UserPoolId: id, Username: command.name };
  switch (command.action) {
    case "create":
      await createUser(pools, id, command);
      break;
    case "confirm":
      await cognitoOperations.AdminConfirmSignUp(pools, of);
      break;
    case "set-password":
      await cognitoOperations.AdminSetUserPassword(pools, {
        ...of,
        Password: command.password,
        Permanent: true,
      });
      break;
    case "add-to-group":
      await cognitoOperations.AdminAddUserToGroup(pools, { ...of, GroupName: command.group });
  }
  return {
    users: listed(pool).filter(({ username }) => username === pool.users.find(command.name)?.username),
  };
}

/** Creates the users of a seed whom the pools do not have yet. Throws for one that cannot be created. */
export async function seedUsers(pools: UserPools, users: readonly SeededUser[]): Promise<void> {
  for (const user of users) {
    const { id } = requireUserPool(pools.model, user.pool, "serverform local --seed");
    if (pools.requirePool(id).users.find(user.name) !== undefined) continue;
    try {
      await createUser(pools, id, user);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const known = pools.requirePool(id).groups.all.map(({ name }) => name);
      const group = user.groups?.find((each) => !known.includes(each));
      const { name, place = "--seed" } = user;
      const reason = `${error.code}: ${error.message}`;
      fail("serverform local", "local-seed-user-refused", place, { name, reason, group, groups: known });
    }
  }
}

/** Addresses of a user whom the developer creates are verified by default. */
async function createUser(pools: UserPools, id: string, user: SeededUser): Promise<void> {
  const { name, password, groups = [] } = user;
  const { users, groups: known } = pools.requirePool(id);
  for (const group of groups) known.require(group);
  const address = users.addressIn(name);
  const given = { ...(address !== undefined && { [address]: name }), ...user.attributes };
  const verified = Object.fromEntries(
    ["email", "phone_number"].flatMap((each) =>
      given[each] === undefined ? [] : [[`${each}_verified`, "true"]],
    ),
  );
  const UserAttributes = Object.entries({ ...verified, ...given }).map(([Name, Value]) => ({ Name, Value }));
  const of = { UserPoolId: id, Username: name };
  await cognitoOperations.AdminCreateUser(pools, {
    ...of,
    UserAttributes,
    DesiredDeliveryMediums: ["EMAIL", "SMS"],
    ...(password !== undefined && { MessageAction: "SUPPRESS" }),
  });
  if (password !== undefined) {
    try {
      await cognitoOperations.AdminSetUserPassword(pools, { ...of, Password: password, Permanent: true });
    } catch (error) {
      await cognitoOperations.AdminDeleteUser(pools, of);
      throw error;
    }
  }
  for (const GroupName of groups) await cognitoOperations.AdminAddUserToGroup(pools, { ...of, GroupName });
}

function listed({ settings, users }: Pool): readonly ListedUser[] {
  return users.all.map(({ username, status, attributes, groups }) => ({
    pool: settings.name,
    username,
    status,
    attributes,
    groups,
  }));
}
