import { propKeys } from "../../../kit/core";
import { type AcceptedTokens, type AuthorizerKind, authorizerKeys, planJwt } from "../../../kit/gateway";
import type { WebSocketApiJwtAuthorizer } from "../props";
import type { WebSocketAuthorizerConfig } from "./fn";
import { checkVerifierUnchanged, createTokenVerifier, parseTokenSource } from "./verifier";

export const jwtAuthorizer: AuthorizerKind<WebSocketApiJwtAuthorizer, WebSocketAuthorizerConfig> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<WebSocketApiJwtAuthorizer>()({ ...authorizerKeys, jwt: "map", tokenSource: true }),
  plan(declaration, { jwt, tokenSource }) {
    checkVerifierUnchanged(declaration, "jwt");
    const source = parseTokenSource(declaration.api, tokenSource);
    const tokens = planJwt(declaration, jwt, !declaration.isImported);
    // Only an existing authorizer, for which nothing is created, has no tokens.
    return { create: (scope) => createTokenVerifier(scope, tokens as AcceptedTokens, source) };
  },
};
