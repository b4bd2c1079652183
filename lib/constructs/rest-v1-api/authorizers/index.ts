import { ApiGatewayAuthorizer } from "@cdktf/provider-aws/lib/api-gateway-authorizer";
import { overlay } from "../../../kit/core";
import type { AuthorizerFamily, AuthorizerKinds } from "../../../kit/gateway";
import { fnRequestAuthorizer } from "./fn-request";
import { fnTokenAuthorizer } from "./fn-token";
import type { RestAuthorizerConfig } from "./kind";
import type { RestV1ApiAuthorizer } from "./props";
import { userPoolsAuthorizer } from "./user-pools";

/** Every type of authorizer. */
const kinds = {
  user_pools: userPoolsAuthorizer,
  fn_token: fnTokenAuthorizer,
  fn_request: fnRequestAuthorizer,
} satisfies AuthorizerKinds<RestV1ApiAuthorizer, RestAuthorizerConfig>;

/** The authorizers of REST APIs. */
export const restAuthorizers: AuthorizerFamily<RestV1ApiAuthorizer, RestAuthorizerConfig> = {
  kinds,
  resource: ApiGatewayAuthorizer,
  rejectedKeys: (prop) => ({
    restApiId: "It is the API that the authorizer belongs to.",
    type: `It follows from ${prop}.type.`,
  }),
  // Names are unique in an API, and one of another type is created before this one is destroyed.
  defaultName: (name, type) => `${name}-${type}`,
  create: (scope, { apiId, name }, config, override) =>
    new ApiGatewayAuthorizer(scope, "Authorizer", overlay({ restApiId: apiId, name, ...config }, override)),
};
