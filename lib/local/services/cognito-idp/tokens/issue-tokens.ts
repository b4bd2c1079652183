import { createHash, randomUUID } from "node:crypto";
import { signToken } from "../../../identities";
import { randomText } from "../../../invoke";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import type { TokenChain, User } from "../state/user";
import { attributeClaims, groupClaims } from "./claims";
import { preTokenGeneration, type TokenRequest, type TokenTriggerSource } from "./pre-token-generation";

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

export const ownDataScope = "aws.cognito.signin.user.admin";

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
    ...(scopes !== undefined && { isHosted: true }),
    ...(deviceKey !== undefined && { deviceKey }),
    ...(nonce !== undefined && { nonce }),
    ...(resource !== undefined && { resource }),
  };
  const tokens = await tokensOf(chain, signedIn);
  user.chains = [...user.chains.filter((each) => each.expiresAt > now), chain];
  return { ...tokens, RefreshToken: refreshToken };
}

/** Signs the tokens of a chain: those of the sign-in, or later ones. */
export async function tokensOf(
  chain: TokenChain,
  {
    pool,
    user,
    client,
    source,
    clientMetadata,
  }: Omit<SignedIn, "scopes" | "deviceKey" | "nonce" | "resource">,
): Promise<Tokens> {
  const { settings, keys, clock } = pool;
  const request: TokenRequest = { source, clientId: client.id, clientMetadata };
  const groups = groupClaims(pool, user);
  const shown = chain.isHosted === true ? chain.scopes : undefined;
  const id = attributeClaims(pool, user, client, shown);
  const content = await preTokenGeneration(
    pool,
    user,
    { id, access: {}, scopes: chain.scopes, groups },
    request,
  );
  const issuedAt = Math.floor(clock.now() / 1000);
  const key = await keys.of(settings.id);
  const common = {
    sub: user.sub,
    ...(content.groups.groups.length > 0 && { "cognito:groups": content.groups.groups }),
    iss: settings.issuer,
    ...(client.canRevoke && { origin_jti: chain.id }),
    event_id: randomUUID(),
    auth_time: Math.floor(chain.signedInAt / 1000),
    iat: issuedAt,
  };
  const access = signToken(key, {
    ...common,
    ...(chain.deviceKey !== undefined && { device_key: chain.deviceKey }),
    ...(chain.isHosted === true && { version: 2 }),
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
    ...(content.groups.preferredRole !== undefined && {
      "cognito:preferred_role": content.groups.preferredRole,
    }),
    ...(chain.nonce !== undefined && { nonce: chain.nonce }),
    ...(chain.isHosted === true && { at_hash: halfHash(access) }),
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
export function createRefreshToken(): string {
  return [header, ...[256, 12, 600, 16].map((bytes) => randomText(bytes, "base64url"))].join(".");
}

/** Refresh tokens are not kept, only their hashes. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
