import type { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../../../core/check";
import { isProviderObject } from "../../../core/override";
import { isFunction } from "../../../function";
import { fail } from "../errors";
import { cloudRoute } from "./cloud";
import { functionRoute } from "./function";
import { graphqlRoute } from "./graphql";
import type { RouteKind } from "./kind";
import { albRoute, nlbRoute } from "./load-balancer";
import type { ApiBaseRouteProps, ApiRouteProps } from "./props";
import { urlRoute } from "./url";

export { type CloudSubtype, cloudSubtypes } from "./cloud-services";
export { libraryFunction } from "./function";
export type { RoutePlace, RouteTarget } from "./kind";
export type {
  ApiAlbRouteProps,
  ApiBaseRouteProps,
  ApiCloudRouteProps,
  ApiFunctionRouteProps,
  ApiGraphQLRouteProps,
  ApiIntegrationProps,
  ApiNlbRouteProps,
  ApiRouteProps,
  ApiUrlRouteProps,
  PayloadFormatVersion,
} from "./props";

type ObjectProps = Extract<ApiRouteProps, ApiBaseRouteProps>;
type RouteType = NonNullable<ObjectProps["type"]>;

/** Every type of route. */
const kinds = {
  function: functionRoute,
  alb: albRoute,
  nlb: nlbRoute,
  url: urlRoute,
  cloud: cloudRoute,
  graphql: graphqlRoute,
} satisfies { [Type in RouteType]: RouteKind<Extract<ObjectProps, { type: Type } | { type?: Type }>> };

/** A route value, read: its type, and its props in the object form. */
export interface ParsedRoute {
  readonly kind: RouteKind<ApiBaseRouteProps>;
  readonly props: ApiBaseRouteProps;
}

/** Finds out which type a route value is of; creates nothing. */
export function parseRoute(api: Construct, prop: string, value: unknown): ParsedRoute {
  if (typeof value === "string" || isFunction(value))
    return { kind: functionRoute as ParsedRoute["kind"], props: { function: value } as ApiBaseRouteProps };
  if (isProviderObject(value)) {
    const { terraformResourceType: type } = value;
    return fail(api, "function-provider-object", prop, { id: prop, type });
  }
  if (!isPlainObject(value)) return fail(api, "route-value-invalid", prop, { value: describe(value) });
  if ("handler" in value) fail(api, "route-handler-misplaced", prop, { handler: value.handler });
  const kind = kindOf(api, prop, value);
  checkKeys(api, prop, value, kind.keys as readonly string[]);
  return { kind, props: value as ApiBaseRouteProps };
}

function kindOf(api: Construct, prop: string, value: Record<string, unknown>): ParsedRoute["kind"] {
  const { type, cdk } = value;
  if (type !== undefined) {
    if (typeof type === "string" && Object.hasOwn(kinds, type))
      return kinds[type as RouteType] as ParsedRoute["kind"];
    return fail(api, "literal-unknown", `${prop}.type`, { value: type, allowed: Object.keys(kinds) });
  }
  const hasFunction = value.function !== undefined || (isPlainObject(cdk) && cdk.function !== undefined);
  if (!hasFunction) fail(api, "route-value-invalid", prop, { value });
  return functionRoute as ParsedRoute["kind"];
}

function describe(value: unknown): unknown {
  return typeof value === "object" && value !== null
    ? `an object of ${value.constructor?.name ?? "no class"}`
    : value;
}
