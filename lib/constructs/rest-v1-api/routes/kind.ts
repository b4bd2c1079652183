import type { ApiGatewayMethodConfig } from "@cdktf/provider-aws/lib/api-gateway-method";
import type { RouteDeclaration, RouteKind, RouteTarget } from "../../../kit/gateway";
import type { ForeignFunction } from "../foreign-function";
import type { RestV1ApiRouteMetadata } from "../library";
import type { RestRouteKey } from "../rest-route-key";
import type { RestIntegrationConfig } from "./integration";

/** A route of a REST API as the caller declared it. */
export interface RestRouteDeclaration extends RouteDeclaration {
  readonly key: RestRouteKey;
}

/** The target of a route, for the provider and for the library. */
export interface RestRouteTarget extends RouteTarget<RestIntegrationConfig> {
  /** The function that answers, if it is in another stack. */
  readonly foreign?: ForeignFunction | undefined;
  /** Parameters of requests that the integration reads, and which the method must declare. @default - none */
  readonly requestParameters?: ApiGatewayMethodConfig["requestParameters"] | undefined;
  readonly metadataType: RestV1ApiRouteMetadata["type"];
}

/** One type of route of a REST API. The scope of the declaration holds the function; everything else belongs to the API. */
export type RestRouteKind<Props> = RouteKind<RestRouteDeclaration, Props, RestRouteTarget>;
