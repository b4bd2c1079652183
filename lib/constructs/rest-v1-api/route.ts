import type { Construct } from "constructs";
import { checkKeys, checkLiteral, isPlainObject, propKeys } from "../../core/check";
import { isProviderObject } from "../../core/override";
import { isFunction } from "../../function";
import { fail } from "./errors";
import { checkIntegration } from "./integration";
import { checkMethod } from "./method";
import type { RestV1ApiFunctionRouteProps } from "./route-props";

const routeKeys = propKeys<RestV1ApiFunctionRouteProps>()({
  type: true,
  function: true,
  authorizer: true,
  authorizationScopes: true,
  cdk: true,
});

/** Reads a route value into its object form; creates nothing. */
export function parseRestRoute(api: Construct, prop: string, value: unknown): RestV1ApiFunctionRouteProps {
  if (typeof value === "string" || isFunction(value)) return { function: value };
  if (isProviderObject(value)) {
    const { terraformResourceType: type } = value;
    return fail(api, "function-provider-object", prop, { id: prop, type });
  }
  if (!isPlainObject(value)) return fail(api, "route-value-invalid", prop, { value });
  if ("handler" in value) fail(api, "route-handler-misplaced", prop, { handler: value.handler });
  if (value.type !== undefined) checkLiteral(api, `${prop}.type`, value.type, ["function"]);
  checkKeys(api, prop, value, routeKeys);
  const props = value as RestV1ApiFunctionRouteProps;
  const cdk = props.cdk ?? {};
  checkKeys(api, `${prop}.cdk`, cdk, ["function", "integration", "method"]);
  if (props.type === undefined && props.function === undefined && cdk.function === undefined) {
    fail(api, "route-value-invalid", prop, { value });
  }
  if (cdk.method !== undefined) checkMethod(api, `${prop}.cdk.method`, cdk.method);
  if (cdk.integration !== undefined) {
    const statusCodes = (cdk.method?.methodResponses ?? []).map(({ statusCode }) => statusCode);
    checkIntegration(api, `${prop}.cdk.integration`, cdk.integration, statusCodes);
  }
  return props;
}
