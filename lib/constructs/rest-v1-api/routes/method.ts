import { ApiGatewayMethod, type ApiGatewayMethodConfig } from "@cdktf/provider-aws/lib/api-gateway-method";
import type { Construct } from "constructs";
import {
  checkKnownList,
  checkLimit,
  checkOverride,
  isPlainObject,
  isProviderObject,
  keyTable,
  mediaTypeLimit,
  modelNameLimit,
  type OverrideKeys,
  overlay,
  present,
  propKeys,
  refuseValue,
} from "../../../kit/core";
import { fail } from "../errors";
import { checkStatusCodes } from "./integration";
import { checkMethodParameters, checkParameters } from "./parameters";
import type { RestV1ApiMethodProps, RestV1ApiMethodResponse } from "./props";

const byRoute = "It follows from the route.";
const byAuthorizer = "Use authorizer of the route.";
const methodKeys: OverrideKeys = {
  extra: keyTable({ requestValidator: true, methodResponses: "list" }),
  reshaped: ["requestModels"],
  rejected: {
    authorizer: byAuthorizer,
    authorizerId: byAuthorizer,
    authorization: byAuthorizer,
    authorizationType: byAuthorizer,
    authorizationScopes: "Use authorizationScopes of the route.",
    httpMethod: byRoute,
    restApiId: byRoute,
    resourceId: byRoute,
  },
};
const responseKeys = propKeys<RestV1ApiMethodResponse>()({
  statusCode: true,
  responseModels: "map",
  responseParameters: "map",
});

/** The authorization of a method. */
export type MethodAuthorization = Pick<
  ApiGatewayMethodConfig,
  "authorization" | "authorizerId" | "authorizationScopes"
>;

/** Refuses method keys that cannot work. */
export function checkMethod(api: Construct, prop: string, given: RestV1ApiMethodProps, path: string): void {
  checkOverride(api, prop, given, ApiGatewayMethod, methodKeys);
  const { requestValidator, requestValidatorId, requestModels = {}, methodResponses = [] } = given;
  if (requestValidator !== undefined) {
    if (requestValidatorId !== undefined) {
      fail(api, "props-exclude", `${prop}.requestValidator`, { other: `${prop}.requestValidatorId` });
    }
    if (!isProviderObject(requestValidator, "aws_api_gateway_request_validator")) {
      const expected = "a request validator: what cdk.restApi.addRequestValidator returns";
      refuseValue(api, `${prop}.requestValidator`, requestValidator, expected);
    }
  }
  checkModels(api, `${prop}.requestModels`, requestModels);
  checkMethodParameters(api, `${prop}.requestParameters`, given.requestParameters, path);
  checkKnownList(api, `${prop}.methodResponses`, methodResponses);
  checkStatusCodes(api, `${prop}.methodResponses`, methodResponses, responseKeys);
  methodResponses.forEach(({ responseModels = {}, responseParameters }, index) => {
    const at = `${prop}.methodResponses[${index}].responseParameters`;
    checkParameters(api, at, responseParameters, "methodResponse");
    checkModels(api, `${prop}.methodResponses[${index}].responseModels`, responseModels);
  });
}

function checkModels(api: Construct, prop: string, models: unknown): void {
  const expected =
    '{ "application/json": model }, with what cdk.restApi.addModel returns or the name of a model';
  if (!isPlainObject(models)) return refuseValue(api, prop, models, expected);
  for (const [type, model] of Object.entries(models)) {
    const at = `${prop}[${JSON.stringify(type)}]`;
    checkLimit(api, at, type, mediaTypeLimit);
    if (typeof model === "string") checkLimit(api, at, model, modelNameLimit);
    else if (!isProviderObject(model, "aws_api_gateway_model")) refuseValue(api, at, model, expected);
  }
}

/** The method of a route. `requestParameters` are those that its integration reads. */
export function methodConfig(
  place: Pick<ApiGatewayMethodConfig, "restApiId" | "resourceId" | "httpMethod" | "requestParameters">,
  authorization: MethodAuthorization,
  given: RestV1ApiMethodProps,
): ApiGatewayMethodConfig {
  const { requestValidator, requestModels } = given;
  const requestParameters = given.requestParameters && {
    ...place.requestParameters,
    ...given.requestParameters,
  };
  const config: ApiGatewayMethodConfig = {
    ...place,
    ...authorization,
    requestValidatorId: requestValidator?.id,
  };
  return overlay(
    config,
    { ...given, requestParameters, requestModels: modelNames(requestModels) },
    methodKeys,
  );
}

/** Models as the provider refers to them. */
export function modelNames(
  models: RestV1ApiMethodProps["requestModels"],
): Record<string, string> | undefined {
  if (models === undefined) return undefined;
  const entries = Object.entries(present(models));
  return Object.fromEntries(
    entries.map(([type, model]) => [type, typeof model === "string" ? model : model.name]),
  );
}
