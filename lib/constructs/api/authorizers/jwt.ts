import { propKeys } from "../../../kit/core";
import { isPartial, planJwt } from "../../../kit/gateway";
import { type ApiAuthorizerConfig, type ApiAuthorizerKind, parseIdentitySource } from "./kind";
import type { ApiJwtAuthorizer } from "./props";

type JwtConfig = Pick<ApiAuthorizerConfig, "identitySources" | "jwtConfiguration">;

export const jwtAuthorizer: ApiAuthorizerKind<ApiJwtAuthorizer, JwtConfig> = {
  authorization: "JWT",
  takesScopes: true,
  keys: propKeys<ApiJwtAuthorizer>()({
    type: true,
    name: "text",
    identitySource: true,
    cdk: "map",
    jwt: "map",
  }),
  check(declaration, { identitySource, jwt }) {
    const identitySources = parseIdentitySource(declaration, identitySource, true);
    return { identitySources, jwtConfiguration: planJwt(declaration, jwt, !isPartial(declaration)) };
  },
  config(_, jwtConfig) {
    return { authorizerType: "JWT", ...jwtConfig };
  },
};
