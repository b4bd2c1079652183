import { propKeys } from "../../../kit/core";
import { type AcceptedTokens, type AuthorizerKind, planJwt } from "../../../kit/gateway";
import type { WebSocketApiJwtAuthorizer } from "../props";
import type { WebSocketAuthorizerConfig } from "./fn";
import {
  checkVerifierUnchanged,
  createTokenVerifier,
  type PlannedTokenSource,
  parseTokenSource,
  permitVerifier,
} from "./verifier";

interface JwtPlan {
  /** Undefined for an existing authorizer. */
  readonly tokens: AcceptedTokens | undefined;
  readonly source: PlannedTokenSource;
}

export const jwtAuthorizer: AuthorizerKind<WebSocketApiJwtAuthorizer, WebSocketAuthorizerConfig, JwtPlan> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<WebSocketApiJwtAuthorizer>()({
    type: true,
    name: "text",
    cdk: "map",
    jwt: "map",
    tokenSource: true,
  }),
  check(declaration, { jwt, tokenSource }) {
    checkVerifierUnchanged(declaration, "jwt");
    const source = parseTokenSource(declaration.api, tokenSource);
    return { source, tokens: planJwt(declaration, jwt, !declaration.isImported) };
  },
  config(place, { tokens, source }) {
    return tokens === undefined ? { authorizerType: "REQUEST" } : createTokenVerifier(place, tokens, source);
  },
  permission(place, _, authorizerId) {
    return permitVerifier(place, authorizerId);
  },
};
