import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import {
  checkKeys,
  checkOverride,
  type OverrideKeys,
  overlay,
  propKeys,
  requireProp,
} from "../../../kit/core";
import { existingTarget, type Function, type PlannedReference, planReference } from "../../../kit/function";
import { routeKeys } from "../../../kit/gateway";
import { ofWebSocketApis } from "./forward";
import type { ApiIntegrationConfig, ApiRouteDeclaration, ApiRouteKind, ApiRouteTarget } from "./kind";
import { checkResponseMappings } from "./mapping-check";
import type { ApiFunctionRouteProps, PayloadFormatVersion } from "./props";

const isOfFunction = "It follows from the function of the route.";
const overrideKeys: OverrideKeys = {
  rejected: {
    apiId: "It is the API that the route belongs to.",
    integrationUri: isOfFunction,
    integrationType: isOfFunction,
    integrationSubtype: 'Declare a route of the type "cloud".',
    integrationMethod: isOfFunction,
    payloadFormatVersion: "Write payloadFormatVersion beside cdk.",
    requestParameters: "The handler reads the unchanged request.",
    connectionType: isOfFunction,
    connectionId: isOfFunction,
    tlsConfig: isOfFunction,
    ...ofWebSocketApis,
  },
};

export const functionRoute: ApiRouteKind<ApiFunctionRouteProps> = {
  keys: propKeys<ApiFunctionRouteProps>()({
    ...routeKeys,
    function: true,
    payloadFormatVersion: ["1.0", "2.0"],
    cdk: "map",
  }),
  plan(declaration, { payloadFormatVersion, cdk = {}, function: reference }) {
    const { api, prop } = declaration;
    const version = payloadFormatVersion ?? declaration.payloadFormatVersion;
    checkKeys(api, `${prop}.cdk`, cdk, ["function", "integration"]);
    const { integration: override } = cdk;
    if (override !== undefined)
      checkOverride(api, `${prop}.cdk.integration`, override, Apigatewayv2Integration, overrideKeys);
    checkResponseMappings(api, `${prop}.cdk.integration.responseParameters`, override?.responseParameters);
    const fn =
      cdk.function === undefined
        ? planRouteFunction(declaration, reference)
        : existingTarget(api, `${prop}.cdk.function`, cdk.function);
    return () => {
      if ("create" in fn) {
        const target = functionTarget(fn.create(), version);
        const integration = overlay(target.integration, override);
        return { ...target, integration, metadataType: "function" };
      }
      const integration = overlay(functionIntegration(fn.arn, version), override);
      return { integration, permission: { invokes: fn.invokes }, metadataType: "lambda_function" };
    };
  },
};

/** Plans the function of a route, which is created from its reference if need be. */
export function planRouteFunction(
  { api, scope, id, prop, functionDefaults }: ApiRouteDeclaration,
  reference: unknown,
): PlannedReference {
  const remedy = 'Name what answers the route: function: "functions/notes.get".';
  requireProp(api, `${prop}.function`, reference, remedy);
  const host = { owner: api, scope, defaults: functionDefaults, waits: true };
  return planReference(host, `Lambda_${id}`, `${prop}.function`, reference);
}

/** A function of this library as the target of a route. */
export function functionTarget(
  fn: Function,
  version: PayloadFormatVersion,
): Omit<ApiRouteTarget, "metadataType"> {
  fn.markApiRoute();
  return {
    integration: functionIntegration(fn.functionArn, version),
    function: fn,
    permission: { invokes: fn.invoked },
  };
}

function functionIntegration(arn: string, payloadFormatVersion: PayloadFormatVersion): ApiIntegrationConfig {
  return {
    integrationType: "AWS_PROXY",
    // The gateway invokes functions by POST, for all methods of requests. Without this, every plan would show it.
    integrationMethod: "POST",
    integrationUri: arn,
    payloadFormatVersion,
  };
}
