import type { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../../../kit/core";
import { type FunctionReference, isFunction } from "../../../kit/function";
import { fail } from "../errors";
import type { WebSocketApiFunctionRouteProps } from "../props";
import { functionRoute } from "./function";

export { functionRoute, type WebSocketRouteTarget } from "./function";

/** The props of a route in the object form. Refuses unknown keys. The kind checks everything else. */
export function readWebSocketRoute(
  api: Construct,
  prop: string,
  value: unknown,
): WebSocketApiFunctionRouteProps {
  // A function reference, or something that is refused as one.
  const short = { function: value as FunctionReference };
  if (!isPlainObject(value) || isFunction(value)) return short;
  if ("authorizer" in value) fail(api, "route-authorizer-web-socket", `${prop}.authorizer`, {});
  if ("handler" in value || (!("function" in value) && !("type" in value))) return short;
  const { type = "function" } = value;
  checkKeys(api, prop, value, functionRoute.keys);
  if (type !== "function") {
    fail(api, "literal-unknown", `${prop}.type`, { value: type, allowed: ["function"] });
  }
  return value as unknown as WebSocketApiFunctionRouteProps;
}
