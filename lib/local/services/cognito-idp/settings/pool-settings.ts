import { standardUserAttributes } from "../../../../facts/aws/user-attributes";
import {
  block,
  blocks,
  flag,
  type Model,
  number,
  requireText,
  text,
  texts,
  type Values,
} from "../../../../model";
import type { UserPool } from "../../../identities";
import { userPoolDomains } from "../../../identities/user-pool-domains";

/** The attributes that are addresses, to which the service sends codes. */
export type AddressAttribute = "email" | "phone_number";

/** The second factors of a pool. */
export type MfaKind = "SMS_MFA" | "SOFTWARE_TOKEN_MFA" | "EMAIL_OTP";

export interface PasswordPolicy {
  readonly minimumLength: number;
  readonly needsLowercase: boolean;
  readonly needsUppercase: boolean;
  readonly needsNumbers: boolean;
  readonly needsSymbols: boolean;
  readonly temporaryDays: number;
  readonly historySize: number;
}

/** The settings of a pool, from the JSON. */
export interface PoolSettings {
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  readonly account: string;
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** With which of their addresses users sign in, in place of a name. */
  readonly usernameAttributes: readonly string[];
  /** The attributes that are further names of a user. */
  readonly aliasAttributes: readonly string[];
  readonly autoVerified: readonly string[];
  readonly isCaseSensitive: boolean;
  readonly mfa: "OFF" | "ON" | "OPTIONAL";
  readonly mfaKinds: readonly MfaKind[];
  readonly passwordPolicy: PasswordPolicy;
  readonly attributes: ReadonlyMap<string, AttributeSchema>;
  /** Addresses to which a forgotten password's code is sent, the best first; empty where only administrators reset. */
  readonly recovery: readonly AddressAttribute[];
  readonly isAdminOnly: boolean;
  /** Undefined where devices are not remembered. */
  readonly devices: { readonly isChallenged: boolean; readonly asksUser: boolean } | undefined;
  /** Addresses whose new value counts only when it is verified. */
  readonly verifiedBeforeUpdate: readonly string[];
  /** First factors of choice-based sign-in. */
  readonly firstFactors: readonly string[];
  readonly passkeys: { readonly relyingPartyId: string | undefined; readonly needsUserVerification: boolean };
  /** Host of the sign-in pages in AWS; undefined without them. */
  readonly domain: string | undefined;
  /** Whether a client needs a style before its pages are shown: the pages are those of managed login. */
  readonly needsStyles: boolean;
  readonly values: Values;
}

export function poolSettings(model: Model, { id, name, issuer, resource }: UserPool): PoolSettings {
  const { values } = resource;
  const passkeys = block(values, "web_authn_configuration") ?? {};
  const devices = block(values, "device_configuration");
  const domain = userPoolDomains(model).find(({ poolId }) => poolId === id);
  return {
    id,
    name,
    issuer,
    values,
    arn: requireText(values, "arn"),
    region: resource.region,
    account: model.account,
    usernameAttributes: texts(values, "username_attributes"),
    aliasAttributes: texts(values, "alias_attributes"),
    autoVerified: texts(values, "auto_verified_attributes"),
    isCaseSensitive: flag(block(values, "username_configuration") ?? {}, "case_sensitive") ?? true,
    mfa: mfaOf(values),
    mfaKinds: mfaKindsOf(values),
    passwordPolicy: passwordPolicyOf(block(values, "password_policy")),
    attributes: attributeSchemas(values),
    recovery: recoveryOf(values),
    isAdminOnly:
      flag(block(values, "admin_create_user_config") ?? {}, "allow_admin_create_user_only") ?? false,
    devices: devices && {
      isChallenged: flag(devices, "challenge_required_on_new_device") ?? false,
      asksUser: flag(devices, "device_only_remembered_on_user_prompt") ?? false,
    },
    verifiedBeforeUpdate: texts(
      block(values, "user_attribute_update_settings") ?? {},
      "attributes_require_verification_before_update",
    ),
    firstFactors: firstFactorsOf(values),
    passkeys: {
      relyingPartyId: text(passkeys, "relying_party_id"),
      needsUserVerification: text(passkeys, "user_verification") === "required",
    },
    domain: domain?.host,
    needsStyles: domain?.isManagedLogin ?? false,
  };
}

function mfaOf(values: Values): PoolSettings["mfa"] {
  const given = text(values, "mfa_configuration");
  return given === "ON" || given === "OPTIONAL" ? given : "OFF";
}

