import type { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../../../kit/core";
import { type FunctionReference, isFunction } from "../../../kit/function";
import type { RouteDeclaration, RouteKind } from "../../../kit/gateway";
import { fail } from "../errors";
import type { WebSocketApiFunctionRouteProps } from "../props";
import { functionRoute, type WebSocketRouteTarget } from "./function";

export type { WebSocketRouteTarget } from "./function";

/** The props of a route of one type, which may be left out for a function. */
type PropsOf<Type> = Extract<WebSocketApiFunctionRouteProps, { type: Type } | { type?: Type | undefined }>;

/** Every type of route. */
const kinds = {
  function: functionRoute,
} satisfies {
  [Type in NonNullable<WebSocketApiFunctionRouteProps["type"]>]: RouteKind<
    RouteDeclaration,
    PropsOf<Type>,
    WebSocketRouteTarget
  >;
};

/** The value of a route: its type, and its props in the object form. */
export interface ReadWebSocketRoute {
  readonly kind: RouteKind<RouteDeclaration, WebSocketApiFunctionRouteProps, WebSocketRouteTarget, string>;
  readonly props: WebSocketApiFunctionRouteProps;
}

/** Finds the type of a route, and refuses unknown keys. The kind checks everything else. */
export function readWebSocketRoute(api: Construct, prop: string, value: unknown): ReadWebSocketRoute {
  // A function reference, or something that is refused as one.
  const short = { kind: functionRoute, props: { function: value as FunctionReference } };
  if (!isPlainObject(value) || isFunction(value)) return short;
  if ("authorizer" in value) fail(api, "route-authorizer-web-socket", `${prop}.authorizer`, {});
  if ("handler" in value || (!("function" in value) && !("type" in value))) return short;
  const { type = "function" } = value;
  const kind = Object.entries(kinds).find(([name]) => name === type)?.[1];
  checkKeys(api, prop, value, (kind ?? functionRoute).keys);
  if (kind === undefined) {
    return fail(api, "literal-unknown", `${prop}.type`, { value: type, allowed: Object.keys(kinds) });
  }
  return { kind, props: value as unknown as WebSocketApiFunctionRouteProps };
}
