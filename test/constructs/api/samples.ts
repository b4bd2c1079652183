import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Api, Bucket, Function, type Stack } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  gatewayArn,
  sampleFunction,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

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

export const inputs: ConstructInputs = {
  Api: {
    props: "ApiProps",
    create: Api,
    valid: (stack) => ({
      accessLog: { retention: "one_week" },
      authorizers: {
        token: { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["notes"] } },
        pool: { type: "user_pool", userPool: { id: "us-east-1_Members" } },
        door: { type: "fn", function: sampleFunction(stack, "Door"), resultsCacheTtl: "1 minute" },
      },
      cors: { allowOrigins: ["https://a.example.com"], maxAge: "1 hour" },
      customDomain: {
        domainName: "api.example.com",
        path: "v1",
        mtls: { bucket: new Bucket(stack, "Trust"), key: "ca.pem" },
      },
      ipAddressType: "dualstack",
      stageVariables: { host: "a.example.com" },
      defaults: { function: { timeout: 5 }, throttle: { rate: 5, burst: 5 } },
      routes: {
        "GET /a": sampleHandler,
        "GET /b": {
          function: { handler: sampleHandler },
          authorizer: "token",
          authorizationScopes: ["a/b"],
          throttle: { rate: 1, burst: 1 },
          cdk: { integration: { timeoutMilliseconds: 5000 } },
          moved: { from: "GET /former" },
        },
        "GET /c": { type: "url", url: "https://example.com" },
        "GET /d": { type: "graphql", function: { handler: sampleHandler } },
        "POST /e": {
          type: "cloud",
          cdk: {
            integration: {
              subtype: "EventBridge-PutEvents",
              parameterMapping: { Detail: "$request.body", DetailType: "Note", Source: "notes" },
            },
          },
        },
      },
      cdk: { httpApi: { description: "Notes" }, httpStages: [{ name: "beta" }] },
    }),
  },
};
