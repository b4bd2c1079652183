import { createHash, createVerify, randomUUID } from "node:crypto";
import { jsonOf } from "../../../facts/text/json";
import { block, isValues, number, text, texts, type Values } from "../../../model";
import { signToken } from "../../identities";
import { randomText } from "../../invoke";
import { ServiceError } from "../contract/define-service";
import { refusals } from "./errors";
import type { Pool } from "./pool";
import type { ClientSettings } from "./settings";
import { invokeTrigger, triggerAttributes } from "./triggers";
import { isReadable, type TokenChain, type User } from "./users";

type ClaimSet = Readonly<Record<string, unknown>>;

/** Attributes that tokens and `/oauth2/userInfo` show for each scope of OpenID Connect. */
const ofScope: Readonly<Record<string, readonly string[]>> = {
  email: ["email", "email_verified"],
  phone: ["phone_number", "phone_number_verified"],
};
const addresses = Object.values(ofScope).flat();

/**
 * The claims about a user that a client may read.
 *
 * With scopes beside `openid`, they narrow the claims.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-define-resource-servers.html
 */
export function attributeClaims(
  { settings }: Pool,
  user: User,
  client: ClientSettings,
  scopes: readonly string[] | undefined,
): ClaimSet {
  const standard = (scopes ?? []).filter((scope) => ["email", "phone", "profile"].includes(scope));
  const isShown = (name: string): boolean =>
    standard.length === 0 ||
    standard.some((scope) =>
      scope === "profile" ? !addresses.includes(name) : ofScope[scope]?.includes(name),
    );
  return Object.fromEntries(
    Object.entries(user.attributes)
      .filter(([name, value]) => value !== "" && isReadable(name, client) && isShown(name))
      .map(([name, value]) => [name, claimValue(name, value, settings.attributes.get(name)?.type)]),
  );
}

/** Custom attributes are texts in tokens, regardless of their type. */
function claimValue(name: string, value: string, type: string | undefined): unknown {
  if (name === "address") return { formatted: value };
  if (name === "identities") return jsonOf(value) ?? value;
  if (name.startsWith("custom:") || name.startsWith("dev:")) return value;
  if (type === "Boolean") return value === "true";
  return type === "Number" ? Number(value) : value;
}

/** The claims about the groups of a user. */
interface GroupClaims {
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly preferredRole: string | undefined;
}

function groupClaims(pool: Pool, user: User): GroupClaims {
  const groups = pool.groups.of(user);
  const roles = groups.flatMap(({ roleArn }) => roleArn ?? []);
  const [first, second] = groups.filter(({ roleArn }) => roleArn !== undefined);
  // If two groups have the same precedence, neither is preferred.
  const isClear =
    second === undefined || first?.precedence !== second.precedence || first?.roleArn === second.roleArn;
  return {
    groups: groups.map(({ name }) => name),
    roles,
    preferredRole: isClear && first?.precedence !== undefined ? first.roleArn : undefined,
  };
}

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

