import { ServiceError } from "../../../contract/define-service";
import { refusals } from "../../errors";
import { isSameSecret } from "../../secrets/codes";
import { findChain, revokeChain } from "../../tokens/refresh";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_RevokeToken.html */
export const revokeToken = operation(
  { Token: "text!", ClientId: "text!", ClientSecret: "text", RevokeAssociatedSessions: "notEmulated" },
  (pools, input) => {
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
);
