import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Function, RestV1Api } from "../../../lib";
import { type ConstructSamples, gatewayArn, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  RestV1Api: {
    make: (stack, fn) => new RestV1Api(stack, sampleId, { routes: { "GET /": fn ?? sampleHandler } }),
    type: "aws_api_gateway_rest_api",
    arn: gatewayArn,
    makeEverything(stack) {
      const albListener = new DataAwsLbListener(stack, "Listener", { arn: "arn:aws:elasticloadbalancing:x" });
      const keys = new Function(stack, "Keys", { handler: sampleHandler });
      const api = new RestV1Api(stack, "Rest", {
        authorizers: { keys: { type: "fn_token", function: keys } },
        cors: true,
        customDomain: { domainName: "rest.example.com", path: "v1", securityPolicy: "TLS 1.2" },
        cdk: { restApi: { cloudWatchRole: true, deployOptions: { loggingLevel: "ERROR" } } },
        routes: { "GET /a": sampleHandler, "GET /b/{id}": { type: "alb", cdk: { albListener } } },
      });
      const { restApi } = api.cdk;
      restApi.addModel("Order", { schema: { type: "object" } });
      restApi.addRequestValidator("Body", { validateRequestBody: true });
      restApi.addUsagePlan("Free", {}).addApiKey(restApi.addApiKey("Newspaper"));
    },
  },
};
