import { identityPoolPrincipal } from "../../aws/principals";
import { matchesWildcard } from "../../aws/wildcards";
import type { Model, Values } from "../model/model";
import { block, blocks, flag, text, textMap, texts } from "../model/values";
import type { AccessKeys, CognitoCaller, LocalSession } from "../wire/local-credentials";

/** An identity pool of the model. */
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
interface RoleMapping {
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

/** The identity pools of a model. */
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

/**
 * The role of a user, by the pool's mappings; `denied` where the mapping says so. Undefined in a pool without such a role.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/role-based-access-control.html
 *
 * @param login - undefined for a guest
 * @param wanted - `CustomRoleArn`: the role that the user asks for
 */
export function roleFor(
  pool: IdentityPool,
  login: Login | undefined,
  wanted?: string,
): string | "denied" | undefined {
  if (login === undefined) return pool.roles.unauthenticated;
  const { provider, claims } = login;
  const names = [provider, `${provider}:${String(claims.aud ?? claims.client_id ?? "")}`];
  const mapping = pool.mappings.find((each) => names.includes(each.provider));
  const found = mapping && mappedRole(mapping, claims, wanted);
  if (found !== undefined) return found;
  return mapping?.deniesAmbiguous === true ? "denied" : pool.roles.authenticated;
}

function mappedRole(
  { type, rules }: RoleMapping,
  claims: Claims,
  wanted: string | undefined,
): string | undefined {
  if (type === "Rules") return rules.find((rule) => ruleApplies(rule, claims))?.roleArn;
  const roles = [claims["cognito:roles"]].flat().filter((each): each is string => typeof each === "string");
  if (wanted !== undefined) return roles.includes(wanted) ? wanted : "denied";
  const preferred = claims["cognito:preferred_role"];
  if (typeof preferred === "string") return preferred;
  return roles.length === 1 ? roles[0] : undefined;
}

function ruleApplies({ claim, match, value }: RoleMapping["rules"][number], claims: Claims): boolean {
  const given = claims[claim];
  if (given === undefined) return false;
  const values = [given].flat().map(String);
  const fits = Object.hasOwn(matchTypes, match)
    ? matchTypes[match as keyof typeof matchTypes]
    : matchTypes.Contains;
  return fits(values, value);
}

/** Source: https://docs.aws.amazon.com/cognitoidentity/latest/APIReference/API_MappingRule.html */
const matchTypes = {
  Equals: (values, wanted) => values.includes(wanted),
  NotEqual: (values, wanted) => !values.includes(wanted),
  StartsWith: (values, wanted) => values.some((each) => each.startsWith(wanted)),
  Contains: (values, wanted) => values.some((each) => each.includes(wanted)),
} satisfies Readonly<Record<string, (values: readonly string[], wanted: string) => boolean>>;

/** The tags of the session of a user: claims, by the tag that the pool gives them. */
export function principalTagsFor(
  pool: IdentityPool,
  login: Login | undefined,
): Readonly<Record<string, string>> {
  if (login === undefined) return {};
  const tags = [...pool.principalTags].find(([provider]) =>
    matchesWildcard(`${provider}*`, login.provider),
  )?.[1];
  return Object.fromEntries(
    Object.entries(tags ?? {}).flatMap(([tag, claim]) => {
      const value = login.claims[claim];
      return typeof value === "string" ? [[tag, value] as const] : [];
    }),
  );
}

/** The name that Cognito gives the sessions of its users. */
const sessionName = "CognitoIdentityCredentials";

/** The name of a caller's identity pool in trust policies: the id of a pool begins with its region. */
export function principalOfPool({ identityPoolId }: CognitoCaller): string {
  return identityPoolPrincipal(identityPoolId.split(":", 1).join(""));
}

/** The session of a user or guest in a role of the pool. */
export function identitySession(
  caller: CognitoCaller,
  roleArn: string,
  tags: Readonly<Record<string, string>> = {},
  expiresAt?: number,
): LocalSession {
  const service = principalOfPool(caller);
  return {
    roleArn,
    sessionName,
    cognito: caller,
    keys: {
      [`${service}:sub`]: caller.identityId,
      [`${service}:aud`]: caller.identityPoolId,
      [`${service}:amr`]: caller.amr,
      "aws:FederatedProvider": service,
    },
    ...(Object.keys(tags).length > 0 && { tags }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Credentials of such a session; undefined in a pool whose JSON gives it no role. */
export function identityCredentials(model: Model, caller: CognitoCaller, keys: AccessKeys) {
  const pool = identityPoolsOf(model).find(({ id }) => id === caller.identityPoolId);
  const isGuest = caller.amr[0] === "unauthenticated";
  const roleArn = isGuest ? pool?.roles.unauthenticated : pool?.roles.authenticated;
  return roleArn === undefined ? undefined : keys.ofSession(identitySession(caller, roleArn));
}
