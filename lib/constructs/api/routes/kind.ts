import type { Apigatewayv2IntegrationConfig } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import type { Construct } from "constructs";
import type { Function, FunctionProps } from "../../../function";
import type { InvokedFunction } from "../../../function/invoke-permissions";
import type { RouteKey } from "../../../gateway/route-key";
import type { ApiRouteMetadata } from "../library";
import type { ApiBaseRouteProps, PayloadFormatVersion } from "./props";

/** Where a route is created, and what messages call it. */
export interface RoutePlace {
  readonly api: Construct;
  /** The API, or what `addRoutes` was given. */
  readonly scope: Construct;
  readonly apiId: string;
  readonly key: RouteKey;
  /** `routes["GET /notes"]`. */
  readonly prop: string;
  readonly defaults: {
    readonly function: Partial<FunctionProps> | undefined;
    readonly payloadFormatVersion: PayloadFormatVersion;
  };
}

/** What answers a route, for the provider and for the library. */
export interface RouteTarget {
  readonly integration: Omit<Apigatewayv2IntegrationConfig, "apiId">;
  /** A function of this library; undefined where another answers, or an existing one. */
  readonly function?: Function;
  readonly invokes?: InvokedFunction;
  /** What the metadata says beyond type and key. */
  readonly metadata?: Omit<ApiRouteMetadata, "type" | "route" | "fn">;
  readonly metadataType: ApiRouteMetadata["type"];
}

/** One type of route. */
export interface RouteKind<Props extends ApiBaseRouteProps> {
  readonly keys: readonly (keyof Props & string)[];
  /** Creates what the route needs beside its integration. Checks before it creates. */
  target(place: RoutePlace, props: Props): RouteTarget;
}
