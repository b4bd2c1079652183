import type { ApiGatewayIntegration } from "@cdktf/provider-aws/lib/api-gateway-integration";
import type { Construct } from "constructs";
import type { InvokePermissions } from "../../function/invoke-permissions";
import type { RoutePermission } from "../../gateway";
import type { RestRouteKey } from "./rest-route-key";

/** The stage that the test button of the console uses. */
const testStage = "test-invoke-stage";

/** Lets one method of an API invoke a function in the stage of the API and, if allowed, from the test button of the console. */
export function permitMethod(
  permissions: InvokePermissions,
  at: { readonly scope: Construct; readonly waiting: readonly ApiGatewayIntegration[] },
  route: RestRouteKey,
  permission: RoutePermission,
  { stageName, allowTestInvoke }: { readonly stageName: string; readonly allowTestInvoke: boolean },
): void {
  const { id, placeId } = route;
  const sources = {
    [`Permission_${placeId}`]: `/${stageName}/${sourceOf(route)}`,
    ...(allowTestInvoke && { [`TestPermission_${placeId}`]: `/${testStage}/${sourceOf(route)}` }),
  };
  const formerIds = {
    [`Permission_${placeId}`]: `Permission_${id}`,
    [`TestPermission_${placeId}`]: `TestPermission_${id}`,
  };
  permissions.add({ ...permission, ...at, sources, formerIds });
}

/** `GET/notes/*`: the part of an execution ARN that names a method. A variable matches anything. */
export function sourceOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method === "ANY" ? "*" : method}${path.replace(/\{[^}]*\}/g, "*")}`;
}
