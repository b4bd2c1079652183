import { propKeys } from "../../../kit/core";
import { authorizerKeys, isPartial, planJwt } from "../../../kit/gateway";
import { type ApiAuthorizerKind, parseIdentitySource } from "./kind";
import type { ApiJwtAuthorizer } from "./props";

export const jwtAuthorizer: ApiAuthorizerKind<ApiJwtAuthorizer> = {
  authorization: "JWT",
  takesScopes: true,
  keys: propKeys<ApiJwtAuthorizer>()({ ...authorizerKeys, identitySource: true, jwt: "map" }),
  plan(declaration, { identitySource, jwt }) {
    const identitySources = parseIdentitySource(declaration, identitySource, true);
    const jwtConfiguration = planJwt(declaration, jwt, !isPartial(declaration));
    return { create: () => ({ config: { authorizerType: "JWT", identitySources, jwtConfiguration } }) };
  },
};
