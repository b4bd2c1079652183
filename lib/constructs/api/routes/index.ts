import type { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../../../core/checks/check";
import { isProviderObject } from "../../../core/terraform/override";
import { isFunction } from "../../../function";
import type { RouteKind } from "../../../gateway";
import { fail } from "../errors";
import { cloudRoute } from "./cloud";
import { functionRoute } from "./function";
import { graphqlRoute } from "./graphql";
import type { ApiRouteDeclaration, ApiRouteTarget } from "./kind";
import { albRoute, nlbRoute } from "./load-balancer";
import type { ApiBaseRouteProps, ApiRouteProps } from "./props";
import { urlRoute } from "./url";

export type { CloudSubtype } from "./cloud-services";
export { functionTarget } from "./function";
export type { ApiRouteDeclaration, ApiRouteTarget } from "./kind";
export type {
  ApiAlbRouteProps,
  ApiBaseRouteProps,
  ApiCloudRouteProps,
  ApiFunctionIntegrationProps,
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

/** The props of a route of one type, which may be left out for a function. */
type PropsOf<Type extends RouteType> = Extract<ObjectProps, { type: Type } | { type?: Type | undefined }>;

/** Every type of route. */
const kinds = {
  function: functionRoute,
  alb: albRoute,
  nlb: nlbRoute,
  url: urlRoute,
  cloud: cloudRoute,
  graphql: graphqlRoute,
} satisfies { [Type in RouteType]: RouteKind<ApiRouteDeclaration, PropsOf<Type>, ApiRouteTarget> };

const kindsByType: Readonly<Record<string, AnyKind>> = kinds;

/** A type of route whose props are known to be its own. */
type AnyKind = RouteKind<ApiRouteDeclaration, ApiBaseRouteProps, ApiRouteTarget, unknown, string>;

/** The value of a route: its type, and its props in the object form. */
export interface ReadApiRoute {
  readonly kind: AnyKind;
  readonly props: ApiBaseRouteProps;
}

/** Finds the type of a route, and refuses unknown keys. The kind checks everything else. */
export function readApiRoute(api: Construct, prop: string, value: unknown): ReadApiRoute {
  if (typeof value === "string" || isFunction(value)) {
    return { kind: functionRoute, props: { function: value } as ApiBaseRouteProps };
  }
  if (isProviderObject(value)) {
    const { terraformResourceType: type } = value;
    return fail(api, "function-provider-object", prop, { id: prop, type });
  }
  if (!isPlainObject(value)) return fail(api, "route-value-invalid", prop, { value: describe(value) });
  if ("handler" in value) fail(api, "route-handler-misplaced", prop, { handler: value.handler });
  const kind = kindOf(api, prop, value);
  refuseStreaming(api, `${prop}.streaming`, value.streaming);
  checkKeys(api, prop, value, kind.keys);
  return { kind, props: value as ApiBaseRouteProps };
}

/** Refuses a prop that only routes of REST APIs have. */
export function refuseStreaming(where: Construct | string, prop: string, value: unknown): void {
  if (value !== undefined) fail(where, "route-streaming", prop, { value });
}

function kindOf(api: Construct, prop: string, value: Record<string, unknown>): AnyKind {
  const { type, cdk } = value;
  if (type !== undefined) {
    const kind = typeof type === "string" && Object.hasOwn(kinds, type) ? kindsByType[type] : undefined;
    return kind ?? fail(api, "literal-unknown", `${prop}.type`, { value: type, allowed: Object.keys(kinds) });
  }
  const hasFunction = value.function !== undefined || (isPlainObject(cdk) && cdk.function !== undefined);
  if (!hasFunction) fail(api, "route-value-invalid", prop, { value });
  return functionRoute;
}

function describe(value: unknown): unknown {
  return typeof value === "object" && value !== null
    ? `an object of ${value.constructor?.name ?? "no class"}`
    : value;
}
