import type { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import type { InvokingRoute } from "../function/invoke-permissions";

/**
 * Makes a route of an HTTP or WebSocket API wait for the permission of its function: the integration waits for the permission,
 * and the route for its integration.
 */
export function invokedThrough(
  integration: Apigatewayv2Integration,
): Pick<InvokingRoute, "waiting" | "onShared"> {
  return {
    waiting: [integration],
    onShared: () => {
      if (integration.descriptionInput === undefined) integration.description = "Permission of the whole API";
    },
  };
}