function mfaKindsOf(values: Values): readonly MfaKind[] {
  return [
    ...(block(values, "sms_configuration") === undefined ? [] : (["SMS_MFA"] as const)),
    ...(flag(block(values, "software_token_mfa_configuration") ?? {}, "enabled") === true
      ? (["SOFTWARE_TOKEN_MFA"] as const)
      : []),
    ...(block(values, "email_mfa_configuration") === undefined ? [] : (["EMAIL_OTP"] as const)),
  ];
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html */
function passwordPolicyOf(values: Values | undefined): PasswordPolicy {
  const isDefault = values === undefined;
  const needs = (name: string): boolean => (isDefault ? true : (flag(values, name) ?? false));
  return {
    minimumLength: number(values ?? {}, "minimum_length") ?? 8,
    needsLowercase: needs("require_lowercase"),
    needsUppercase: needs("require_uppercase"),
    needsNumbers: needs("require_numbers"),
    needsSymbols: needs("require_symbols"),
    temporaryDays: number(values ?? {}, "temporary_password_validity_days") ?? 7,
    historySize: number(values ?? {}, "password_history_size") ?? 0,
  };
}

function recoveryOf(values: Values): readonly AddressAttribute[] {
  const mechanisms = blocks(block(values, "account_recovery_setting") ?? {}, "recovery_mechanism");
  if (mechanisms.length === 0) return ["phone_number", "email"];
  return [...mechanisms]
    .sort((a, b) => (number(a, "priority") ?? 0) - (number(b, "priority") ?? 0))
    .flatMap((each): AddressAttribute[] => {
      const name = text(each, "name");
      return name === "verified_email" ? ["email"] : name === "verified_phone_number" ? ["phone_number"] : [];
    });
}

function firstFactorsOf(values: Values): readonly string[] {
  const given = texts(block(values, "sign_in_policy") ?? {}, "allowed_first_auth_factors");
  return given.length === 0 ? ["PASSWORD"] : given;
}

/** An attribute that users of a pool may have. */
export interface AttributeSchema {
  readonly name: string;
  readonly type: "String" | "Number" | "DateTime" | "Boolean";
  readonly isMutable: boolean;
  readonly isRequired: boolean;
  readonly isDeveloperOnly: boolean;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minValue?: number | undefined;
  readonly maxValue?: number | undefined;
}

const types: Readonly<Record<string, AttributeSchema["type"]>> = {
  email_verified: "Boolean",
  phone_number_verified: "Boolean",
  updated_at: "Number",
};

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html */
const standard = standardUserAttributes.map((name): AttributeSchema => {
  const type = types[name] ?? "String";
  return {
    name,
    type,
    isMutable: name !== "sub",
    isRequired: name === "sub",
    isDeveloperOnly: false,
    ...(type === "String" && {
      minLength: name === "birthdate" ? 10 : name === "sub" ? 1 : 0,
      maxLength: name === "birthdate" ? 10 : 2048,
    }),
    ...(type === "Number" && { minValue: 0 }),
  };
});

/** The attributes of a pool, by their names: `email`, `custom:team`. */
function attributeSchemas(pool: Values): ReadonlyMap<string, AttributeSchema> {
  const all = new Map(standard.map((each) => [each.name, each]));
  for (const values of blocks(pool, "schema")) {
    const schema = schemaOf(values);
    all.set(schema.name, schema);
  }
  return all;
}

function schemaOf(values: Values): AttributeSchema {
  const name = text(values, "name") ?? "";
  const known = standard.find((each) => each.name === name);
  const isDeveloperOnly = flag(values, "developer_only_attribute") ?? false;
  const lengths = block(values, "string_attribute_constraints") ?? {};
  const bounds = block(values, "number_attribute_constraints") ?? {};
  return {
    name: known === undefined ? `${isDeveloperOnly ? "dev:" : ""}custom:${name}` : name,
    type: typeOf(text(values, "attribute_data_type")) ?? known?.type ?? "String",
    isMutable: flag(values, "mutable") ?? known?.isMutable ?? false,
    isRequired: flag(values, "required") ?? known?.isRequired ?? false,
    isDeveloperOnly,
    minLength: number(lengths, "min_length") ?? known?.minLength,
    maxLength: number(lengths, "max_length") ?? known?.maxLength,
    minValue: number(bounds, "min_value") ?? known?.minValue,
    maxValue: number(bounds, "max_value") ?? known?.maxValue,
  };
}

function typeOf(name: string | undefined): AttributeSchema["type"] | undefined {
  return (["String", "Number", "DateTime", "Boolean"] as const).find((each) => each === name);
}
