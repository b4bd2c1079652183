import { randomUUID } from "node:crypto";
import { generateUuid } from "../../../model";
import { matching } from "../contract/violations";
import { refusals } from "./errors";
import type { Verifier } from "./passwords";
import type { AddressAttribute, AttributeSchema, ClientSettings, MfaKind, PoolSettings } from "./settings";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserType.html */
type UserStatus =
  | "UNCONFIRMED"
  | "CONFIRMED"
  | "RESET_REQUIRED"
  | "FORCE_CHANGE_PASSWORD"
  | "EXTERNAL_PROVIDER";

/** The purpose of a code. */
export type CodePurpose = "sign-up" | "forgot-password" | `verify-${AddressAttribute}`;

export interface PendingCode {
  readonly code: string;
  readonly attribute: AddressAttribute;
  readonly expiresAt: number;
  failures: number;
}

/** A device that a user has signed in from. */
export interface Device {
  readonly key: string;
  readonly groupKey: string;
  /** Undefined until the client has confirmed the device. */
  verifier?: Verifier;
  name?: string;
  isRemembered: boolean;
  readonly createdAt: number;
  modifiedAt: number;
  usedAt: number;
}

/** A passkey of a user. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly relyingPartyId: string;
  /** The public key, as JWK. */
  readonly publicKey: Readonly<Record<string, unknown>>;
  readonly algorithm: number;
  readonly attachment?: string;
  readonly transports: readonly string[];
  counter: number;
  readonly createdAt: number;
}

/** A chain of tokens that began with one sign-in. */
export interface TokenChain {
  /** `origin_jti` of its tokens. */
  readonly id: string;
  readonly clientId: string;
  /** SHA-256 of the refresh tokens, with the time until when each may be used; the last is the current one. */
  refreshTokens: { readonly hash: string; until: number }[];
  readonly expiresAt: number;
  readonly signedInAt: number;
  readonly scopes: readonly string[];
  readonly deviceKey?: string | undefined;
  /** Whether the sign-in was at the pages. */
  readonly isHosted?: boolean;
  readonly nonce?: string | undefined;
  /** The API for which the access tokens are. */
  readonly resource?: string | undefined;
  revokedAt?: number;
}

/** A user of a pool. Kept as JSON. */
export interface User {
  readonly username: string;
  readonly sub: string;
  status: UserStatus;
  isEnabled: boolean;
  /** Without `sub`. */
  attributes: Record<string, string>;
  password?: Verifier;
  /** Earlier passwords, the latest first. */
  earlierPasswords: Verifier[];
  /** When a temporary password ends. */
  temporaryUntil?: number;
  codes: Partial<Record<CodePurpose, PendingCode>>;
  /** New values of addresses that count only when they are verified. */
  pending: Partial<Record<AddressAttribute, string>>;
  mfa: {
    enabled: MfaKind[];
    preferred?: MfaKind;
    totp?: { secret: string; name?: string; lastStep?: number };
    /** Associated, not verified. */
    newSecret?: string;
  };
  devices: Device[];
  passkeys: Passkey[];
  groups: string[];
  chains: TokenChain[];
  /** Failed passwords in a row, and until when no further one is tried. */
  failures: { count: number; lockedUntil: number };
  /** Tokens that were issued earlier, in seconds since 1970, are refused. */
  validSince: number;
  readonly createdAt: number;
  modifiedAt: number;
}

