import type { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../../../core/check";
import { isProviderObject } from "../../../core/override";
import { isFunction } from "../../../function";
import type { RouteDeclaration, RouteKind } from "../../../gateway";
import { fail } from "../errors";
import { functionRoute } from "./function";
import type { RestRouteTarget } from "./kind";
import type { RestV1ApiFunctionRouteProps } from "./props";

export { escapeAll } from "./integration";
export type { RestRouteTarget } from "./kind";
export { type MethodAuthorization, methodConfig, modelNames } from "./method";
export type {
  RestV1ApiFunctionRouteProps,
  RestV1ApiIntegrationProps,
  RestV1ApiIntegrationResponse,
  RestV1ApiMethodProps,
  RestV1ApiMethodResponse,
  RestV1ApiRouteProps,
} from "./props";

/** The props of a route of one type, which may be left out for a function. */
type PropsOf<Type> = Extract<RestV1ApiFunctionRouteProps, { type: Type } | { type?: Type | undefined }>;

/** Every type of route. */
const kinds = {
  function: functionRoute,
} satisfies {
  [Type in NonNullable<RestV1ApiFunctionRouteProps["type"]>]: RouteKind<
    RouteDeclaration,
    PropsOf<Type>,
    RestRouteTarget
  >;
};

/** The value of a route: its type, and its props in the object form. */
export interface ReadRestRoute {
  readonly kind: RouteKind<RouteDeclaration, RestV1ApiFunctionRouteProps, RestRouteTarget, unknown, string>;
  readonly props: RestV1ApiFunctionRouteProps;
}

/** Finds the type of a route, and refuses unknown keys. The kind checks everything else. */
export function readRestRoute(api: Construct, prop: string, value: unknown): ReadRestRoute {
  if (typeof value === "string" || isFunction(value)) {
    return { kind: functionRoute, props: { function: value } };
  }
  if (isProviderObject(value)) {
    const { terraformResourceType: type } = value;
    return fail(api, "function-provider-object", prop, { id: prop, type });
  }
  if (!isPlainObject(value)) return fail(api, "route-value-invalid", prop, { value });
  if ("handler" in value) fail(api, "route-handler-misplaced", prop, { handler: value.handler });
  const { type = "function" } = value;
  const kind = Object.entries(kinds).find(([name]) => name === type)?.[1];
  if (kind === undefined) {
    return fail(api, "literal-unknown", `${prop}.type`, { value: type, allowed: Object.keys(kinds) });
  }
  checkKeys(api, prop, value, kind.keys);
  const { cdk } = value;
  const hasFunction = value.function !== undefined || (isPlainObject(cdk) && cdk.function !== undefined);
  if (value.type === undefined && !hasFunction) fail(api, "route-value-invalid", prop, { value });
  return { kind, props: value as unknown as RestV1ApiFunctionRouteProps };
}
