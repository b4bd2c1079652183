import { createRemoteJWKSet, jwtVerify } from "jose";

// #region socket-authorizer
const { AWS_REGION = "", USER_POOL_ID = "", CLIENT_ID = "" } = process.env;
const issuer = `https://cognito-idp.${AWS_REGION}.amazonaws.com/${USER_POOL_ID}`;
const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));

interface ConnectRequest {
  readonly methodArn: string;
  readonly queryStringParameters?: { readonly token?: string };
}

export async function handler({ methodArn, queryStringParameters }: ConnectRequest) {
  try {
    // An access token names its client in client_id, and has no audience.
    const { payload } = await jwtVerify(queryStringParameters?.token ?? "", keys, { issuer });
    if (payload.token_use !== "access" || payload.client_id !== CLIENT_ID) throw new Error("wrong client");
    return policy("Allow", methodArn, String(payload.sub));
  } catch {
    return policy("Deny", methodArn, "nobody");
  }
}

const policy = (Effect: "Allow" | "Deny", Resource: string, userId: string) => ({
  principalId: userId,
  policyDocument: { Version: "2012-10-17", Statement: [{ Action: "execute-api:Invoke", Effect, Resource }] },
  context: { userId },
});
// #endregion
