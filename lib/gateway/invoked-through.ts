import type { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import type { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import type { InvokingRoute } from "../function/invoke-permissions";

/** Makes a route of an HTTP or WebSocket API wait for the permission of its function. */
export function invokedThrough(
  integration: Apigatewayv2Integration,
  route: Apigatewayv2Route,
): Pick<InvokingRoute, "waiting" | "onShared"> {
  return {
    waiting: [integration, route],
    onShared: () => {
      if (integration.descriptionInput === undefined) integration.description = "Permission of the whole API";
    },
  };
}