interface TokenRequest {
  readonly source: TokenTriggerSource;
  readonly clientId: string;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

/** Claims of both tokens that the function cannot change. */
const fixedInBoth =
  "acr amr at_hash auth_time azp exp iat iss jti nbf nonce origin_jti sub token_use event_id".split(" ");

/** The claims of each token that the function cannot change. Source: as below. */
const fixed: Readonly<Record<"access" | "id", readonly string[]>> = {
  access: [...fixedInBoth, "username", "client_id", "scope", "device_key", "version"],
  id: [
    ...fixedInBoth,
    "aud",
    "cognito:username",
    "identities",
    "cognito:groups",
    "cognito:roles",
    "cognito:preferred_role",
  ],
};

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
      userAttributes: triggerAttributes(pool, user),
      groupConfiguration: {
        groupsToOverride: groups.groups,
        iamRolesToOverride: groups.roles,
        preferredRole: groups.preferredRole ?? null,
      },
      scopes: isFirst ? undefined : scopes,
      clientMetadata,
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
    groups: withGroups(content.groups, details),
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
    groups: withGroups(content.groups, details),
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

/** The function replaces all claims about groups; an empty or null object removes them. */
function withGroups(groups: GroupClaims, details: Values): GroupClaims {
  if (!("groupOverrideDetails" in details)) return groups;
  const given = block(details, "groupOverrideDetails") ?? {};
  return {
    groups: texts(given, "groupsToOverride"),
    roles: texts(given, "iamRolesToOverride"),
    preferredRole: text(given, "preferredRole"),
  };
}

/** The tokens of a user, in seconds and as texts. */
export interface Tokens {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: "Bearer";
  /** Absent if the client keeps its present one. */
  readonly RefreshToken?: string;
}

export interface SignedIn {
  readonly pool: Pool;
  readonly user: User;
  readonly client: ClientSettings;
  readonly source: TokenTriggerSource;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
  /** @default - the scopes of Cognito's API: the user's own data */
  readonly scopes?: readonly string[];
  readonly deviceKey?: string | undefined;
  readonly nonce?: string | undefined;
  /** The API for which the access token is. */
  readonly resource?: string | undefined;
}

const ownDataScope = "aws.cognito.signin.user.admin";

/** Begins a chain of tokens for a user who has signed in. */
export async function issueTokens(signedIn: SignedIn): Promise<Tokens> {
  const { pool, user, client, scopes, deviceKey, nonce, resource } = signedIn;
  const now = pool.clock.now();
  const refreshToken = createRefreshToken();
  const expiresAt = now + client.refreshSeconds * 1000;
  const chain: TokenChain = {
    id: randomUUID(),
    clientId: client.id,
    refreshTokens: [{ hash: hashOf(refreshToken), until: expiresAt }],
    expiresAt,
    signedInAt: now,
    scopes: scopes ?? [ownDataScope],
    isHosted: scopes !== undefined,
    deviceKey,
    nonce,
    resource,
  };
  const tokens = await tokensOf(chain, signedIn);
  user.chains = [...user.chains.filter((each) => each.expiresAt > now), chain];
  return { ...tokens, RefreshToken: refreshToken };
}

/** Signs the tokens of a chain: those of the sign-in, or later ones. */
async function tokensOf(
  chain: TokenChain,
  { pool, user, client, ...asked }: Omit<SignedIn, "scopes" | "deviceKey" | "nonce" | "resource">,
): Promise<Tokens> {
  const { settings, keys, clock } = pool;
  const groups = groupClaims(pool, user);
  const shown = chain.isHosted === true ? chain.scopes : undefined;
  const id = attributeClaims(pool, user, client, shown);
  const { source, clientMetadata } = asked;
  const request = { source, clientId: client.id, clientMetadata };
  const given = { id, access: {}, scopes: chain.scopes, groups };
  const content = await preTokenGeneration(pool, user, given, request);
  const issuedAt = Math.floor(clock.now() / 1000);
  const key = await keys.of(settings.id);
  const common = {
    sub: user.sub,
    ...(content.groups.groups.length > 0 && { "cognito:groups": content.groups.groups }),
    iss: settings.issuer,
    origin_jti: client.canRevoke ? chain.id : undefined,
    event_id: randomUUID(),
    auth_time: Math.floor(chain.signedInAt / 1000),
    iat: issuedAt,
  };
  const access = signToken(key, {
    ...common,
    device_key: chain.deviceKey,
    version: chain.isHosted === true ? 2 : undefined,
    client_id: client.id,
    token_use: "access",
    scope: content.scopes.join(" "),
    exp: issuedAt + client.accessSeconds,
    jti: randomUUID(),
    username: user.username,
    ...content.access,
    ...(chain.resource !== undefined && { aud: chain.resource }),
  });
  const identity = signToken(key, {
    ...content.id,
    ...common,
    "cognito:username": user.username,
    ...(content.groups.roles.length > 0 && { "cognito:roles": content.groups.roles }),
    "cognito:preferred_role": content.groups.preferredRole,
    nonce: chain.nonce,
    at_hash: chain.isHosted === true ? halfHash(access) : undefined,
    aud: client.id,
    token_use: "id",
    exp: issuedAt + client.idSeconds,
    jti: randomUUID(),
  });
  return { AccessToken: access, IdToken: identity, ExpiresIn: client.accessSeconds, TokenType: "Bearer" };
}

/** Source: https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
function halfHash(token: string): string {
  return createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");
}

const header = Buffer.from(JSON.stringify({ cty: "JWT", enc: "A256GCM", alg: "RSA-OAEP" })).toString(
  "base64url",
);

/** Refresh tokens look like the service's, which only the service can read: the parts after the header are random. */
function createRefreshToken(): string {
  return [header, ...[256, 12, 600, 16].map((bytes) => randomText(bytes, "base64url"))].join(".");
}

/** Refresh tokens are not kept, only their hashes. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The user of an access token. */
export interface TokenHolder {
  readonly user: User;
  readonly clientId: string;
  readonly claims: Values;
}

/** The claims of a token, not verified; undefined for other text. */
export function claimsIn(token: string): Values | undefined {
  const [, payload = ""] = token.split(".");
  const claims = jsonOf(Buffer.from(payload, "base64url").toString("utf8"));
  return isValues(claims) ? claims : undefined;
}

/** The user of an access token of a pool. Throws what the service answers to a token that it does not accept. */
export async function holderOf(pool: Pool, token: string, scope = ownDataScope): Promise<TokenHolder> {
  const claims = claimsIn(token);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const key = await pool.keys.of(pool.settings.id);
  const head = jsonOf(Buffer.from(header, "base64url").toString("utf8"));
  const isSigned =
    isValues(head) &&
    head.alg === "RS256" &&
    createVerify("RSA-SHA256").update(`${header}.${payload}`).verify(key.privateKey, signature, "base64url");
  if (claims === undefined || !isSigned || text(claims, "token_use") !== "access")
    throw refusals.notAuthorized("Invalid Access Token");
  if (pool.clock.now() / 1000 >= (number(claims, "exp") ?? 0))
    throw refusals.notAuthorized("Access Token has expired");
  const user = pool.users.find(text(claims, "username") ?? "");
  // A user who was deleted and came back is another one.
  if (user === undefined || user.sub !== text(claims, "sub")) throw refusals.noUser();
  if (!user.isEnabled) throw refusals.disabled();
  if (isRevoked(user, claims)) throw refusals.notAuthorized("Access Token has been revoked");
  const scopes = (text(claims, "scope") ?? "").split(" ");
  if (!scopes.includes(scope)) throw refusals.notAuthorized("Access Token does not have required scopes");
  return { user, claims, clientId: text(claims, "client_id") ?? "" };
}

function isRevoked(user: User, claims: Values): boolean {
  const chain = user.chains.find(({ id }) => id === text(claims, "origin_jti"));
  return chain?.revokedAt !== undefined || (number(claims, "iat") ?? 0) < user.validSince;
}

interface FoundChain {
  readonly user: User;
  readonly chain: TokenChain;
}

/** The chain that a refresh token belongs to; undefined for a token that this pool has not issued. */
export function findChain({ users }: Pool, refreshToken: string): FoundChain | undefined {
  const hash = hashOf(refreshToken);
  for (const user of users.all) {
    const chain = user.chains.find((each) => each.refreshTokens.some((token) => token.hash === hash));
    if (chain !== undefined) return { user, chain };
  }
  return undefined;
}

/**
 * The chain of a refresh token that may still be used by a client.
 *
 * @param deviceKey - of the device that asks
 */
export function requireChain(
  pool: Pool,
  client: ClientSettings,
  refreshToken: string,
  deviceKey?: string,
): FoundChain {
  const found = findChain(pool, refreshToken);
  if (found === undefined || found.chain.clientId !== client.id)
    throw refusals.notAuthorized("Invalid Refresh Token");
  const { user, chain } = found;
  const now = pool.clock.now();
  if (chain.revokedAt !== undefined) throw refusals.notAuthorized("Refresh Token has been revoked");
  if (now >= chain.expiresAt) throw refusals.notAuthorized("Refresh Token has expired");
  if (!user.isEnabled) throw refusals.disabled();
  if (!isFromDevice(pool, found, deviceKey)) throw refusals.notAuthorized("Invalid Refresh Token");
  const token = chain.refreshTokens.find(({ hash }) => hash === hashOf(refreshToken));
  if (token !== undefined && now >= token.until)
    throw new ServiceError("RefreshTokenReuseException", "Refresh token has been invalidated by rotation.");
  return found;
}

/**
 * Whether the device that asks is that of the tokens, while the pool remembers devices. The device must be confirmed, and
 * not be forgotten.
 *
 * Sources: `DeviceKey` in https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetTokensFromRefreshToken.html
 * and https://aws.amazon.com/blogs/mobile/tracking-and-remembering-devices-using-amazon-cognito-your-user-pools/
 */
function isFromDevice(
  { settings }: Pool,
  { user, chain }: FoundChain,
  deviceKey: string | undefined,
): boolean {
  if (settings.devices === undefined || chain.deviceKey === undefined) return true;
  const device = user.devices.find(({ key }) => key === chain.deviceKey);
  return device?.verifier !== undefined && deviceKey === device.key;
}

/** New tokens for a refresh token; with rotation, a new refresh token as well, which ends when the first would have. */
export async function refreshTokens(
  pool: Pool,
  client: ClientSettings,
  refreshToken: string,
  {
    deviceKey,
    clientMetadata,
  }: {
    readonly deviceKey?: string | undefined;
    readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
  } = {},
): Promise<Tokens> {
  const { user, chain } = requireChain(pool, client, refreshToken, deviceKey);
  const source = "TokenGeneration_RefreshTokens";
  const tokens = await tokensOf(chain, { pool, user, client, source, clientMetadata });
  if (client.rotation === undefined) return tokens;
  const until = pool.clock.now() + client.rotation.graceSeconds * 1000;
  const next = createRefreshToken();
  chain.refreshTokens = [
    ...chain.refreshTokens.map((each) =>
      each.hash === hashOf(refreshToken) ? { ...each, until: Math.min(each.until, until) } : each,
    ),
    { hash: hashOf(next), until: chain.expiresAt },
  ];
  return { ...tokens, RefreshToken: next };
}

/** Why a token cannot be revoked. */
export type RevocationProblem = "disabled" | "unsupported-type" | "other-client" | "unknown";

/** Ends a chain: its refresh token, and the access tokens that came of it. Returns why it cannot. */
export function revokeToken(
  pool: Pool,
  client: ClientSettings,
  refreshToken: string,
): RevocationProblem | undefined {
  if (!client.canRevoke) return "disabled";
  if (refreshToken.split(".").length === 3) return "unsupported-type";
  const chain = findChain(pool, refreshToken)?.chain;
  if (chain === undefined) return "unknown";
  if (chain.clientId !== client.id) return "other-client";
  chain.revokedAt = pool.clock.now();
  return undefined;
}

/** Ends all tokens of a user. */
export function signOutEverywhere(user: User, nowMs: number): void {
  for (const chain of user.chains) chain.revokedAt ??= nowMs;
  revokeAccessTokens(user, nowMs);
}

/** Ends the access tokens of a user that were issued in earlier seconds. */
export function revokeAccessTokens(user: User, nowMs: number): void {
  user.validSince = Math.floor(nowMs / 1000);
}
