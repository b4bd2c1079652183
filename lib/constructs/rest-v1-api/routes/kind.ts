import type { RouteDeclaration, RouteKind, RouteTarget } from "../../../gateway";
import type { ForeignFunction } from "../foreign-function";
import type { RestIntegrationConfig } from "./integration";

/** What answers a route, for the provider and for the library. */
export interface RestRouteTarget extends RouteTarget<RestIntegrationConfig> {
  /** The function that answers, if it is of another stack. */
  readonly foreign?: ForeignFunction | undefined;
}

/** One type of route of a REST API. The scope of the declaration holds the function; all else belongs to the API. */
export type RestRouteKind<Props, Plan> = RouteKind<RouteDeclaration, Props, RestRouteTarget, Plan>;
