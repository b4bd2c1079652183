import type { Apigatewayv2IntegrationConfig } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import type { HttpRouteKey, RouteDeclaration, RouteKind, RouteTarget } from "../../../kit/gateway";
import type { ApiRouteMetadata } from "../library";
import type { PayloadFormatVersion } from "./props";

/** A route of an HTTP API as the caller declared it. */
export interface ApiRouteDeclaration extends RouteDeclaration {
  readonly key: HttpRouteKey;
  /** The default of the API. */
  readonly payloadFormatVersion: PayloadFormatVersion;
}

/** The provider config of an integration, without the API. */
export type ApiIntegrationConfig = Omit<Apigatewayv2IntegrationConfig, "apiId">;

/** The target of a route, for the provider and for the library. */
export interface ApiRouteTarget extends RouteTarget<ApiIntegrationConfig> {
  /** The metadata in addition to type and key. */
  readonly metadata?: Omit<ApiRouteMetadata, "type" | "route" | "fn"> | undefined;
  readonly metadataType: ApiRouteMetadata["type"];
}

/** One type of route of an HTTP API. */
export type ApiRouteKind<Props> = RouteKind<ApiRouteDeclaration, Props, ApiRouteTarget>;
