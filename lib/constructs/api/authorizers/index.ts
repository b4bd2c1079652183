import { Apigatewayv2Authorizer } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { overlay } from "../../../kit/core";
import type { AuthorizerFamily, AuthorizerKinds } from "../../../kit/gateway";
import { functionAuthorizer } from "./fn";
import { jwtAuthorizer } from "./jwt";
import type { ApiAuthorizerConfig } from "./kind";
import type { ApiAuthorizer } from "./props";
import { userPoolAuthorizer } from "./user-pool";

/** Every type of authorizer. */
const kinds = {
  jwt: jwtAuthorizer,
  user_pool: userPoolAuthorizer,
  fn: functionAuthorizer,
} satisfies AuthorizerKinds<ApiAuthorizer, ApiAuthorizerConfig>;

/** The authorizers of HTTP APIs. */
export const apiAuthorizers: AuthorizerFamily<ApiAuthorizer, ApiAuthorizerConfig> = {
  kinds,
  resource: Apigatewayv2Authorizer,
  rejectedKeys: () => ({ apiId: "It is the API that the authorizer belongs to." }),
  create: (scope, { apiId, name }, config, override) =>
    new Apigatewayv2Authorizer(scope, "Authorizer", overlay({ apiId, name, ...config }, override)),
};
