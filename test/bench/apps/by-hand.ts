import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import { Apigatewayv2Authorizer } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import { Apigatewayv2Stage } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { prefix, RouteFunction, synthesizeByHand } from "./hand-written";
import { routesOf, settings } from "./settings";

const logFormat = JSON.stringify({
  requestTime: "$context.requestTime",
  requestId: "$context.requestId",
  httpMethod: "$context.httpMethod",
  path: "$context.path",
  routeKey: "$context.routeKey",
  status: "$context.status",
  responseLatency: "$context.responseLatency",
  integrationRequestId: "$context.integration.requestId",
  integrationStatus: "$context.integration.status",
  integrationLatency: "$context.integration.latency",
  integrationServiceStatus: "$context.integration.integrationStatus",
  ip: "$context.identity.sourceIp",
  userAgent: "$context.identity.userAgent",
  cognitoIdentityId: "$context.identity.cognitoIdentityId",
});

function addApi(stack: TerraformStack, index: number, table: DynamodbTable): void {
  const scope = new Construct(stack, `api${index}`);
  const apiName = `${prefix}-Api${index}`;
  const api = new Apigatewayv2Api(scope, "api", {
    name: apiName,
    protocolType: "HTTP",
    corsConfiguration: {
      allowCredentials: false,
      allowHeaders: ["*"],
      allowMethods: ["*"],
      allowOrigins: ["*"],
    },
  });
  const authorizer = new Apigatewayv2Authorizer(scope, "jwt", {
    apiId: api.id,
    name: "jwt",
    authorizerType: "JWT",
    identitySources: ["$request.header.Authorization"],
    jwtConfiguration: { issuer: settings.issuer, audience: [settings.audience] },
  });
  const logGroup = new CloudwatchLogGroup(scope, "logs", {
    name: `/aws/vendedlogs/apis/${apiName}-${api.id}/default`,
    retentionInDays: 365,
  });
  new Apigatewayv2Stage(scope, "stage", {
    apiId: api.id,
    name: "$default",
    autoDeploy: true,
    accessLogSettings: { destinationArn: logGroup.arn, format: logFormat },
  });
  routesOf(index).forEach(({ method, path, file, isGuarded }, route) => {
    const part = new Construct(scope, `route${route}`);
    const fn = new RouteFunction(part, "fn", `${apiName}-route${route}`, file, table);
    const permission = new LambdaPermission(part, "permission", {
      action: "lambda:InvokeFunction",
      functionName: fn.function.functionName,
      principal: "apigateway.amazonaws.com",
      sourceArn: `${api.executionArn}/*/*${path}`,
    });
    const integration = new Apigatewayv2Integration(part, "integration", {
      apiId: api.id,
      integrationType: "AWS_PROXY",
      integrationMethod: "POST",
      integrationUri: fn.function.arn,
      payloadFormatVersion: "2.0",
      dependsOn: [permission],
    });
    new Apigatewayv2Route(part, "route", {
      apiId: api.id,
      routeKey: `${method} ${path}`,
      target: `integrations/${integration.id}`,
      authorizationType: isGuarded ? "JWT" : "NONE",
      authorizerId: isGuarded ? authorizer.id : undefined,
    });
  });
}

// The application of `library.ts`.
synthesizeByHand((stack, table) => {
  for (let index = 0; index < settings.apis; index++) addApi(stack, index, table);
});
