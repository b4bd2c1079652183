import {
  Apigatewayv2Authorizer,
  type Apigatewayv2AuthorizerConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { Construct } from "constructs";
import { isFunction } from "../function";
import { fail } from "../shared/errors";
import { checkOverride, findImport, overlay } from "../shared/override";
import type { WebSocketApiProps } from "./props";

/** What the route `$connect` says; every other route is open to those who are connected. */
export interface ConnectAuthorization {
  readonly authorizationType: "NONE" | "AWS_IAM" | "CUSTOM";
  readonly authorizerId?: string;
}

/** Creates what decides who may connect. */
export function createAuthorizer(
  api: Construct,
  apiId: string,
  executionArn: string,
  authorizer: WebSocketApiProps["authorizer"] = "none",
): ConnectAuthorization {
  if (authorizer === "none") return { authorizationType: "NONE" };
  if (authorizer === "iam") return { authorizationType: "AWS_IAM" };
  const prop = "authorizer.cdk.authorizer";
  const given = authorizer.cdk?.authorizer;
  const imported = findImport<Apigatewayv2Authorizer>(api, prop, given, "aws_apigatewayv2_authorizer");
  if (imported !== undefined) return { authorizationType: "CUSTOM", authorizerId: imported.id };
  const override = (given ?? {}) as Partial<Apigatewayv2AuthorizerConfig>;
  checkOverride(api, prop, override, Apigatewayv2Authorizer, {
    rejected: { apiId: "It is the API that the authorizer belongs to." },
  });
  const {
    function: fn,
    name = "WebSocketAuthorizer",
    identitySource = ["route.request.header.Authorization"],
  } = authorizer;
  if (fn === undefined && given === undefined) {
    fail(api, "authorizer-part-missing", "authorizer.function", {
      type: "fn",
      example: 'function: new Function(stack, "Authorizer", { handler: "functions/authorizer.handler" })',
    });
  }
  if (fn !== undefined && !isFunction(fn)) {
    fail(api, "prop-invalid", "authorizer.function", {
      value: fn,
      expected: 'a Function: new Function(stack, "Authorizer", { handler: "functions/authorizer.handler" })',
    });
  }
  const scope = new Construct(api, "$authorizer");
  const config: Apigatewayv2AuthorizerConfig = {
    apiId,
    name,
    authorizerType: "REQUEST",
    authorizerUri: fn?.invokeArn,
    identitySources: [...identitySource],
  };
  const created = new Apigatewayv2Authorizer(scope, "Authorizer", overlay(config, override));
  if (fn !== undefined) {
    new LambdaPermission(scope, "Permission", {
      action: "lambda:InvokeFunction",
      functionName: fn.cdk.function.functionName,
      principal: "apigateway.amazonaws.com",
      sourceArn: `${executionArn}/authorizers/${created.id}`,
    });
  }
  return { authorizationType: "CUSTOM", authorizerId: created.id };
}
