import type { Construct } from "constructs";
import { checkKeys } from "../../../kit/core";
import { type RouteKind, readRoute } from "../../../kit/gateway";
import { functionRoute } from "./function";
import type { RestRouteDeclaration, RestRouteTarget } from "./kind";
import { albRoute, nlbRoute } from "./load-balancer";
import type {
  RestV1ApiBaseRouteProps,
  RestV1ApiIntegrationProps,
  RestV1ApiMethodProps,
  RestV1ApiRouteProps,
} from "./props";

export { escapeAll } from "./integration";
export type { RestRouteTarget } from "./kind";
export { methodConfig, modelNames } from "./method";
export { checkGatewayValue, checkTemplates } from "./parameters";

type ObjectProps = Extract<RestV1ApiRouteProps, RestV1ApiBaseRouteProps>;
type RouteType = NonNullable<ObjectProps["type"]>;

/** The props of a route of one type, which may be left out for a function. */
type PropsOf<Type extends RouteType> = Extract<ObjectProps, { type: Type } | { type?: Type | undefined }>;

/** Every type of route. */
const kinds = {
  function: functionRoute,
  alb: albRoute,
  nlb: nlbRoute,
} satisfies { [Type in RouteType]: RouteKind<RestRouteDeclaration, PropsOf<Type>, RestRouteTarget> };

const kindsByType: Readonly<Record<RouteType, AnyKind>> = kinds;

/** A type of route whose props are known to be its own. */
type AnyKind = RouteKind<RestRouteDeclaration, AnyRouteProps, RestRouteTarget, string>;

/** The common props of all types of routes. */
export interface AnyRouteProps extends RestV1ApiBaseRouteProps {
  readonly cdk?:
    | {
        readonly integration?:
          | Pick<RestV1ApiIntegrationProps, "integrationResponses" | "allowTestInvoke">
          | undefined;
        readonly method?: RestV1ApiMethodProps | undefined;
      }
    | undefined;
}

/** The value of a route: its type, and its props in the object form. */
export interface ReadRestRoute {
  readonly kind: AnyKind;
  readonly props: AnyRouteProps;
}

/** Finds the type of a route, and refuses unknown keys. The kind checks everything else. */
export function readRestRoute(api: Construct, prop: string, value: unknown): ReadRestRoute {
  const { kind, props } = readRoute(api, prop, value, kindsByType);
  checkKeys(api, prop, props, kind.keys);
  return { kind, props };
}
