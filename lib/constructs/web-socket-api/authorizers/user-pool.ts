import { checkLiteral, propKeys } from "../../../kit/core";
import { type AuthorizerKind, type PlannedPool, planUserPool, tokensOfPool } from "../../../kit/gateway";
import type { WebSocketApiUserPoolAuthorizer } from "../props";
import type { WebSocketAuthorizerConfig } from "./fn";
import {
  checkVerifierUnchanged,
  createTokenVerifier,
  type PlannedTokenSource,
  parseTokenSource,
  permitVerifier,
} from "./verifier";

interface UserPoolPlan {
  /** Undefined for an existing authorizer. */
  readonly pool: PlannedPool | undefined;
  readonly source: PlannedTokenSource;
  readonly tokenUse: "access" | "id";
}

export const userPoolAuthorizer: AuthorizerKind<
  WebSocketApiUserPoolAuthorizer,
  WebSocketAuthorizerConfig,
  UserPoolPlan
> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<WebSocketApiUserPoolAuthorizer>()({
    type: true,
    name: "text",
    cdk: "map",
    userPool: true,
    tokenSource: true,
    tokenUse: true,
  }),
  check(declaration, { userPool, tokenSource, tokenUse = "access" }) {
    const { api, prop, isImported } = declaration;
    checkVerifierUnchanged(declaration, "user_pool");
    checkLiteral(api, `${prop}.tokenUse`, tokenUse, ["access", "id"]);
    const source = parseTokenSource(api, tokenSource);
    return { source, tokenUse, pool: planUserPool(declaration, userPool, !isImported) };
  },
  config(place, { pool, source, tokenUse }) {
    if (pool === undefined) return { authorizerType: "REQUEST" };
    return createTokenVerifier(place, tokensOfPool(place, pool), source, tokenUse);
  },
  permission(place, _, authorizerId) {
    return permitVerifier(place, authorizerId);
  },
};
