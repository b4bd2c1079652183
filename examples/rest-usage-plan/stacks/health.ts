import { ApiGatewayIntegration } from "@cdktf/provider-aws/lib/api-gateway-integration";
import { ApiGatewayIntegrationResponse } from "@cdktf/provider-aws/lib/api-gateway-integration-response";
import { ApiGatewayMethod } from "@cdktf/provider-aws/lib/api-gateway-method";
import { ApiGatewayMethodResponse } from "@cdktf/provider-aws/lib/api-gateway-method-response";
import { ApiGatewayResource } from "@cdktf/provider-aws/lib/api-gateway-resource";
import type { RestV1Api, StackContext } from "serverform";

/**
 * `GET /health`, for monitors that ask every few seconds: the gateway answers alone, so that no function is paid for.
 *
 * Routes of the construct are answered by functions; a mock is made of the provider's classes. They name this API, so its
 * deployment waits for them and is made again when one of them changes.
 */
export function addHealth(stack: StackContext["stack"], api: RestV1Api): void {
  const { restApiId } = api;
  const { id: resourceId } = new ApiGatewayResource(stack, "Health", {
    restApiId,
    parentId: api.cdk.restApi.root.resourceId,
    pathPart: "health",
  });
  const { httpMethod } = new ApiGatewayMethod(stack, "GetHealth", {
    restApiId,
    resourceId,
    httpMethod: "GET",
    authorization: "NONE",
  });
  const integration = new ApiGatewayIntegration(stack, "HealthMock", {
    restApiId,
    resourceId,
    httpMethod,
    type: "MOCK",
    // `?rehearse=outage` triggers the alarm for a rehearsal.
    requestTemplates: {
      "application/json": `{"statusCode":#if($input.params('rehearse') == 'outage')503#{else}200#end}`,
    },
  });
  const answers = [
    { statusCode: "200", selectionPattern: undefined, body: '{"status":"up","stage":"$context.stage"}' },
    { statusCode: "503", selectionPattern: "503", body: '{"status":"down","stage":"$context.stage"}' },
  ];
  for (const { statusCode, selectionPattern, body } of answers) {
    const response = new ApiGatewayMethodResponse(stack, `Health${statusCode}`, {
      restApiId,
      resourceId,
      httpMethod,
      statusCode,
    });
    new ApiGatewayIntegrationResponse(stack, `HealthMock${statusCode}`, {
      restApiId,
      resourceId,
      // By way of the integration and the response: AWS wants them to be there first.
      httpMethod: integration.httpMethod,
      statusCode: response.statusCode,
      selectionPattern,
      responseTemplates: { "application/json": body },
    });
  }
}
