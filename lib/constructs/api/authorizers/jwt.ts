import { propKeys } from "../../../kit/core";
import { isPartial, planJwt } from "../../../kit/gateway";
import { type ApiAuthorizerKind, parseIdentitySource } from "./kind";
import type { ApiJwtAuthorizer } from "./props";

export const jwtAuthorizer: ApiAuthorizerKind<ApiJwtAuthorizer> = {
  authorization: "JWT",
  takesScopes: true,
  keys: propKeys<ApiJwtAuthorizer>()({
    type: true,
    name: "text",
    identitySource: true,
    cdk: "map",
    jwt: "map",
  }),
  plan(declaration, { identitySource, jwt }) {
    const identitySources = parseIdentitySource(declaration, identitySource, true);
    const jwtConfiguration = planJwt(declaration, jwt, !isPartial(declaration));
    return { create: () => ({ config: { authorizerType: "JWT", identitySources, jwtConfiguration } }) };
  },
};
