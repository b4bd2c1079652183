import { block, isValues, text, texts, type Values } from "../../../../model";
import type { Pool } from "../pool";
import type { User } from "../state/user";
import { invokeTrigger, triggerAttributes } from "../triggers/invoke-trigger";
import type { ClaimSet, GroupClaims } from "./claims";

export type TokenTriggerSource =
  | "TokenGeneration_Authentication"
  | "TokenGeneration_NewPasswordChallenge"
  | "TokenGeneration_RefreshTokens"
  | "TokenGeneration_AuthenticateDevice"
  | "TokenGeneration_HostedAuth"
  | "TokenGeneration_ClientCredentials";

/** The parts of tokens that the function may change. */
interface TokenContent {
  readonly id: ClaimSet;
  readonly access: ClaimSet;
  readonly scopes: readonly string[];
  readonly groups: GroupClaims;
}

export interface TokenRequest {
  readonly source: TokenTriggerSource;
  readonly clientId: string;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

/** Claims that the function cannot change. Source: as below. */
const fixed = {
  access: [
    "acr",
    "amr",
    "at_hash",
    "auth_time",
    "azp",
    "exp",
    "iat",
    "iss",
    "jti",
    "nbf",
    "nonce",
    "origin_jti",
    "sub",
    "token_use",
    "username",
    "client_id",
    "scope",
    "device_key",
    "event_id",
    "version",
  ],
  id: [
    "acr",
    "amr",
    "at_hash",
    "aud",
    "auth_time",
    "azp",
    "cognito:username",
    "exp",
    "iat",
    "identities",
    "iss",
    "jti",
    "nbf",
    "nonce",
    "origin_jti",
    "sub",
    "token_use",
    "event_id",
    "cognito:groups",
    "cognito:roles",
    "cognito:preferred_role",
  ],
} as const;

/**
 * Lets the app's function change the tokens of a user.
 *
 * @param user - undefined: a client signs in for itself
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 */
export async function preTokenGeneration(
  pool: Pool,
  user: User | undefined,
  content: TokenContent,
  { source, clientId, clientMetadata }: TokenRequest,
): Promise<TokenContent> {
  const version = versionOf(pool);
  // Only the third version is invoked for clients that sign in for themselves.
  if (user === undefined && version !== "3") return content;
  const { groups, scopes } = content;
  const isFirst = version === "1";
  const answer = await invokeTrigger(pool, "pre_token_generation", {
    source,
    version,
    userName: user?.username ?? clientId,
    clientId,
    request: {
      userAttributes: user === undefined ? {} : triggerAttributes(pool, user),
      groupConfiguration: {
        groupsToOverride: groups.groups,
        iamRolesToOverride: groups.roles,
        preferredRole: groups.preferredRole ?? null,
      },
      ...(!isFirst && { scopes }),
      ...(clientMetadata !== undefined && { clientMetadata }),
    },
    response: isFirst ? { claimsOverrideDetails: null } : { claimsAndScopeOverrideDetails: null },
  });
  if (answer === undefined) return content;
  return isFirst
    ? changedByFirst(content, block(answer, "claimsOverrideDetails"))
    : changed(content, block(answer, "claimsAndScopeOverrideDetails"));
}

function versionOf({ settings }: Pool): "1" | "2" | "3" {
  const config = block(settings.values, "lambda_config") ?? {};
  const version = text(block(config, "pre_token_generation_config") ?? {}, "lambda_version");
  return version === "V2_0" ? "2" : version === "V3_0" ? "3" : "1";
}

/** The first version changes texts in identity tokens, and the groups. */
function changedByFirst(content: TokenContent, details: Values | undefined): TokenContent {
  if (details === undefined) return content;
  const added = block(details, "claimsToAddOrOverride") ?? {};
  const asTexts = Object.fromEntries(
    Object.entries(added).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  return {
    ...content,
    id: withClaims(content.id, asTexts, texts(details, "claimsToSuppress"), fixed.id),
    groups: withGroups(content.groups, block(details, "groupOverrideDetails")),
  };
}

function changed(content: TokenContent, details: Values | undefined): TokenContent {
  if (details === undefined) return content;
  const [id, access] = ["idTokenGeneration", "accessTokenGeneration"].map(
    (name) => block(details, name) ?? {},
  );
  const suppressed = texts(access ?? {}, "scopesToSuppress");
  const scopes = [
    ...content.scopes.filter((each) => !suppressed.includes(each)),
    ...texts(access ?? {}, "scopesToAdd"),
  ];
  const change = (claims: ClaimSet, by: Values = {}, kept: readonly string[] = []): ClaimSet =>
    withClaims(claims, block(by, "claimsToAddOrOverride") ?? {}, texts(by, "claimsToSuppress"), kept);
  return {
    id: change(content.id, id, fixed.id),
    access: change(content.access, access, fixed.access),
    scopes: [...new Set(scopes)],
    groups: withGroups(content.groups, block(details, "groupOverrideDetails")),
  };
}

function withClaims(
  claims: ClaimSet,
  added: Values,
  suppressed: readonly string[],
  kept: readonly string[],
): ClaimSet {
  const mayChange = ([name]: readonly [string, unknown]): boolean => !kept.includes(name);
  const isKept = ([name]: readonly [string, unknown]): boolean =>
    kept.includes(name) || !suppressed.includes(name);
  return Object.fromEntries(
    [...Object.entries(claims), ...Object.entries(added).filter(mayChange)].filter(isKept),
  );
}

function withGroups(groups: GroupClaims, details: Values | undefined): GroupClaims {
  if (details === undefined || !isValues(details)) return groups;
  return {
    groups: "groupsToOverride" in details ? texts(details, "groupsToOverride") : groups.groups,
    roles: "iamRolesToOverride" in details ? texts(details, "iamRolesToOverride") : groups.roles,
    preferredRole: text(details, "preferredRole") ?? groups.preferredRole,
  };
}
