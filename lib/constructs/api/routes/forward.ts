import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { present } from "../../../core/absence";
import { checkLiteral, keyTable } from "../../../core/check";
import { checkOverride, overlay } from "../../../core/override";
import { routeMethods } from "../../../gateway";
import type { ApiIntegrationConfig, ApiRouteDeclaration } from "./kind";
import { escapeMapping } from "./mapping";
import type { ApiIntegrationProps } from "./props";

const extra = keyTable({
  method: "text",
  vpcLink: true,
  secureServerName: "text",
  parameterMapping: "textMap",
});

/** Refuses integration keys that the library computes, and unknown methods. */
export function checkForward({ api, prop }: ApiRouteDeclaration, given: ApiIntegrationProps): void {
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
