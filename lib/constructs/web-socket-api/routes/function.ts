import type { Apigatewayv2IntegrationConfig } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { propKeys, requireProp } from "../../../kit/core";
import { type Function, planReference } from "../../../kit/function";
import type { RouteDeclaration, RouteKind, RouteTarget } from "../../../kit/gateway";
import type { WebSocketApiFunctionRouteProps } from "../props";

/** The target of a route: always a function of this library. */
export interface WebSocketRouteTarget extends RouteTarget<Omit<Apigatewayv2IntegrationConfig, "apiId">> {
  readonly function: Function;
}

export const functionRoute: RouteKind<
  RouteDeclaration,
  WebSocketApiFunctionRouteProps,
  WebSocketRouteTarget
> = {
  keys: propKeys<WebSocketApiFunctionRouteProps>()({
    type: true,
    function: true,
    throttle: "map",
    moved: "map",
  }),
  plan({ api, scope, id, prop, functionDefaults }, { function: reference }) {
    const remedy = 'Name what answers the route: function: "functions/chat.send".';
    requireProp(api, `${prop}.function`, reference, remedy);
    const host = { owner: api, scope, defaults: functionDefaults, waits: true };
    const planned = planReference(host, id, prop, reference);
    return () => {
      const fn = planned.create();
      return {
        integration: { integrationType: "AWS_PROXY", integrationUri: fn.invokeArn },
        function: fn,
        permission: { invokes: fn.invoked },
      };
    };
  },
};
