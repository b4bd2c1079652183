import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import { isSameSecret } from "../secrets/codes";
import { findChain, refreshTokens, revokeChain, signOutEverywhere } from "../tokens/refresh";
import type { UserPools } from "../user-pools";
import { type Operations, requireSubject, type Subject } from "./contract";

/** Renewing and revoking tokens, and signing out. */
export const tokenOperations = {
  GetTokensFromRefreshToken: async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    if (client.secret !== undefined && !isSameSecret(client.secret, input.ClientSecret ?? ""))
      throw refusals.notAuthorized(`Unable to verify secret hash for client ${client.id}`);
    const { RefreshToken, DeviceKey: deviceKey, ClientMetadata: clientMetadata } = input;
    return {
      AuthenticationResult: await refreshTokens(pool, client, RefreshToken, { deviceKey, clientMetadata }),
    };
  },
  RevokeToken: (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    if (client.secret !== undefined && !isSameSecret(client.secret, input.ClientSecret ?? ""))
      throw new ServiceError("UnauthorizedException", "Invalid client secret");
    if (!client.canRevoke)
      throw new ServiceError("UnsupportedOperationException", "Token revocation is not enabled.");
    if (input.Token.split(".").length === 3)
      throw new ServiceError("UnsupportedTokenTypeException", "Unsupported token type");
    const found = findChain(pool, input.Token);
    if (found !== undefined && found.chain.clientId !== client.id)
      throw new ServiceError("UnauthorizedException", "Token does not belong to this client");
    if (found === undefined) throw refusals.invalid("Invalid Refresh Token");
    revokeChain(found.chain, pool.clock.now());
    return {};
  },
  GlobalSignOut: signOut,
  AdminUserGlobalSignOut: signOut,
} satisfies Operations;

async function signOut(pools: UserPools, subject: Subject): Promise<object> {
  const { pool, user } = await requireSubject(pools, subject);
  signOutEverywhere(user, pool.clock.now());
  return {};
}
