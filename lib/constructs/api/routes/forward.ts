import {
  Apigatewayv2Integration,
  type Apigatewayv2IntegrationConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { checkLiteral } from "../../../core/check";
import { checkOverride, overlay } from "../../../core/override";
import { routeMethods } from "../../../gateway/route-key";
import type { RoutePlace, RouteTarget } from "./kind";
import { escapeMapping } from "./mapping";
import type { ApiIntegrationProps } from "./props";

const extra = ["method", "vpcLink", "secureServerName", "parameterMapping"];

/** Refuses integration keys that the library computes, and a method that no request has. */
export function checkForward({ api, prop }: RoutePlace, given: ApiIntegrationProps): void {
  checkOverride(api, `${prop}.cdk.integration`, given, Apigatewayv2Integration, {
    extra,
    rejected: {
      apiId: "It is the API that the route belongs to.",
      integrationUri: "It follows from url, albListener or nlbListener.",
    },
  });
  if (given.method !== undefined) {
    checkLiteral(api, `${prop}.cdk.integration.method`, given.method, routeMethods);
  }
}

/** An integration that forwards the whole request. */
export function forwardIntegration(
  target: Pick<Apigatewayv2IntegrationConfig, "integrationUri" | "connectionType" | "connectionId">,
  given: ApiIntegrationProps,
): RouteTarget["integration"] {
  const { method = "ANY", secureServerName, parameterMapping } = given;
  const config: RouteTarget["integration"] = {
    ...target,
    integrationType: "HTTP_PROXY",
    integrationMethod: method,
    payloadFormatVersion: "1.0",
    requestParameters: escapeMapping(parameterMapping),
    tlsConfig: secureServerName === undefined ? undefined : { serverNameToVerify: secureServerName },
  };
  return overlay(config, given, { extra });
}
