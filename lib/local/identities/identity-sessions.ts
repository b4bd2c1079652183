import { identityPoolPrincipal } from "../../facts/aws/principals";
import { matchesWildcard } from "../../facts/aws/wildcards";
import { type IdentityPool, identityPoolsOf, type Login, type Model, type RoleMapping } from "../../model";
import type { AccessKeys, CognitoCaller, LocalSession } from "../wire/local-credentials";

type Claims = Readonly<Record<string, unknown>>;

/**
 * The role of a user, by the pool's mappings; `denied` if the mapping denies it. Undefined if the pool has no such role.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/role-based-access-control.html
 *
 * @param login - undefined for a guest
 * @param wanted - `CustomRoleArn`: the role that the user requests
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

/** The session tags of a user: claims, by the tag that the pool assigns. */
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

/** Credentials of such a session; undefined if the pool has no role in the JSON. */
export function identityCredentials(model: Model, caller: CognitoCaller, keys: AccessKeys) {
  const pool = identityPoolsOf(model).find(({ id }) => id === caller.identityPoolId);
  const isGuest = caller.amr[0] === "unauthenticated";
  const roleArn = isGuest ? pool?.roles.unauthenticated : pool?.roles.authenticated;
  return roleArn === undefined ? undefined : keys.ofSession(identitySession(caller, roleArn));
}
