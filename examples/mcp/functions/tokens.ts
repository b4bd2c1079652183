import { CognitoJwtVerifier } from "aws-jwt-verify";

/** The user of an access token, and what the token allows. */
export interface TokenHolder {
  readonly id: string;
  readonly scopes: readonly string[];
}

/** Undefined for a token that is not accepted. */
export type VerifyToken = (token: string) => Promise<TokenHolder | undefined>;

/**
 * Accepts access tokens of a user pool that were issued for this server.
 *
 * The clients register themselves, so that their ids are not known: `aud` tells for which server a token is.
 */
export function tokenVerifier(userPoolId: string, resource: string): VerifyToken {
  const verifier = CognitoJwtVerifier.create({ userPoolId, tokenUse: "access", clientId: null });
  return async (token) => {
    const claims = await verifier.verify(token).catch(() => undefined);
    if (claims === undefined || claims.aud !== resource) return undefined;
    return { id: claims.sub, scopes: claims.scope.split(" ") };
  };
}
