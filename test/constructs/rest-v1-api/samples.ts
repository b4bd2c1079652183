import { ApiGatewayVpcLink } from "@cdktf/provider-aws/lib/api-gateway-vpc-link";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Function, RestV1Api, type Stack } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  gatewayArn,
  sampleFunction,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

/** A private API, and one with a path of several levels, with a routing rule where the provider has them. */
function makeOtherDomains(stack: Stack): void {
  const restApi = { endpointConfiguration: { types: ["PRIVATE"] }, policy: "{}" };
  const routes = { "GET /a": sampleHandler };
  new RestV1Api(stack, "Inside", {
    customDomain: {
      domainName: "inside.example.com",
      endpointType: "private",
      vpcEndpoints: { office: "vpce-0a1b2c3d4e5f67890" },
    },
    cdk: { restApi },
    routes,
  });
  new RestV1Api(stack, "Levels", {
    customDomain: {
      domainName: "levels.example.com",
      path: "shop/v1",
      securityPolicy: "TLS 1.2",
      ...(stack.hasProvider("6.66") && { rules: { beta: { priority: 10 } } }),
    },
    routes,
  });
}

export const samples: ConstructSamples = {
  RestV1Api: {
    make: (stack, fn) => new RestV1Api(stack, sampleId, { routes: { "GET /": fn ?? sampleHandler } }),
    type: "aws_api_gateway_rest_api",
    arn: gatewayArn,
    makeEverything(stack) {
      const albListener = new DataAwsLbListener(stack, "Listener", {
        arn: "arn:aws:elasticloadbalancing:us-east-1:123456789012:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
      });
      const keys = new Function(stack, "Keys", { handler: sampleHandler });
      const api = new RestV1Api(stack, "Rest", {
        authorizers: { keys: { type: "fn_token", function: keys } },
        cors: true,
        customDomain: { domainName: "rest.example.com", path: "v1", securityPolicy: "TLS 1.2" },
        cdk: { restApi: { cloudWatchRole: true, deployOptions: { loggingLevel: "ERROR" } } },
        routes: { "GET /a": sampleHandler, "GET /b/{id}": { type: "alb", cdk: { albListener } } },
      });
      makeOtherDomains(stack);
      const { restApi } = api.cdk;
      restApi.addModel("Order", { schema: { type: "object" } });
      restApi.addRequestValidator("Body", { validateRequestBody: true });
      restApi.addUsagePlan("Free", {}).addApiKey(restApi.addApiKey("Newspaper"));
    },
  },
};

const balancerArn =
  "arn:aws:elasticloadbalancing:us-east-1:123456789012:loadbalancer/net/notes/50dc6c495c0c9188";
const listenerArn = `${balancerArn.replace(":loadbalancer/", ":listener/")}/f2f7dc8efc522ab2`;

export const inputs: ConstructInputs = {
  RestV1Api: {
    props: "RestV1ApiProps",
    create: RestV1Api,
    valid: (stack) => ({
      accessLog: { retention: "one_week" },
      authorizers: {
        token: {
          type: "fn_token",
          function: sampleFunction(stack, "Door"),
          identitySource: "method.request.header.X",
        },
        door: {
          type: "fn_request",
          function: sampleFunction(stack, "Existing"),
          identitySources: ["method.request.header.X"],
        },
        pool: { type: "user_pools", userPoolIds: ["us-east-1_Members"] },
      },
      cors: true,
      customDomain: { domainName: "rest.example.com", path: "v1" },
      ipAddressType: "dualstack",
      stageVariables: { host: "a.example.com" },
      defaults: { function: { timeout: 5 } },
      routes: {
        "GET /a": sampleHandler,
        "GET /b": {
          function: { handler: sampleHandler },
          authorizer: "door",
          throttle: { rate: 1, burst: 1 },
          moved: { from: "GET /former" },
          cdk: { method: { apiKeyRequired: true }, integration: { timeout: "5 seconds" } },
        },
        "GET /streamed": { function: sampleHandler, streaming: true },
        "GET /c/{id}": {
          type: "nlb",
          cdk: {
            nlbListener: new DataAwsLbListener(stack, "Listener", { arn: listenerArn }),
            integration: {
              // A link of the older kind: a newer one needs an attribute that the oldest provider of these tests does not have.
              vpcLink: new ApiGatewayVpcLink(stack, "Link", { name: "notes", targetArns: [balancerArn] }),
              timeout: "5 seconds",
              secureServerName: "notes.example.com",
            },
          },
        },
      },
      cdk: {
        restApi: {
          description: "Notes",
          deployOptions: { loggingLevel: "ERROR" },
          cloudWatchRole: true,
        },
      },
    }),
  },
};
