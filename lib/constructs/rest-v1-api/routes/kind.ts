import type { TerraformStack } from "cdktf";
import type { RouteDeclaration, RouteKind, RouteTarget } from "../../../gateway";
import type { RestIntegrationConfig } from "./integration";

/** What answers a route, for the provider and for the library. */
export type RestRouteTarget = RouteTarget<RestIntegrationConfig>;

/** The checked props of a route, as far as every type of route has them. */
export interface RestRoutePlan {
  /** The stack of the function that answers; undefined where only its ARN is known. */
  readonly stack: TerraformStack | undefined;
}

/** One type of route of a REST API. The scope of the declaration holds the function; all else belongs to the API. */
export type RestRouteKind<Props, Plan extends RestRoutePlan> = RouteKind<
  RouteDeclaration,
  Props,
  RestRouteTarget,
  Plan
>;
