import type { Apigatewayv2IntegrationConfig } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { propKeys } from "../../../kit/core";
import { type Function, type PlannedReference, planReference } from "../../../kit/function";
import type { RouteDeclaration, RouteKind, RouteTarget } from "../../../kit/gateway";
import { fail } from "../errors";
import type { WebSocketApiFunctionRouteProps } from "../props";

/** The target of a route: always a function of this library. */
export interface WebSocketRouteTarget extends RouteTarget<Omit<Apigatewayv2IntegrationConfig, "apiId">> {
  readonly function: Function;
}

export const functionRoute: RouteKind<
  RouteDeclaration,
  WebSocketApiFunctionRouteProps,
  WebSocketRouteTarget,
  PlannedReference
> = {
  keys: propKeys<WebSocketApiFunctionRouteProps>()({
    type: true,
    function: true,
    throttle: "map",
    moved: "map",
  }),
  check({ api, scope, id, prop, functionDefaults }, { function: reference }) {
    if (reference === undefined) {
      fail(api, "prop-required", `${prop}.function`, {
        remedy: 'Name what answers the route: function: "functions/chat.send".',
      });
    }
    return planReference({ owner: api, scope, defaults: functionDefaults, waits: true }, id, prop, reference);
  },
  config(_, planned) {
    const fn = planned.create();
    return {
      integration: { integrationType: "AWS_PROXY", integrationUri: fn.invokeArn },
      function: fn,
      permission: { invokes: fn.invoked },
    };
  },
};
