import type { Construct } from "constructs";
import { Stack } from "../../kit/app";
import { type Function, RolePolicies } from "../../kit/function";
import { type Permissions, resolvePermissions } from "../../kit/iam/permissions";

/** Lets the functions of routes send messages to connected clients. */
export class ConnectionsAccess {
  private readonly permissions: Permissions;

  constructor(private readonly api: Construct) {
    this.permissions = [[api, "grantManageConnections"]];
  }

  grant(scope: Construct, fn: Function): void {
    const stack = Stack.of(fn);
    if (stack === Stack.of(this.api) || stack === Stack.of(scope)) {
      fn.attachPermissions(this.permissions);
      return;
    }
    // In the stack of the function, the policy would make that stack wait for the API's, which waits for the function.
    const statements = resolvePermissions(this.api, "routes", this.permissions);
    RolePolicies.of(Stack.of(scope), fn.role).add(statements);
  }
}
