import { randomUUID } from "node:crypto";
import { generateUuid } from "../../../../model";
import { refusals } from "../errors";
import type { AddressAttribute, PoolSettings } from "../settings/pool-settings";
import type { User, UserStatus } from "./user";

interface NewUser {
  /** The name with which the user signs up: a name, or an address in a pool whose users sign in with addresses. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly status: UserStatus;
}

/** The users of a pool, by their names and by the addresses that are names, too. */
export class Users {
  private readonly byName = new Map<string, User>();

  constructor(
    private readonly settings: () => PoolSettings,
    users: readonly User[] = [],
  ) {
    for (const user of users) this.byName.set(this.key(user.username), user);
  }

  get all(): readonly User[] {
    return [...this.byName.values()];
  }

  /** By user name, by the address that is the name, or by an alias. */
  find(name: string): User | undefined {
    return this.byName.get(this.key(name)) ?? this.findBySub(name) ?? this.findByAddress(name);
  }

  require(name: string): User {
    const user = this.find(name);
    if (user === undefined) throw refusals.noUser();
    return user;
  }

  /** Adds a user. Throws if there is one of that name. */
  add({ name, attributes, status }: NewUser, nowMs: number): User {
    this.checkFree(name, attributes);
    const address = this.addressIn(name);
    const sub = this.newSub(name);
    return this.insert({
      // A pool whose users sign in with addresses chooses the name itself.
      username: address === undefined ? name : sub,
      sub,
      status,
      attributes: { ...attributes, ...(address !== undefined && { [address]: name }) },
      nowMs,
    });
  }

  /** Adds a user of another provider. The addresses of such users may be those of other users. */
  addExternal(
    username: string,
    attributes: Readonly<Record<string, string>>,
    sub: string,
    nowMs: number,
  ): User {
    return this.insert({ username, sub, status: "EXTERNAL_PROVIDER", attributes, nowMs });
  }

  private insert({
    attributes,
    nowMs,
    ...given
  }: Pick<User, "username" | "sub" | "status" | "attributes"> & { readonly nowMs: number }): User {
    const user: User = {
      ...given,
      attributes: { ...attributes },
      isEnabled: true,
      earlierPasswords: [],
      codes: {},
      pending: {},
      mfa: { enabled: [] },
      devices: [],
      passkeys: [],
      groups: [],
      chains: [],
      failures: { count: 0, lockedUntil: 0 },
      validSince: 0,
      createdAt: nowMs,
      modifiedAt: nowMs,
    };
    this.byName.set(this.key(user.username), user);
    return user;
  }

  remove(user: User): void {
    this.byName.delete(this.key(user.username));
  }

  /** Refuses the name or the addresses of another user. */
  checkFree(name: string, attributes: Readonly<Record<string, string>>): void {
    const address = this.addressIn(name);
    if (this.byName.has(this.key(name))) throw refusals.userExists();
    const { usernameAttributes } = this.settings();
    const given = address === undefined ? attributes : { ...attributes, [address]: name };
    for (const attribute of usernameAttributes) {
      if (this.withAddress(attribute, given[attribute]) !== undefined)
        throw refusals.userExists(`An account with the given ${attribute} already exists.`);
    }
    const preferred = attributes.preferred_username;
    if (preferred !== undefined) this.checkAlias("preferred_username", preferred, undefined);
  }

  /** Refuses an alias of another user. */
  checkAlias(attribute: string, value: string, user: User | undefined): void {
    const other = this.holderOf(attribute, value);
    if (other !== undefined && other !== user) throw refusals.aliasExists(attribute);
  }

  /** The user that an address or preferred name names; undefined without one. */
  holderOf(attribute: string, value: string | undefined): User | undefined {
    const { usernameAttributes, aliasAttributes } = this.settings();
    if (usernameAttributes.includes(attribute)) return this.withAddress(attribute, value);
    if (!aliasAttributes.includes(attribute)) return undefined;
    const isVerified = (user: User): boolean =>
      attribute === "preferred_username" || user.attributes[`${attribute}_verified`] === "true";
    return this.all.find((user) => this.isSame(user.attributes[attribute], value) && isVerified(user));
  }

  /** The address that a name of a new user is; undefined in pools whose users choose names. */
  addressIn(name: string): AddressAttribute | undefined {
    const { usernameAttributes } = this.settings();
    if (usernameAttributes.includes("email") && isEmail(name)) return "email";
    return usernameAttributes.includes("phone_number") && isPhone(name) ? "phone_number" : undefined;
  }

  private findBySub(sub: string): User | undefined {
    return /^[0-9a-f-]{36}$/.test(sub) ? this.all.find((user) => user.sub === sub) : undefined;
  }

  private findByAddress(name: string): User | undefined {
    for (const attribute of ["email", "phone_number", "preferred_username"]) {
      const found = this.holderOf(attribute, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private withAddress(attribute: string, value: string | undefined): User | undefined {
    if (value === undefined) return undefined;
    return this.all.find((user) => this.isSame(user.attributes[attribute], value));
  }

  private isSame(one: string | undefined, other: string | undefined): boolean {
    return one !== undefined && other !== undefined && this.key(one) === this.key(other);
  }

  private key(name: string): string {
    return this.settings().isCaseSensitive ? name : name.toLowerCase();
  }

  /** The subject of `serverform local token --user <name>`, as long as no user has it. */
  private newSub(name: string): string {
    const sub = generateUuid(`${this.settings().id} ${name}`);
    return this.all.some((user) => user.sub === sub) ? randomUUID() : sub;
  }
}

export const isEmail = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/.test(text);
export const isPhone = (text: string): boolean => /^\+\d{4,15}$/.test(text);

/** Refuses names that a pool does not take. */
export function checkName({ usernameAttributes, aliasAttributes }: PoolSettings, name: string): void {
  if (/\s/.test(name) || name.length > 128) {
    throw refusals.invalid(
      "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+",
    );
  }
  const [takesEmail, takesPhone] = ["email", "phone_number"].map((each) => usernameAttributes.includes(each));
  const isAddress = (takesEmail && isEmail(name)) || (takesPhone && isPhone(name));
  if (usernameAttributes.length > 0 && isAddress !== true) {
    const wanted =
      takesEmail && takesPhone
        ? "either an email or a phone number"
        : takesEmail
          ? "an email"
          : "a phone number";
    throw refusals.invalid(`Username should be ${wanted}.`);
  }
  for (const [alias, is, words] of [
    ["email", isEmail, "email"],
    ["phone_number", isPhone, "phone number"],
  ] as const) {
    if (aliasAttributes.includes(alias) && is(name))
      throw refusals.invalid(
        `Username cannot be of ${words} format, since user pool is configured for ${words} alias.`,
      );
  }
}
