import type { ApiGatewayAuthorizerConfig } from "@cdktf/provider-aws/lib/api-gateway-authorizer";
import type { AuthorizerDeclaration, AuthorizerKind } from "../../../kit/gateway";

/** The provider config of an authorizer, without the API and the name. */
export type RestAuthorizerConfig = Omit<ApiGatewayAuthorizerConfig, "restApiId" | "name">;

/** One type of authorizer of a REST API. */
export type RestAuthorizerKind<Props> = AuthorizerKind<Props, RestAuthorizerConfig>;

/** The authorizer as the caller declared it. */
export type RestAuthorizerDeclaration = AuthorizerDeclaration<RestAuthorizerConfig>;
