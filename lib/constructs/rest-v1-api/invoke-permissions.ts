import type { Construct } from "constructs";
import type { InvokePermissions } from "../../function/invoke-permissions";
import type { FunctionTarget } from "./invoked-function";
import type { RestRouteKey } from "./route-key";

/** Stage of the console's test button. */
const testStage = "test-invoke-stage";

/** Lets one method of an API invoke a function, in the API's stage and, for the console's test button, outside of it. */
export function permitMethod(
  permissions: InvokePermissions,
  api: Construct,
  route: RestRouteKey,
  { invokes, identity }: FunctionTarget,
  { stageName, allowTestInvoke }: { readonly stageName: string; readonly allowTestInvoke: boolean },
): void {
  const sources = {
    [`Permission_${route.id}`]: `/${stageName}/${sourceOf(route)}`,
    ...(allowTestInvoke && { [`TestPermission_${route.id}`]: `/${testStage}/${sourceOf(route)}` }),
  };
  permissions.add({ scope: api, invokes, identity, sources });
}

/** `GET/notes/*`: the part of an execution ARN that names a method; a variable stands for anything. */
export function sourceOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method === "ANY" ? "*" : method}${path.replace(/\{[^}]*\}/g, "*")}`;
}
