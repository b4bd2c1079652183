import { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { Stack } from "../../lib/app";
import { Api, type ApiProps } from "../../lib/constructs/api";
import { Bucket } from "../../lib/constructs/bucket";
import { RestV1Api, type RestV1ApiProps } from "../../lib/constructs/rest-v1-api";
import { only, testStack } from "../support/stack";

const handler = "functions/notes.get";
const domainName = "api.example.com";
const truststore = { truststoreUri: "s3://trust/trust.pem" };
const mutual = { mutualTlsAuthentication: truststore };
const parts = {
  domainName: "shared.example.com",
  domainNameConfiguration: { certificateArn: "arn", endpointType: "REGIONAL", securityPolicy: "TLS_1_2" },
};

describe("the generated address of an Api", () => {
  test.each<[string, (stack: Stack) => ApiProps, true | false | undefined]>([
    ["without a domain", () => ({}), undefined],
    ["with a domain", () => ({ customDomain: domainName }), undefined],
    ["with mutual TLS", () => ({ customDomain: { domainName, cdk: { domainName: mutual } } }), true],
    [
      "with a shared domain",
      (stack) => ({ customDomain: { cdk: { domainName: new Apigatewayv2DomainName(stack, "D", parts) } } }),
      undefined,
    ],
    [
      "with a shared domain with mutual TLS",
      (stack) => ({
        customDomain: {
          cdk: { domainName: new Apigatewayv2DomainName(stack, "D", { ...parts, ...mutual }) },
        },
      }),
      true,
    ],
    [
      "with mutual TLS, kept on purpose",
      () => ({
        customDomain: { domainName, cdk: { domainName: mutual } },
        cdk: { httpApi: { disableExecuteApiEndpoint: false } },
      }),
      false,
    ],
  ])("%s", (_, props, expected) => {
    const stack = testStack();
    new Api(stack, "Api", { routes: { "GET /": handler }, ...props(stack) });
    expect(only(stack, "aws_apigatewayv2_api").disable_execute_api_endpoint).toBe(expected);
  });
});

describe("the generated address of a RestV1Api", () => {
  const mtls = (stack: Stack) => ({ bucket: new Bucket(stack, "Trust"), key: "trust.pem" });

  test.each<[string, (stack: Stack) => RestV1ApiProps, true | false | undefined]>([
    ["without a domain", () => ({}), undefined],
    ["with a domain", () => ({ customDomain: domainName }), undefined],
    ["with mtls", (stack) => ({ customDomain: { domainName, mtls: mtls(stack) } }), true],
    [
      "with mutual TLS of an override",
      () => ({ customDomain: { domainName, cdk: { domainName: mutual } } }),
      true,
    ],
    [
      "with a shared domain with mutual TLS",
      (stack) => ({
        customDomain: {
          cdk: {
            domainName: new ApiGatewayDomainName(stack, "D", { domainName: "shared.example.com", ...mutual }),
          },
        },
      }),
      true,
    ],
    [
      "with mtls, kept on purpose",
      (stack) => ({
        customDomain: { domainName, mtls: mtls(stack) },
        cdk: { restApi: { disableExecuteApiEndpoint: false } },
      }),
      false,
    ],
  ])("%s", (_, props, expected) => {
    const stack = testStack();
    new RestV1Api(stack, "Api", { routes: { "GET /": handler }, ...props(stack) });
    expect(only(stack, "aws_api_gateway_rest_api").disable_execute_api_endpoint).toBe(expected);
  });
});
