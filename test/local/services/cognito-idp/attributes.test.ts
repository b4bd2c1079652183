import type {
  AttributeSchema,
  ClientSettings,
  PoolSettings,
} from "../../../../lib/local/services/cognito-idp/settings";
import {
  attributeList,
  checkAttributes,
  checkRequiredAttributes,
  isReadable,
  missingAttributes,
  toAttributes,
  type User,
} from "../../../../lib/local/services/cognito-idp/users";

const schemaOf = (name: string, more: Partial<AttributeSchema> = {}): AttributeSchema =>
  ({
    name,
    type: "String",
    isMutable: true,
    isRequired: false,
    isDeveloperOnly: false,
    ...more,
  }) as AttributeSchema;
const schemas = [
  schemaOf("sub", { isMutable: false, isRequired: true }),
  schemaOf("identities"),
  schemaOf("email", { isRequired: true }),
  schemaOf("email_verified", { type: "Boolean" }),
  schemaOf("phone_number"),
  schemaOf("birthdate"),
  schemaOf("custom:text", { minLength: 2, maxLength: 4 }),
  schemaOf("custom:count", { type: "Number", minValue: 1, maxValue: 5 }),
  schemaOf("custom:fixed", { isMutable: false }),
  schemaOf("dev:custom:role", { isDeveloperOnly: true }),
];
const settings = { attributes: new Map(schemas.map((each) => [each.name, each])) } as unknown as PoolSettings;
const clientOf = (more: { writable?: string[]; readable?: string[] } = {}) =>
  ({
    writable: more.writable && new Set(more.writable),
    readable: more.readable && new Set(more.readable),
  }) as ClientSettings;

const check =
  (name: string, value: string, client?: ClientSettings, isNew = false) =>
  () =>
    checkAttributes({ [name]: value }, { settings, client, isNew });

test.each([
  ["email", "a@example.com"],
  ["phone_number", "+12065550100"],
  ["birthdate", "2000-01-31"],
  ["birthdate", ""],
  ["email_verified", ""],
  ["custom:count", ""],
  ["email_verified", "TRUE"],
  ["email_verified", "false"],
  ["custom:text", "ab"],
  ["custom:text", "abcd"],
  ["custom:text", ""],
  ["custom:count", "1"],
  ["custom:count", "5"],
  ["dev:custom:role", "admin"],
])("an administrator may set %s to %j", (name, value) => {
  expect(check(name, value)).not.toThrow();
});

test.each([
  ["sub", "x", "Cannot modify the non-mutable attribute sub"],
  ["identities", "x", "does not exist in the schema"],
  ["custom:other", "x", "does not exist in the schema"],
  ["email", "a", "Invalid email address format."],
  ["email", "", "user.email: Required attribute cannot be deleted."],
  ["custom:fixed", "", "user.custom:fixed: Attribute cannot be updated."],
  ["phone_number", "1", "Invalid phone number format."],
  ["birthdate", "2000-1-31", "Invalid birthdate format."],
  ["email_verified", "yes", "must be a Boolean"],
  ["custom:text", "a", "not be shorter than 2"],
  ["custom:text", "abcde", "not be longer than 4"],
  ["custom:count", "0", "no smaller than 1"],
  ["custom:count", "6", "no larger than 5"],
  ["custom:count", "1.5", "must be a Number"],
  ["custom:count", "x", "must be a Number"],
  ["custom:fixed", "x", "user.custom:fixed: Attribute cannot be updated."],
])("no caller may set %s to %j: %s", (name, value, message) => {
  expect(check(name, value)).toThrow(message);
});

test("a new user may have attributes that cannot be changed later", () => {
  expect(check("custom:fixed", "x", undefined, true)).not.toThrow();
  expect(check("custom:count", "", undefined, true)).toThrow("must be a Number");
});

test("a client writes the allowed attributes, and neither those that mark an address as verified nor those for developers", () => {
  const unauthorized = "A client attempted to write unauthorized attribute";
  expect(check("custom:text", "ab", clientOf())).not.toThrow();
  expect(check("custom:text", "ab", clientOf({ writable: ["custom:text"] }))).not.toThrow();
  expect(check("custom:text", "ab", clientOf({ writable: ["email"] }))).toThrow(unauthorized);
  expect(check("email_verified", "true", clientOf({ writable: ["email_verified"] }))).toThrow(unauthorized);
  expect(check("dev:custom:role", "x", clientOf({ writable: ["dev:custom:role"] }))).toThrow(unauthorized);
});

test("a client reads the allowed attributes and `sub`, and none for developers", () => {
  expect(isReadable("dev:custom:role", undefined)).toBe(true);
  expect(isReadable("dev:custom:role", clientOf({ readable: ["dev:custom:role"] }))).toBe(false);
  expect(isReadable("email", clientOf())).toBe(true);
  const user = { sub: "1", attributes: { email: "e", name: "n" } } as unknown as User;
  expect(attributeList(user).map(({ Name }) => Name)).toEqual(["sub", "email", "name"]);
  expect(attributeList(user, clientOf({ readable: ["name"] }))).toEqual([
    { Name: "sub", Value: "1" },
    { Name: "name", Value: "n" },
  ]);
});

test("a required attribute is present and not empty", () => {
  const missing = "email: The attribute is required";
  expect(() => checkRequiredAttributes(settings, {})).toThrow(missing);
  expect(() => checkRequiredAttributes(settings, { email: "" })).toThrow(missing);
  expect(() => checkRequiredAttributes(settings, { email: "a" })).not.toThrow();
  expect(
    [{}, { email: "" }, { email: "a" }].map((each) => missingAttributes(settings, each as never)),
  ).toEqual([["email"], ["email"], []]);
});

test("whether an address is verified is written in small letters", () => {
  const list = [
    { Name: "email_verified", Value: "True" },
    { Name: "name", Value: "Ann" },
  ];
  expect(toAttributes(list)).toEqual({ email_verified: "true", name: "Ann" });
  expect(toAttributes()).toEqual({});
});