/** A group that the API created or changed. Groups of the app are in the JSON. */
export interface Group {
  readonly name: string;
  readonly description?: string | undefined;
  readonly roleArn?: string | undefined;
  readonly precedence?: number | undefined;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

interface NewUser {
  /** The name with which the user signs up: a name, or an address in a pool whose users sign in with addresses. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly status: UserStatus;
  /** Whether a verified address that is an alias of another user becomes one of this user. @default false */
  readonly takesAliases?: boolean | undefined;
}

/** The attributes that are addresses, to which the service sends codes. */
export const addresses: readonly AddressAttribute[] = ["email", "phone_number"];

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
  add({ name, attributes, status, takesAliases }: NewUser, nowMs: number): User {
    this.checkFree(name, attributes);
    for (const alias of addresses) {
      if (attributes[`${alias}_verified`] === "true")
        this.checkAlias(alias, attributes[alias], undefined, takesAliases);
    }
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

  /** Adds a user without a check. The addresses of users of other providers may be those of other users. */
  insert({
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
    this.checkAlias("preferred_username", attributes.preferred_username);
  }

  /** Refuses an alias of another user, or takes it from that user where the request forces it. */
  checkAlias(attribute: string, value: string | undefined, user?: User, isForced = false): void {
    const other = this.holderOf(attribute, value);
    if (other === undefined || other === user) return;
    if (!isForced) throw refusals.aliasExists(attribute);
    other.attributes[`${attribute}_verified`] = "false";
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

const isEmail = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/.test(text);
const isPhone = (text: string): boolean => /^\+\d{4,15}$/.test(text);

/** Refuses names that a pool does not take. */
export function checkName({ usernameAttributes, aliasAttributes }: PoolSettings, name: string): void {
  if (/\s/.test(name) || name.length > 128) {
    throw refusals.violation("username", undefined, matching("[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+"));
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

export type Attributes = Readonly<Record<string, string>>;

/**
 * An attribute without a value is empty. `True` counts for whether an address is verified: recorded,
 * `test/local/recorded/cognito/users.json`.
 */
export const toAttributes = (
  list: readonly { readonly Name: string; readonly Value?: string | undefined }[] = [],
): Attributes =>
  Object.fromEntries(
    list.map(({ Name, Value = "" }) => [Name, Name.endsWith("_verified") ? Value.toLowerCase() : Value]),
  );

/** The attributes of a user in answers, `sub` first. */
export function attributeList(
  user: User,
  client?: ClientSettings,
): readonly { readonly Name: string; readonly Value: string }[] {
  const all = Object.entries({ sub: user.sub, ...user.attributes });
  return all
    .filter(([name]) => name === "sub" || isReadable(name, client))
    .map(([Name, Value]) => ({ Name, Value }));
}

/** Whether a client may read an attribute. Attributes of developers are for administrators alone. */
export function isReadable(name: string, client: ClientSettings | undefined): boolean {
  if (client === undefined) return true;
  if (name.startsWith("dev:")) return false;
  return client.readable === undefined || client.readable.has(name);
}

interface AttributeCheck {
  readonly settings: PoolSettings;
  /** Undefined for administrators, who may write everything. */
  readonly client: ClientSettings | undefined;
  /** Whether the user is new: immutable attributes may be set, and required ones must be. */
  readonly isNew: boolean;
}

/**
 * Refuses attributes that the schema or the client does not allow. An attribute without a value is removed from a user who
 * is not new.
 *
 * Sources: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUpdateUserAttributes.html, and
 * https://github.com/aws-amplify/aws-sdk-ios/issues/4251 for required ones
 */
export function checkAttributes(attributes: Attributes, { settings, client, isNew }: AttributeCheck): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "sub") throw refusals.immutable(name);
    const schema = settings.attributes.get(name);
    if (schema === undefined || name === "identities")
      throw nonconforming(name, "Attribute does not exist in the schema.");
    if (client !== undefined && !isWritable(schema, client))
      throw refusals.notAuthorized("A client attempted to write unauthorized attribute");
    if (!isNew && !schema.isMutable) throw refusals.invalid(`user.${name}: Attribute cannot be updated.`);
    if (isNew || value !== "") checkValue(schema, value);
    else if (schema.isRequired) throw refusals.invalid(`user.${name}: Required attribute cannot be deleted.`);
  }
}

/** Refuses a new user who lacks an attribute that the pool requires. */
export function checkRequiredAttributes(settings: PoolSettings, attributes: Attributes): void {
  const [missing] = missingAttributes(settings, attributes);
  if (missing !== undefined) throw nonconforming(missing, "The attribute is required");
}

export function missingAttributes(settings: PoolSettings, attributes: Attributes): readonly string[] {
  return [...settings.attributes.values()]
    .filter(({ name, isRequired }) => isRequired && name !== "sub" && (attributes[name] ?? "") === "")
    .map(({ name }) => name);
}

function isWritable({ name, isDeveloperOnly }: AttributeSchema, { writable }: ClientSettings): boolean {
  if (isDeveloperOnly || name.endsWith("_verified")) return false;
  return writable === undefined || writable.has(name);
}

function checkValue(schema: AttributeSchema, value: string): void {
  const { name, type, minLength, maxLength, minValue, maxValue } = schema;
  if (name === "email" && value !== "" && !isEmail(value))
    throw refusals.invalid("Invalid email address format.");
  if (name === "phone_number" && value !== "" && !isPhone(value))
    throw refusals.invalid("Invalid phone number format.");
  if (name === "birthdate" && value !== "" && !/^\d{4}-\d{2}-\d{2}$/.test(value))
    throw nonconforming(name, "Invalid birthdate format.");
  if (type === "Boolean" && !/^(?:true|false)$/i.test(value))
    throw nonconforming(name, "Attribute must be a Boolean value.");
  if (type === "Number") {
    const found = Number(value);
    if (value.trim() === "" || !Number.isInteger(found))
      throw nonconforming(name, "Attribute must be a Number value.");
    if (minValue !== undefined && found < minValue)
      throw nonconforming(name, `Attribute must be no smaller than ${minValue}.`);
    if (maxValue !== undefined && found > maxValue)
      throw nonconforming(name, `Attribute must be no larger than ${maxValue}.`);
  }
  if (type !== "String" || value === "") return;
  if (minLength !== undefined && value.length < minLength)
    throw nonconforming(name, `String must not be shorter than ${minLength} characters.`);
  if (maxLength !== undefined && value.length > maxLength)
    throw nonconforming(name, `String must not be longer than ${maxLength} characters.`);
}

function nonconforming(name: string, reason: string) {
  return refusals.invalid(`Attributes did not conform to the schema: ${name}: ${reason}\n`);
}
