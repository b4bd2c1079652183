import type { ApiGatewayIntegration } from "@cdktf/provider-aws/lib/api-gateway-integration";
import type { Construct } from "constructs";
import type { InvokePermissions } from "../../kit/function";
import type { RoutePermission } from "../../kit/gateway";
import type { RenamedRoute } from "./moved-places";

/** The stage that the test button of the console uses. */
const testStage = "test-invoke-stage";

/** Lets one method of an API invoke a function in the stage of the API and, if allowed, from the test button of the console. */
export function permitMethod(
  permissions: InvokePermissions,
  at: { readonly scope: Construct; readonly waiting: readonly ApiGatewayIntegration[] },
  { key: route, former }: RenamedRoute,
  permission: RoutePermission,
  { stageName, allowTestInvoke }: { readonly stageName: string; readonly allowTestInvoke: boolean },
): void {
  const { id, placeId } = route;
  const sources = {
    [`Permission_${placeId}`]: `/${stageName}/${sourceOf(route)}`,
    ...(allowTestInvoke && { [`TestPermission_${placeId}`]: `/${testStage}/${sourceOf(route)}` }),
  };
  // At another path the permission is a new one. Terraform would not know any more what waits for one that is moved and replaced.
  const formerId = former?.placeId === placeId ? former.id : id;
  const formerIds = {
    [`Permission_${placeId}`]: `Permission_${formerId}`,
    [`TestPermission_${placeId}`]: `TestPermission_${formerId}`,
  };
  permissions.add({ ...permission, ...at, sources, formerIds });
}

/** `GET/notes/*`: the part of an execution ARN that names a method. A variable matches anything. */
export function sourceOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method === "ANY" ? "*" : method}${path.replace(/\{[^}]*\}/g, "*")}`;
}
