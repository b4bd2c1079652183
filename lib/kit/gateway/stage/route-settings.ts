import type { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import type {
  Apigatewayv2Stage,
  Apigatewayv2StageRouteSettings,
} from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { IConstruct } from "constructs";
import { Stack } from "../../app";
import { waitFor } from "../../core/terraform/depends-on";
import { isProviderObject } from "../../core/terraform/override";
import { escapeTemplate } from "../../core/tokens/escape";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import type { RouteThrottle } from "./throttle";

/** The routes of an API, as far as the settings of its stages need them. */
export interface SetRoutes {
  /** By route key. */
  readonly resources: ReadonlyMap<string, Apigatewayv2Route>;
  /** Limits of single routes, by route key. */
  readonly throttles: ReadonlyMap<string, RouteThrottle>;
}

/**
 * Gives a stage the limits of single routes. The route keeps the other settings of the stage, such as its metrics: AWS takes
 * all settings of a route from one place.
 */
export function addRouteThrottles(stage: Apigatewayv2Stage, { throttles }: SetRoutes): void {
  if (throttles.size === 0) return;
  const ofStage = stage.defaultRouteSettings.internalValue ?? {};
  const added = [...throttles].map(
    ([key, limits]): Apigatewayv2StageRouteSettings => ({
      ...ofStage,
      ...limits,
      routeKey: escapeTemplate(key),
    }),
  );
  const byKey = (one: { routeKey: string }, other: { routeKey: string }) =>
    one.routeKey < other.routeKey ? -1 : 1;
  stage.putRouteSettings(added.sort(byKey));
}

/**
 * Makes a stage wait for the routes that its `routeSettings` name, and refuses the key of a route that the app does not have.
 *
 * Terraform would create both at the same time, and API Gateway refuses settings for a route that does not exist: "Unable
 * to find Route by key GET /notes within the provided RouteSettings". A route in another stack is created after the API.
 */
export function waitForRoutes(
  api: IConstruct,
  prop: string,
  stage: Apigatewayv2Stage,
  { resources }: SetRoutes,
): void {
  const { routeSettingsInput: settings } = stage;
  if (!Array.isArray(settings)) return;
  const named = settings.flatMap(({ routeKey }: { readonly routeKey: string }, index) => {
    const found = [...resources].find(([key]) => escapeTemplate(key) === routeKey)?.[1];
    if (found === undefined && !isUnresolved(routeKey) && !isRouteOfApp(api, routeKey)) {
      const at = `${prop}.routeSettings[${index}].routeKey`;
      fail(api, "route-settings-unknown", at, { value: routeKey, routes: [...resources.keys()] });
    }
    return found ?? [];
  });
  waitFor(
    stage,
    named.filter((route) => Stack.of(route) === Stack.of(stage)),
  );
}

/** Whether some route of the app has a key: the caller may have created it as an object of the provider. */
function isRouteOfApp(api: IConstruct, routeKey: string): boolean {
  return api.node.root.node
    .findAll()
    .filter((each) => isProviderObject(each, "aws_apigatewayv2_route"))
    .some((each) => (each as unknown as Apigatewayv2Route).routeKeyInput === routeKey);
}
