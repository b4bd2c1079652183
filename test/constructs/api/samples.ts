import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Api, Function, type Stack } from "../../../lib";
import { type ConstructSamples, gatewayArn, sampleHandler, sampleId } from "../../support/construct-samples";

/** Everything that an API of Api's kind may make, but for its routes. */
function apiParts(stack: Stack) {
  return {
    authorizers: {
      members: { type: "user_pool" as const, userPool: { id: "us-east-1_Members" } },
      door: { type: "fn" as const, function: new Function(stack, "Door", { handler: sampleHandler }) },
    },
    customDomain: "api.example.com",
  };
}

export const samples: ConstructSamples = {
  Api: {
    make: (stack, fn) => new Api(stack, sampleId, { routes: { "GET /": fn ?? sampleHandler } }),
    add: (it, stack, fn) => (it as Api).addRoutes(stack, { "GET /more": fn }),
    type: "aws_apigatewayv2_api",
    arn: gatewayArn,
    makeEverything(stack) {
      const listener = new DataAwsLbListener(stack, "Listener", {
        arn: "arn:aws:elasticloadbalancing:us-east-1:123456789012:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
      });
      new Api(stack, "Api", {
        ...apiParts(stack),
        routes: {
          "GET /a": { authorizer: "members", function: sampleHandler },
          "GET /b": { type: "alb", cdk: { albListener: listener } },
          "POST /c": {
            type: "cloud",
            cdk: {
              integration: {
                subtype: "EventBridge-PutEvents",
                parameterMapping: { Detail: "$request.body", DetailType: "Note", Source: "notes" },
              },
            },
          },
        },
      });
    },
  },
};
