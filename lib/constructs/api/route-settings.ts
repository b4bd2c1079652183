import type { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import type { Apigatewayv2Stage } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import { Stack } from "../../app";
import { waitFor } from "../../core/depends-on";

/**
 * Makes a stage wait for the routes that its `routeSettings` name.
 *
 * Terraform would create both at the same time, and API Gateway refuses settings for a route that does not exist: "Unable
 * to find Route by key GET /notes within the provided RouteSettings". A route in another stack is created after the API.
 */
export function waitForRoutes(
  stage: Apigatewayv2Stage,
  routes: ReadonlyMap<string, Apigatewayv2Route>,
): void {
  const { routeSettingsInput: settings } = stage;
  if (!Array.isArray(settings)) return;
  const named = settings.flatMap(({ routeKey }) => routes.get(routeKey) ?? []);
  waitFor(
    stage,
    named.filter((route) => Stack.of(route) === Stack.of(stage)),
  );
}
