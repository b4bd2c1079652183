import type { ApiGatewayAuthorizerConfig } from "@cdktf/provider-aws/lib/api-gateway-authorizer";
import type { AuthorizerDeclaration, AuthorizerKind, AuthorizerPlace } from "../../../kit/gateway";

/** The provider config of an authorizer, without the API and the name. */
export type RestAuthorizerConfig = Omit<ApiGatewayAuthorizerConfig, "restApiId" | "name">;

/** One type of authorizer of a REST API. */
export type RestAuthorizerKind<Props, Plan> = AuthorizerKind<Props, RestAuthorizerConfig, Plan>;

/** The authorizer as the caller declared it. */
export type RestAuthorizerDeclaration = AuthorizerDeclaration<RestAuthorizerConfig>;

/** Where the authorizer is created. */
export type RestAuthorizerPlace = AuthorizerPlace<RestAuthorizerConfig>;
