import { createHash } from "node:crypto";
import { ApiGatewayAuthorizer } from "@cdktf/provider-aws/lib/api-gateway-authorizer";
import { ApiGatewayDeployment } from "@cdktf/provider-aws/lib/api-gateway-deployment";
import { ApiGatewayGatewayResponse } from "@cdktf/provider-aws/lib/api-gateway-gateway-response";
import { ApiGatewayIntegration } from "@cdktf/provider-aws/lib/api-gateway-integration";
import { ApiGatewayIntegrationResponse } from "@cdktf/provider-aws/lib/api-gateway-integration-response";
import { ApiGatewayMethod } from "@cdktf/provider-aws/lib/api-gateway-method";
import { ApiGatewayMethodResponse } from "@cdktf/provider-aws/lib/api-gateway-method-response";
import { ApiGatewayResource } from "@cdktf/provider-aws/lib/api-gateway-resource";
import { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import { ApiGatewayStage } from "@cdktf/provider-aws/lib/api-gateway-stage";
import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import type { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { Fn, type TerraformResource, type TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { prefix, RouteFunction, synthesizeByHand } from "./hand-written";
import { routesOf, settings } from "./settings";

const { stage, region } = settings;

const logFormat =
  `{"requestTime":"$context.requestTime","requestId":"$context.requestId","httpMethod":"$context.httpMethod",` +
  `"path":"$context.path","resourcePath":"$context.resourcePath","status":$context.status,` +
  `"responseLatency":$context.responseLatency,"xrayTraceId":"$context.xrayTraceId",` +
  `"integrationRequestId":"$context.integration.requestId","functionResponseStatus":"$context.integration.status",` +
  `"integrationLatency":"$context.integration.latency",` +
  `"integrationServiceStatus":"$context.integration.integrationStatus","ip":"$context.identity.sourceIp",` +
  `"userAgent":"$context.identity.userAgent","principalId":"$context.authorizer.principalId"}`;

const corsHeaders = {
  "Access-Control-Allow-Headers": "'*'",
  "Access-Control-Allow-Methods": "'OPTIONS,GET,PUT,POST,DELETE,PATCH,HEAD'",
  "Access-Control-Allow-Origin": "'*'",
};

/** The preflight method of one path. */
function addPreflight(
  scope: Construct,
  at: { readonly restApiId: string; readonly resourceId: string },
): TerraformResource[] {
  const within = new Construct(scope, "cors");
  const method = new ApiGatewayMethod(within, "method", {
    ...at,
    httpMethod: "OPTIONS",
    authorization: "NONE",
  });
  const integration = new ApiGatewayIntegration(within, "integration", {
    ...at,
    httpMethod: method.httpMethod,
    type: "MOCK",
    contentHandling: "CONVERT_TO_TEXT",
    requestTemplates: { "application/json": '{"statusCode":200}' },
  });
  const headers = Object.entries(corsHeaders).map(
    ([name, value]) => [`method.response.header.${name}`, value] as const,
  );
  const response = new ApiGatewayMethodResponse(within, "methodResponse", {
    ...at,
    httpMethod: method.httpMethod,
    statusCode: "204",
    responseParameters: Object.fromEntries(headers.map(([name]) => [name, true])),
  });
  const integrationResponse = new ApiGatewayIntegrationResponse(within, "integrationResponse", {
    ...at,
    httpMethod: integration.httpMethod,
    statusCode: response.statusCode,
    responseParameters: Object.fromEntries(headers),
  });
  return [method, integration, response, integrationResponse];
}

function addGatewayResponses(scope: Construct, restApiId: string): TerraformResource[] {
  return ["DEFAULT_4XX", "DEFAULT_5XX"].map(
    (responseType) =>
      new ApiGatewayGatewayResponse(scope, responseType, {
        restApiId,
        responseType,
        responseTemplates: { "application/json": '{"message":$context.error.messageString}' },
        responseParameters: {
          "gatewayresponse.header.Access-Control-Allow-Headers": "'*'",
          "gatewayresponse.header.Access-Control-Allow-Origin": "'*'",
        },
      }),
  );
}

function addApi(stack: TerraformStack, index: number, table: DynamodbTable, pool: CognitoUserPool): void {
  const scope = new Construct(stack, `api${index}`);
  const apiName = `${prefix}-Api${index}`;
  const {
    id: restApiId,
    executionArn,
    rootResourceId,
  } = new ApiGatewayRestApi(scope, "api", {
    name: apiName,
    disableExecuteApiEndpoint: false,
  });
  const account = new DataAwsCallerIdentity(scope, "account").accountId;
  const authorizer = new ApiGatewayAuthorizer(scope, "members", {
    restApiId,
    name: "members",
    type: "COGNITO_USER_POOLS",
    identitySource: "method.request.header.Authorization",
    authorizerResultTtlInSeconds: 0,
    providerArns: [`arn:aws:cognito-idp:${region}:${account}:userpool/${pool.id}`],
    lifecycle: { createBeforeDestroy: true },
  });
  const routes = routesOf(index);
  const deployed: TerraformResource[] = [authorizer, ...addGatewayResponses(scope, restApiId)];
  const references = [pool.id];
  deployed.push(...addPreflight(scope, { restApiId, resourceId: rootResourceId }));
  routes.forEach(({ method, path, file, isGuarded }, route) => {
    const part = new Construct(scope, `route${route}`);
    const fn = new RouteFunction(part, "fn", `${apiName}-route${route}`, file, table);
    let parentId = rootResourceId;
    let place: Construct = part;
    for (const pathPart of path.split("/").slice(1)) {
      place = new Construct(place, pathPart);
      const resource = new ApiGatewayResource(place, "resource", { restApiId, parentId, pathPart });
      parentId = resource.id;
      deployed.push(resource, ...addPreflight(place, { restApiId, resourceId: parentId }));
    }
    const apiMethod = new ApiGatewayMethod(part, "method", {
      restApiId,
      resourceId: parentId,
      httpMethod: method,
      authorization: isGuarded ? "COGNITO_USER_POOLS" : "NONE",
      authorizerId: isGuarded ? authorizer.id : undefined,
    });
    const permissions = [stage, "test-invoke-stage"].map(
      (each) =>
        new LambdaPermission(part, `permission-${each}`, {
          action: "lambda:InvokeFunction",
          functionName: fn.function.functionName,
          principal: "apigateway.amazonaws.com",
          sourceArn: `${executionArn}/${each}/${method}${path.replace(/\{\w+\}/g, "*")}`,
          lifecycle: { createBeforeDestroy: true },
        }),
    );
    const integration = new ApiGatewayIntegration(part, "integration", {
      restApiId,
      resourceId: parentId,
      httpMethod: apiMethod.httpMethod,
      type: "AWS_PROXY",
      integrationHttpMethod: "POST",
      uri: fn.function.invokeArn,
      dependsOn: permissions,
    });
    deployed.push(apiMethod, integration);
    references.push(fn.function.invokeArn);
  });
  const written = JSON.stringify([routes, corsHeaders]);
  const deployment = new ApiGatewayDeployment(scope, "deployment", {
    restApiId,
    triggers: {
      redeployment: createHash("sha256").update(written).digest("hex"),
      references: Fn.sha256(Fn.jsonencode(references)),
    },
    lifecycle: { createBeforeDestroy: true },
    dependsOn: deployed,
  });
  const logGroup = new CloudwatchLogGroup(scope, "logs", {
    name: `/aws/vendedlogs/apis/${apiName}-${restApiId}/${stage}`,
    retentionInDays: 365,
  });
  new ApiGatewayStage(scope, "stage", {
    restApiId,
    deploymentId: deployment.id,
    stageName: stage,
    xrayTracingEnabled: true,
    lifecycle: { createBeforeDestroy: true },
    accessLogSettings: { destinationArn: logGroup.arn, format: logFormat },
  });
}

// The application of `rest-library.ts`.
synthesizeByHand((stack, table) => {
  const pool = new CognitoUserPool(stack, "pool", { name: `${prefix}-Pool` });
  for (let index = 0; index < settings.apis; index++) addApi(stack, index, table, pool);
});
