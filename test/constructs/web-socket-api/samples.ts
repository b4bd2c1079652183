import { Function, WebSocketApi } from "../../../lib";
import { type ConstructSamples, gatewayArn, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  WebSocketApi: {
    make: (stack, fn) => new WebSocketApi(stack, sampleId, { routes: { $default: fn ?? sampleHandler } }),
    add: (it, stack, fn) => (it as WebSocketApi).addRoutes(stack, { more: fn }),
    type: "aws_apigatewayv2_api",
    arn: gatewayArn,
    makeEverything(stack) {
      new WebSocketApi(stack, "Chat", {
        authorizer: { type: "fn", function: new Function(stack, "Door", { handler: sampleHandler }) },
        customDomain: "chat.example.com",
        cdk: { webSocketApi: { cloudWatchRole: true } },
        routes: { $connect: sampleHandler },
      });
      new WebSocketApi(stack, "Users", {
        authorizer: { type: "user_pool", userPool: { id: "us-east-1_Members" } },
        routes: { $connect: sampleHandler },
      });
    },
  },
};
