import type { Construct } from "constructs";
import { checkKeys } from "../../../kit/core";
import { type RouteKind, readRoute } from "../../../kit/gateway";
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

const kindsByType: Readonly<Record<RouteType, AnyKind>> = kinds;

/** A type of route whose props are known to be its own. */
type AnyKind = RouteKind<ApiRouteDeclaration, ApiBaseRouteProps, ApiRouteTarget, string>;

/** The value of a route: its type, and its props in the object form. */
export interface ReadApiRoute {
  readonly kind: AnyKind;
  readonly props: ApiBaseRouteProps;
}

/** Finds the type of a route, and refuses unknown keys. The kind checks everything else. */
export function readApiRoute(api: Construct, prop: string, value: unknown): ReadApiRoute {
  const { kind, props } = readRoute(api, prop, value, kindsByType);
  refuseStreaming(api, `${prop}.streaming`, props.streaming);
  checkKeys(api, prop, props, kind.keys);
  return { kind, props };
}

/** Refuses a prop that only routes of REST APIs have. */
export function refuseStreaming(where: Construct | string, prop: string, value: unknown): void {
  if (value !== undefined) fail(where, "route-streaming", prop, { value });
}
