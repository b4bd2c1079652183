import { standardUserAttributes } from "../../../facts/aws/user-attributes";
import {
  block,
  blocks,
  flag,
  type Model,
  number,
  type Resource,
  requireText,
  text,
  texts,
  type Values,
} from "../../../model";
import { type UserPool, validitySeconds } from "../../identities";
import { userPoolDomains } from "../../identities/user-pool-domains";

/** The resources of a type that belong to a pool, as the app declares them. */
export const resourcesOf = (model: Model, type: string, poolId: string): readonly Resource[] =>
  model.ofType(type).filter(({ values }) => text(values, "user_pool_id") === poolId);

/** The attributes that are addresses, to which the service sends codes. */
export type AddressAttribute = "email" | "phone_number";

/** The second factors of a pool. */
export type MfaKind = "SMS_MFA" | "SOFTWARE_TOKEN_MFA" | "EMAIL_OTP";

export function poolSettings(model: Model, { id, name, issuer, resource }: UserPool) {
  const { values } = resource;
  const passkeys = block(values, "web_authn_configuration") ?? {};
  const devices = block(values, "device_configuration");
  const domain = userPoolDomains(model).find(({ poolId }) => poolId === id);
  return {
    id,
    name,
    /** The `iss` of its tokens. */
    issuer,
    values,
    arn: requireText(values, "arn"),
    region: resource.region,
    account: model.account,
    /** With which of their addresses users sign in, in place of a name. */
    usernameAttributes: texts(values, "username_attributes"),
    /** The attributes that are further names of a user. */
    aliasAttributes: texts(values, "alias_attributes"),
    autoVerified: texts(values, "auto_verified_attributes"),
    isCaseSensitive: flag(block(values, "username_configuration") ?? {}, "case_sensitive") ?? true,
    mfa: mfaOf(values),
    mfaKinds: mfaKindsOf(values),
    passwordPolicy: passwordPolicyOf(block(values, "password_policy")),
    attributes: attributeSchemas(values),
    /** Addresses to which a forgotten password's code is sent, the best first; empty where only administrators reset. */
    recovery: recoveryOf(values),
    isAdminOnly:
      flag(block(values, "admin_create_user_config") ?? {}, "allow_admin_create_user_only") ?? false,
    /** Undefined where devices are not remembered. */
    devices: devices && {
      isChallenged: flag(devices, "challenge_required_on_new_device") ?? false,
      asksUser: flag(devices, "device_only_remembered_on_user_prompt") ?? false,
    },
    /** Addresses whose new value counts only when it is verified. */
    verifiedBeforeUpdate: texts(
      block(values, "user_attribute_update_settings") ?? {},
      "attributes_require_verification_before_update",
    ),
    /** First factors of choice-based sign-in. */
    firstFactors: firstFactorsOf(values),
    passkeys: {
      relyingPartyId: text(passkeys, "relying_party_id"),
      needsUserVerification: text(passkeys, "user_verification") === "required",
    },
    /** Host of the sign-in pages in AWS; undefined without them. */
    domain: domain?.host,
    /** Whether a client needs a style before its pages are shown: the pages are those of managed login. */
    needsStyles: domain?.isManagedLogin ?? false,
  };
}

/** The settings of a pool, from the JSON. */
export type PoolSettings = Readonly<ReturnType<typeof poolSettings>>;

function mfaOf(values: Values): "OFF" | "ON" | "OPTIONAL" {
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
function passwordPolicyOf(values: Values | undefined) {
  const isDefault = values === undefined;
  const needs = (name: string): boolean => isDefault || flag(values, name) === true;
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

export type PasswordPolicy = Readonly<ReturnType<typeof passwordPolicyOf>>;

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

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html */
const defaultFlows = ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"];

export function clientSettings(id: string, name: string, values: Values) {
  const flows = texts(values, "explicit_auth_flows");
  const providers = texts(values, "supported_identity_providers");
  const rotation = block(values, "refresh_token_rotation");
  return {
    id,
    name,
    values,
    poolId: text(values, "user_pool_id") ?? "",
    secret: text(values, "client_secret"),
    /** `ALLOW_USER_SRP_AUTH`, ... */
    flows: new Set(flowsOf(flows)),
    accessSeconds: validitySeconds(values, "access"),
    idSeconds: validitySeconds(values, "id"),
    refreshSeconds: validitySeconds(values, "refresh"),
    /** How long a session between two steps of a sign-in lasts. */
    sessionSeconds: (number(values, "auth_session_validity") ?? 3) * 60,
    /** Undefined: all attributes. */
    readable: setOf(texts(values, "read_attributes")),
    writable: setOf(texts(values, "write_attributes")),
    hidesUsers: text(values, "prevent_user_existence_errors") === "ENABLED",
    canRevoke: flag(values, "enable_token_revocation") ?? true,
    /** Seconds that a rotated refresh token stays valid; undefined without rotation. */
    rotation:
      rotation !== undefined && text(rotation, "feature") === "ENABLED"
        ? { graceSeconds: number(rotation, "retry_grace_period_seconds") ?? 0 }
        : undefined,
    oauth: {
      isEnabled: flag(values, "allowed_oauth_flows_user_pool_client") ?? false,
      flows: texts(values, "allowed_oauth_flows"),
      scopes: texts(values, "allowed_oauth_scopes"),
      callbackUrls: texts(values, "callback_urls"),
      logoutUrls: texts(values, "logout_urls"),
      defaultRedirect: text(values, "default_redirect_uri"),
    },
    /** `COGNITO`, `Google`, ... */
    providers: providers.length === 0 ? ["COGNITO"] : providers,
  };
}

/** The settings of a client of a pool, from the JSON. */
export type ClientSettings = Readonly<ReturnType<typeof clientSettings>>;

/** Flows with older names are beside the usual ones: recorded, `test/local/recorded/cognito/users.json`. */
function flowsOf(flows: readonly string[]): readonly string[] {
  const isOlder = flows.every((flow) => !flow.startsWith("ALLOW_"));
  // With this one, no other flow is allowed.
  if (!isOlder || flows.includes("CUSTOM_AUTH_FLOW_ONLY")) return flows.map(flowName);
  return [...defaultFlows, ...flows.map(flowName)];
}

/** The older names of flows mean the same as the newer ones. */
function flowName(flow: string): string {
  if (flow === "ADMIN_NO_SRP_AUTH") return "ALLOW_ADMIN_USER_PASSWORD_AUTH";
  if (flow === "CUSTOM_AUTH_FLOW_ONLY") return "ALLOW_CUSTOM_AUTH";
  return flow.startsWith("ALLOW_") ? flow : `ALLOW_${flow}`;
}

const setOf = (names: readonly string[]): ReadonlySet<string> | undefined =>
  names.length === 0 ? undefined : new Set(names);
