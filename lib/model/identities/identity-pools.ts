import type { Model, Values } from "../resources/model";
import { block, blocks, flag, text, textMap, texts } from "../resources/values";

export interface IdentityPool {
  readonly id: string;
  readonly takesGuests: boolean;
  /** Clients of user pools, by the name of the provider: `cognito-idp.eu-west-1.amazonaws.com/<pool>`. */
  readonly clients: ReadonlyMap<string, readonly string[]>;
  /** Public providers with their application: `graph.facebook.com`. */
  readonly publicProviders: Readonly<Record<string, string>>;
  /** Names of OpenID Connect providers, without `https://`. */
  readonly openIdProviders: readonly string[];
  /** Undefined in a pool without identities of its own developer. */
  readonly developerProvider: string | undefined;
  readonly roles: {
    readonly authenticated?: string | undefined;
    readonly unauthenticated?: string | undefined;
  };
  readonly mappings: readonly RoleMapping[];
  /** The claims that become tags of the session, by provider: tag, then claim. */
  readonly principalTags: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** The rules that choose the role of a user, for one provider. */
export interface RoleMapping {
  /** `cognito-idp.<region>.amazonaws.com/<pool>:<client>`, or the name of another provider. */
  readonly provider: string;
  readonly type: string;
  readonly deniesAmbiguous: boolean;
  readonly rules: readonly { claim: string; match: string; value: string; roleArn: string }[];
}

type Claims = Readonly<Record<string, unknown>>;

/** A provider that vouches for a user, with the claims of the user's token. */
export interface Login {
  readonly provider: string;
  readonly claims: Claims;
}

export function identityPoolsOf(model: Model): readonly IdentityPool[] {
  return model.ofType("aws_cognito_identity_pool").map(({ values }) => poolOf(model, values));
}

function poolOf(model: Model, values: Values): IdentityPool {
  const id = text(values, "id") ?? "";
  const isOfPool = (each: { readonly values: Values }): boolean =>
    text(each.values, "identity_pool_id") === id;
  const attachment = model.ofType("aws_cognito_identity_pool_roles_attachment").find(isOfPool)?.values ?? {};
  const roles = textMap(attachment, "roles");
  const clients = new Map<string, string[]>();
  for (const each of blocks(values, "cognito_identity_providers")) {
    const provider = text(each, "provider_name") ?? "";
    clients.set(provider, [...(clients.get(provider) ?? []), text(each, "client_id") ?? ""]);
  }
  return {
    id,
    takesGuests: flag(values, "allow_unauthenticated_identities") ?? false,
    clients,
    publicProviders: textMap(values, "supported_login_providers"),
    openIdProviders: texts(values, "openid_connect_provider_arns").map((arn) =>
      arn.replace(/^.*?oidc-provider\//, ""),
    ),
    developerProvider: text(values, "developer_provider_name"),
    roles: { authenticated: roles.authenticated, unauthenticated: roles.unauthenticated },
    mappings: blocks(attachment, "role_mapping").map(mappingOf),
    principalTags: new Map(
      model
        .ofType("aws_cognito_identity_pool_provider_principal_tag")
        .filter(isOfPool)
        .map(({ values: each }) => [text(each, "identity_provider_name") ?? "", tagsOf(each)]),
    ),
  };
}

function mappingOf(mapping: Values): RoleMapping {
  return {
    provider: text(mapping, "identity_provider") ?? "",
    type: text(mapping, "type") ?? "Token",
    deniesAmbiguous: text(mapping, "ambiguous_role_resolution") === "Deny",
    rules: blocks(mapping, "mapping_rule").map((rule) => ({
      claim: text(rule, "claim") ?? "",
      match: text(rule, "match_type") ?? "Equals",
      value: text(rule, "value") ?? "",
      roleArn: text(rule, "role_arn") ?? "",
    })),
  };
}

/** The defaults of Cognito: https://docs.aws.amazon.com/cognito/latest/developerguide/using-afac-with-cognito-identity-pools.html */
function tagsOf(values: Values): Readonly<Record<string, string>> {
  const chosen = textMap(values, "principal_tags");
  const usesDefaults = flag(values, "use_defaults") ?? false;
  return usesDefaults && block(values, "principal_tags") === undefined
    ? { username: "sub", client: "aud" }
    : chosen;
}
