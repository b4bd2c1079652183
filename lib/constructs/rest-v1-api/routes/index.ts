import type { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../../../core/checks/check";
import { isProviderObject } from "../../../core/terraform/override";
import { isFunction } from "../../../function";
import type { RouteKind } from "../../../gateway";
import { fail } from "../errors";
import { functionRoute } from "./function";
import type { RestRouteDeclaration, RestRouteTarget } from "./kind";
import { albRoute, nlbRoute } from "./load-balancer";
import type {
  RestV1ApiBaseRouteProps,
  RestV1ApiFunctionRouteProps,
  RestV1ApiIntegrationProps,
  RestV1ApiMethodProps,
  RestV1ApiRouteProps,
} from "./props";

export { escapeAll } from "./integration";
export type { RestRouteDeclaration, RestRouteTarget } from "./kind";
export { methodConfig, modelNames } from "./method";
export { checkGatewayValue, checkTemplates } from "./parameters";
export type {
  RestV1ApiAlbRouteProps,
  RestV1ApiBalancerIntegrationProps,
  RestV1ApiBaseRouteProps,
  RestV1ApiFunctionRouteProps,
  RestV1ApiIntegrationProps,
  RestV1ApiIntegrationResponse,
  RestV1ApiMethodProps,
  RestV1ApiMethodResponse,
  RestV1ApiNlbRouteProps,
  RestV1ApiRouteProps,
} from "./props";

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

const kindsByType: Readonly<Record<string, AnyKind>> = kinds;

/** A type of route whose props are known to be its own. */
type AnyKind = RouteKind<RestRouteDeclaration, AnyRouteProps, RestRouteTarget, unknown, string>;

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
  if (typeof value === "string" || isFunction(value)) {
    const props: RestV1ApiFunctionRouteProps = { function: value };
    return { kind: functionRoute, props };
  }
  if (isProviderObject(value)) {
    const { terraformResourceType: type } = value;
    return fail(api, "function-provider-object", prop, { id: prop, type });
  }
  if (!isPlainObject(value)) return fail(api, "route-value-invalid", prop, { value });
  if ("handler" in value) fail(api, "route-handler-misplaced", prop, { handler: value.handler });
  const { type = "function" } = value;
  const kind = typeof type === "string" && Object.hasOwn(kinds, type) ? kindsByType[type] : undefined;
  if (kind === undefined) {
    return fail(api, "literal-unknown", `${prop}.type`, { value: type, allowed: Object.keys(kinds) });
  }
  checkKeys(api, prop, value, kind.keys);
  const { cdk } = value;
  const hasFunction = value.function !== undefined || (isPlainObject(cdk) && cdk.function !== undefined);
  if (value.type === undefined && !hasFunction) fail(api, "route-value-invalid", prop, { value });
  return { kind, props: value as AnyRouteProps };
}
