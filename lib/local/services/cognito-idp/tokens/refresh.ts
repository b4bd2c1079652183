import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import type { TokenChain, User } from "../state/user";
import { createRefreshToken, hashOf, type Tokens, tokensOf } from "./issue-tokens";

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

/** Ends a chain: its refresh token, and the access tokens that came of it. */
export function revokeChain(chain: TokenChain, nowMs: number): void {
  chain.revokedAt = nowMs;
}

/** Ends all tokens of a user. */
export function signOutEverywhere(user: User, nowMs: number): void {
  for (const chain of user.chains) chain.revokedAt ??= nowMs;
  user.validSince = Math.floor(nowMs / 1000);
}
