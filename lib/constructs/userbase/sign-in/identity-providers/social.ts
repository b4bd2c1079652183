import type { Construct } from "constructs";
import { notePlainSecret } from "../../../../kit/app";
import { propKeys, refuseValue } from "../../../../kit/core";
import type {
  UserbaseAmazonProps,
  UserbaseAppleProps,
  UserbaseFacebookProps,
  UserbaseGoogleProps,
  UserbaseIdentityProvidersProps,
} from "./props";
import { checkProvider, joinScopes, type ParsedIdentityProvider, withUsername } from "./provider";

/** The differences between the social identity providers. */
interface SocialKind {
  /** Name of the provider and its type; a pool has at most one of each kind. */
  readonly name: ParsedIdentityProvider["type"];
  readonly keys: readonly string[];
  readonly required: readonly string[];
  readonly secret: string;
  readonly scopes: readonly string[];
  /** The separator between two scopes. */
  readonly separator: string;
  /** The claim or field that becomes the username. */
  readonly username: string;
  /** The service's keys of our props. */
  readonly details: Readonly<Record<string, string>>;
  /** Details that the service adds itself; they are set so that a second plan is empty. */
  added(given: Readonly<Record<string, unknown>>): Readonly<Record<string, string>>;
}

const commonKeys = { scopes: "texts", attributeMapping: "textMap" } as const;
const facebookVersion = "v17.0";

// The details that the service adds, and their keys:
// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html
// Separators: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-social-idp.html
const kinds = {
  google: {
    name: "Google",
    keys: propKeys<UserbaseGoogleProps>()({ clientId: "text", clientSecret: "secret", ...commonKeys }),
    required: ["clientId", "clientSecret"],
    secret: "clientSecret",
    scopes: ["email", "openid", "profile"],
    separator: " ",
    username: "sub",
    details: { clientId: "client_id", clientSecret: "client_secret" },
    added: () => ({
      attributes_url: "https://people.googleapis.com/v1/people/me?personFields=",
      attributes_url_add_attributes: "true",
      authorize_url: "https://accounts.google.com/o/oauth2/v2/auth",
      oidc_issuer: "https://accounts.google.com",
      token_request_method: "POST",
      token_url: "https://www.googleapis.com/oauth2/v4/token",
    }),
  },
  apple: {
    name: "SignInWithApple",
    keys: propKeys<UserbaseAppleProps>()({
      servicesId: "text",
      teamId: "text",
      keyId: "text",
      privateKey: "secret",
      ...commonKeys,
    }),
    required: ["servicesId", "teamId", "keyId", "privateKey"],
    secret: "privateKey",
    scopes: ["email", "name"],
    separator: " ",
    username: "sub",
    details: { servicesId: "client_id", teamId: "team_id", keyId: "key_id", privateKey: "private_key" },
    added: () => ({
      attributes_url_add_attributes: "false",
      authorize_url: "https://appleid.apple.com/auth/authorize",
      oidc_issuer: "https://appleid.apple.com",
      token_request_method: "POST",
      token_url: "https://appleid.apple.com/auth/token",
    }),
  },
  facebook: {
    name: "Facebook",
    keys: propKeys<UserbaseFacebookProps>()({
      appId: "text",
      appSecret: "secret",
      apiVersion: "text",
      ...commonKeys,
    }),
    required: ["appId", "appSecret"],
    secret: "appSecret",
    scopes: ["public_profile", "email"],
    separator: ",",
    username: "id",
    details: { appId: "client_id", appSecret: "client_secret" },
    added: ({ apiVersion = facebookVersion }) => ({
      api_version: String(apiVersion),
      attributes_url: `https://graph.facebook.com/${apiVersion}/me?fields=`,
      attributes_url_add_attributes: "true",
      authorize_url: `https://www.facebook.com/${apiVersion}/dialog/oauth`,
      token_request_method: "GET",
      token_url: `https://graph.facebook.com/${apiVersion}/oauth/access_token`,
    }),
  },
  amazon: {
    name: "LoginWithAmazon",
    keys: propKeys<UserbaseAmazonProps>()({ clientId: "text", clientSecret: "secret", ...commonKeys }),
    required: ["clientId", "clientSecret"],
    secret: "clientSecret",
    scopes: ["profile"],
    separator: " ",
    username: "user_id",
    details: { clientId: "client_id", clientSecret: "client_secret" },
    added: () => ({
      attributes_url: "https://api.amazon.com/user/profile",
      attributes_url_add_attributes: "false",
      authorize_url: "https://www.amazon.com/ap/oa",
      token_request_method: "POST",
      token_url: "https://api.amazon.com/auth/o2/token",
    }),
  },
} as const satisfies Record<keyof Omit<UserbaseIdentityProvidersProps, "oidc" | "saml">, SocialKind>;

/** Checks the social providers that are given, in the order in which they are documented. */
export function parseSocialProviders(
  userbase: Construct,
  given: UserbaseIdentityProvidersProps,
): readonly ParsedIdentityProvider[] {
  return Object.entries(kinds).flatMap(([key, kind]: [string, SocialKind]) => {
    const provider: unknown = given[key as keyof typeof kinds];
    return provider === undefined ? [] : [parseSocial(userbase, key, kind, provider)];
  });
}

function parseSocial(
  userbase: Construct,
  key: string,
  kind: SocialKind,
  given: unknown,
): ParsedIdentityProvider {
  const prop = `identityProviders.${key}`;
  checkProvider(userbase, prop, given, kind.keys, kind.required);
  const { apiVersion } = given;
  if (apiVersion !== undefined && !/^v\d+\.\d+$/.test(String(apiVersion))) {
    refuseValue(userbase, `${prop}.apiVersion`, apiVersion, '"v17.0"');
  }
  notePlainSecret(userbase, `${prop}.${kind.secret}`, given[kind.secret]);
  const details = Object.entries(kind.details).map(([each, name]) => [name, String(given[each])]);
  const scopes = (given.scopes ?? kind.scopes) as readonly string[];
  const mapping = (given.attributeMapping ?? { email: "email" }) as Readonly<Record<string, string>>;
  return {
    id: `IdentityProvider_${key}`,
    name: kind.name,
    type: kind.name,
    details: {
      ...Object.fromEntries(details),
      authorize_scopes: joinScopes(scopes, kind.separator),
      ...kind.added(given),
    },
    attributeMapping: withUsername(kind.username, mapping),
  };
}
