import { refusals } from "../errors";
import type { ClientSettings } from "../settings/client-settings";
import type { AttributeSchema, PoolSettings } from "../settings/pool-settings";
import type { User } from "./user";
import { isEmail, isPhone } from "./users";

/** An attribute, as requests and answers write it. */
export interface UserAttribute {
  readonly Name: string;
  readonly Value: string;
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
export function attributeList(user: User, client?: ClientSettings): readonly UserAttribute[] {
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

/** Refuses attributes that the schema or the client does not allow. */
export function checkAttributes(attributes: Attributes, { settings, client, isNew }: AttributeCheck): void {
  for (const [name, value] of Object.entries(attributes)) {
    const schema = settings.attributes.get(name);
    if (schema === undefined || name === "sub" || name === "identities") {
      throw nonconforming(
        name,
        name === "sub" ? "Attribute cannot be updated." : "Attribute does not exist in the schema.",
      );
    }
    if (client !== undefined && !isWritable(schema, client))
      throw refusals.notAuthorized("A client attempted to write unauthorized attribute");
    if (!isNew && !schema.isMutable) throw refusals.invalid(`user.${name}: Attribute cannot be updated.`);
    checkValue(schema, value);
  }
}

/** Refuses a new user who lacks an attribute that the pool requires. */
export function checkRequiredAttributes(settings: PoolSettings, attributes: Attributes): void {
  for (const { name, isRequired } of settings.attributes.values()) {
    if (isRequired && name !== "sub" && (attributes[name] ?? "") === "")
      throw nonconforming(name, "The attribute is required");
  }
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
