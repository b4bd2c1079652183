import {
  Apigatewayv2Authorizer,
  type Apigatewayv2AuthorizerConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { Token } from "cdktf";
import { Construct } from "constructs";
import { checkKeys, checkList, isPlainObject, propKeys } from "../../core/check";
import { checkOverride, findImport, overlay } from "../../core/override";
import { isFunction } from "../../function";
import { fail } from "./errors";
import type { WebSocketApiFunctionAuthorizer, WebSocketApiProps } from "./props";

/** What the route `$connect` says; every other route is open to those who are connected. */
export interface ConnectAuthorization {
  readonly authorizationType: "NONE" | "AWS_IAM" | "CUSTOM";
  readonly authorizerId?: string;
}

/** Who may connect, and what lets the gateway ask. */
export interface ConnectAuthorizer {
  readonly authorization: ConnectAuthorization;
  /** Undefined when no function is asked, or nothing was created here. */
  readonly permission?: LambdaPermission;
}

const authorizerKeys = propKeys<WebSocketApiFunctionAuthorizer>()({
  type: true,
  function: true,
  name: true,
  identitySource: true,
  cdk: true,
});
const example = 'function: new Function(stack, "Authorizer", { handler: "functions/authorizer.handler" })';

/** Refuses an authorizer that cannot work; creates nothing. */
export function checkAuthorizer(api: Construct, given: WebSocketApiProps["authorizer"] = "none"): void {
  if (given === "none" || given === "iam") return;
  if (!isPlainObject(given)) {
    fail(api, "prop-invalid", "authorizer", {
      value: given,
      expected: '"none", "iam" or { type: "fn", function }',
    });
  }
  const { type, function: fn, identitySource = [], cdk = {} } = given;
  if (type !== "fn") fail(api, "literal-unknown", "authorizer.type", { value: type, allowed: ["fn"] });
  checkKeys(api, "authorizer", given, authorizerKeys);
  checkKeys(api, "authorizer.cdk", cdk, ["authorizer"]);
  if (fn !== undefined && !isFunction(fn)) {
    fail(api, "prop-invalid", "authorizer.function", { value: fn, expected: `a Function: ${example}` });
  }
  checkList(api, "authorizer.identitySource", identitySource);
  for (const source of identitySource) checkIdentitySource(api, source);
  const isImported =
    findImport(api, "authorizer.cdk.authorizer", cdk.authorizer, "aws_apigatewayv2_authorizer") !== undefined;
  if (isImported) return;
  const override = (cdk.authorizer ?? {}) as Partial<Apigatewayv2AuthorizerConfig>;
  checkOverride(api, "authorizer.cdk.authorizer", override, Apigatewayv2Authorizer, {
    rejected: {
      apiId: "It is the API that the authorizer belongs to.",
      authorizerPayloadFormatVersion: "Leave it out: authorizers of WebSocket APIs have no payload version.",
      authorizerResultTtlInSeconds: "Leave it out: answers for WebSocket APIs are not cached.",
      enableSimpleResponses: "Leave it out: authorizers of WebSocket APIs answer with a policy.",
      jwtConfiguration: "Check the token in a function: WebSocket APIs know authorizers of the type fn only.",
    },
  });
  if (fn === undefined && override.authorizerUri === undefined) {
    fail(api, "authorizer-part-missing", "authorizer.function", { type: "fn", example });
  }
}

// Source: https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-authorizers.html
function checkIdentitySource(api: Construct, source: unknown): void {
  if (Token.isUnresolved(source)) return;
  if (typeof source === "string" && /^(route\.request\.|context\.|stageVariables\.)./.test(source)) return;
  fail(api, "prop-invalid", "authorizer.identitySource", {
    value: source,
    expected: '"route.request.header.<name>" or "route.request.querystring.<name>"',
  });
}

/** Creates what decides who may connect. */
export function createAuthorizer(
  api: Construct,
  apiId: string,
  executionArn: string,
  authorizer: WebSocketApiProps["authorizer"] = "none",
): ConnectAuthorizer {
  if (authorizer === "none") return { authorization: { authorizationType: "NONE" } };
  if (authorizer === "iam") return { authorization: { authorizationType: "AWS_IAM" } };
  const { function: fn, cdk } = authorizer;
  const prop = "authorizer.cdk.authorizer";
  const type = "aws_apigatewayv2_authorizer";
  const imported = findImport<Apigatewayv2Authorizer>(api, prop, cdk?.authorizer, type);
  if (imported !== undefined) return { authorization: custom(imported) };
  const { name = "WebSocketAuthorizer", identitySource = ["route.request.header.Authorization"] } =
    authorizer;
  const config: Apigatewayv2AuthorizerConfig = {
    apiId,
    name,
    authorizerType: "REQUEST",
    authorizerUri: fn?.invokeArn,
    identitySources: identitySource.length === 0 ? undefined : [...identitySource],
  };
  const scope = new Construct(api, "$authorizer");
  const created = new Apigatewayv2Authorizer(scope, "Authorizer", overlay(config, cdk?.authorizer));
  if (fn === undefined) return { authorization: custom(created) };
  const permission = new LambdaPermission(scope, "Permission", {
    action: "lambda:InvokeFunction",
    functionName: fn.cdk.function.functionName,
    principal: "apigateway.amazonaws.com",
    sourceArn: `${executionArn}/authorizers/${created.id}`,
  });
  return { authorization: custom(created), permission };
}

function custom({ id }: Apigatewayv2Authorizer): ConnectAuthorization {
  return { authorizationType: "CUSTOM", authorizerId: id };
}
