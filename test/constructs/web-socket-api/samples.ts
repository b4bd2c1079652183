import { Function, WebSocketApi } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  gatewayArn,
  sampleFunction,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

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

export const inputs: ConstructInputs = {
  WebSocketApi: {
    props: "WebSocketApiProps",
    create: WebSocketApi,
    valid: (stack) => ({
      accessLog: { retention: "one_week" },
      authorizer: {
        type: "fn",
        function: sampleFunction(stack, "Door"),
        identitySource: ["route.request.header.X"],
      },
      customDomain: { domainName: "chat.example.com", path: "v1" },
      ipAddressType: "dualstack",
      stageVariables: { host: "a.example.com" },
      defaults: { function: { timeout: 5 } },
      routes: {
        $connect: sampleHandler,
        $default: {
          function: { handler: sampleHandler },
          throttle: { rate: 1, burst: 1 },
          moved: { from: "former" },
        },
      },
      cdk: { webSocketApi: { description: "Chat" }, webSocketStage: { description: "Chat" } },
    }),
  },
};
