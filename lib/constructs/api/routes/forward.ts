import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { checkLiteral, checkOverride, keyTable, overlay, present } from "../../../kit/core";
import { routeMethods } from "../../../kit/gateway";
import { fail } from "../errors";
import type { ApiIntegrationConfig, ApiRouteDeclaration } from "./kind";
import { escapeMapping } from "./mapping";
import { checkRequestMapping, checkResponseMappings } from "./mapping-check";
import type { ApiIntegrationProps } from "./props";

/** Settings of integrations that HTTP APIs do not have. */
export const ofWebSocketApis = Object.fromEntries(
  ["contentHandlingStrategy", "passthroughBehavior", "requestTemplates", "templateSelectionExpression"].map(
    (key) => [key, "Leave it out: only WebSocket APIs have it."],
  ),
);

const extra = keyTable({
  method: "text",
  vpcLink: true,
  secureServerName: "text",
  parameterMapping: "textMap",
});

/** Refuses integration keys that the library computes, and unknown methods. */
export function checkForward({ api, prop, key }: ApiRouteDeclaration, given: ApiIntegrationProps): void {
  checkOverride(api, `${prop}.cdk.integration`, given, Apigatewayv2Integration, {
    extra,
    rejected: {
      apiId: "It is the API that the route belongs to.",
      integrationUri: "It follows from url, albListener or nlbListener.",
      integrationSubtype: 'Declare a route of the type "cloud".',
      ...ofWebSocketApis,
    },
  });
  const at = `${prop}.cdk.integration`;
  if (given.parameterMapping !== undefined && given.requestParameters !== undefined) {
    fail(api, "props-exclude", `${at}.parameterMapping`, { other: `${at}.requestParameters` });
  }
  const path = key.route?.path ?? key.key;
  checkRequestMapping(api, `${at}.parameterMapping`, given.parameterMapping, path);
  checkRequestMapping(api, `${at}.requestParameters`, given.requestParameters, path);
  checkResponseMappings(api, `${at}.responseParameters`, given.responseParameters);
  // AWS: format 2.0 is for functions.
  for (const [key, only] of Object.entries({ integrationType: "HTTP_PROXY", payloadFormatVersion: "1.0" })) {
    const value: unknown = given[key as keyof ApiIntegrationProps];
    if (value !== undefined) checkLiteral(api, `${at}.${key}`, value, [only]);
  }
  if (given.method !== undefined) {
    checkLiteral(api, `${prop}.cdk.integration.method`, given.method, routeMethods);
  }
}

/** An integration that forwards the whole request. */
export function forwardIntegration(
  target: Pick<ApiIntegrationConfig, "integrationUri" | "connectionType" | "connectionId">,
  given: ApiIntegrationProps,
): ApiIntegrationConfig {
  const { method = "ANY", secureServerName, parameterMapping } = given;
  const config: ApiIntegrationConfig = {
    ...target,
    integrationType: "HTTP_PROXY",
    integrationMethod: method,
    payloadFormatVersion: "1.0",
    requestParameters: escapeMapping(present(parameterMapping)),
    tlsConfig: secureServerName === undefined ? undefined : { serverNameToVerify: secureServerName },
  };
  return overlay(config, given, { extra });
}
