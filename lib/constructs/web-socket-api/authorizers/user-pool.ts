import { propKeys } from "../../../kit/core";
import {
  type AuthorizerKind,
  authorizerKeys,
  type PlannedPool,
  planUserPool,
  tokensOfPool,
} from "../../../kit/gateway";
import type { WebSocketApiUserPoolAuthorizer } from "../props";
import type { WebSocketAuthorizerConfig } from "./fn";
import { checkVerifierUnchanged, createTokenVerifier, parseTokenSource } from "./verifier";

export const userPoolAuthorizer: AuthorizerKind<WebSocketApiUserPoolAuthorizer, WebSocketAuthorizerConfig> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<WebSocketApiUserPoolAuthorizer>()({
    ...authorizerKeys,
    userPool: true,
    tokenSource: true,
    tokenUse: ["access", "id"],
  }),
  plan(declaration, { userPool, tokenSource, tokenUse = "access" }) {
    const { api, isImported } = declaration;
    checkVerifierUnchanged(declaration, "user_pool");
    const source = parseTokenSource(api, tokenSource);
    const pool = planUserPool(declaration, userPool, !isImported);
    return {
      create(scope) {
        // Only an existing authorizer, for which nothing is created, has no pool.
        const tokens = tokensOfPool(declaration, scope, pool as PlannedPool);
        return createTokenVerifier(scope, tokens, source, tokenUse);
      },
    };
  },
};
