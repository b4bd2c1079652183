import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { Stack } from "../app";
import { type BindingEntry, ConstructWithFunctions, type Function } from "../function";
import type { PermissionRow, Permissions, PermissionTarget } from "../iam/permissions";

/** An API of a gateway. Its functions belong to routes. */
export abstract class ConstructWithRoutes extends ConstructWithFunctions {
  /** The normalized route keys, in the order in which they were added. */
  abstract get routes(): string[];

  /** The function of a route; undefined for a route without a function of this library. */
  getFunction(routeKey: string): Function | undefined {
    return this.functions.find("getFunction", routeKey);
  }

  /** Binds constructs to the function of one route. */
  bindToRoute(routeKey: string, constructs: readonly BindingEntry[]): void {
    this.functions.bindTo("bindToRoute", routeKey, constructs);
  }

  /** Grants permissions to the function of one route. */
  attachPermissionsToRoute(routeKey: string, permissions: Permissions): void {
    this.functions.attachPermissionsTo("attachPermissionsToRoute", routeKey, permissions);
  }
}

/** The generated host of an API. */
export function executeApiHost(api: Construct, apiId: string): string {
  const { region, urlSuffix } = Stack.of(api);
  return `${apiId}.execute-api.${region}.${urlSuffix}`;
}

/** The target of permissions that name an API. */
export function executeApiTarget(api: Construct, row: PermissionRow, apiId: string): PermissionTarget {
  const { partition, region, account } = Stack.of(api);
  return { row, arn: formatArn({ partition, region, account }, "execute-api", apiId) };
}
