import { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { Api, type ApiIntegrationProps, type ApiUrlRouteProps } from "../../../../lib/constructs/api";
import { resources, testStack } from "../../../support/stack";
import { failure, integration } from "../support/api";

function urlRoute(route: Omit<ApiUrlRouteProps, "type">) {
  const stack = testStack();
  new Api(stack, "Api", { routes: { "ANY /{proxy+}": { type: "url", ...route } } });
  return integration(stack, "ANY /{proxy+}");
}

const response = (statusCode: string, mappings: Record<string, string> = { "overwrite:header.x": "1" }) => ({
  responseParameters: [{ statusCode, mappings }],
});

describe("Api url routes", () => {
  test("forward the whole request", () => {
    expect(urlRoute({ url: "https://example.com/{proxy}" })).toEqual({
      api_id: expect.stringMatching(/aws_apigatewayv2_api/),
      integration_type: "HTTP_PROXY",
      integration_method: "ANY",
      integration_uri: "https://example.com/{proxy}",
      payload_format_version: "1.0",
    });
  });

  test("have no function and no permission", () => {
    const stack = testStack();
    const api = new Api(stack, "Api", { routes: { $default: { type: "url", url: "https://example.com" } } });
    expect(api.getFunction("$default")).toBeUndefined();
    expect(resources(stack, "aws_lambda_permission")).toEqual({});
  });

  test("take a method and a parameter mapping, whose templates are the gateway's", () => {
    const parameterMapping = {
      "overwrite:path": "/v1/${request.path.proxy}",
      "append:header.a": "$request.header.b",
    };
    const route = urlRoute({
      url: "https://example.com",
      cdk: { integration: { method: "POST", parameterMapping } },
    });
    expect(route).toMatchObject({
      integration_method: "POST",
      request_parameters: {
        "overwrite:path": "/v1/$${request.path.proxy}",
        "append:header.a": "$request.header.b",
      },
    });
  });

  test("stage variables in the address are the gateway's", () => {
    expect(urlRoute({ url: "https://${stageVariables.host}/a" }).integration_uri).toBe(
      "https://$${stageVariables.host}/a",
    );
  });

  test("keys of the provider win", () => {
    const integration = { timeoutMilliseconds: 5000, description: "x" };
    expect(urlRoute({ url: "https://example.com", cdk: { integration } })).toMatchObject({
      timeout_milliseconds: 5000,
      description: "x",
    });
  });

  describe("changes of requests and responses", () => {
    const at = 'routes["ANY /{proxy+}"].cdk.integration';
    const refusal = (integration: object) => {
      const error = failure(() => urlRoute({ url: "https://example.com", cdk: { integration } }));
      return [error.code, error.prop];
    };

    test.each([
      { "header.x": "1" },
      { "set:header.x": "1" },
      { "append:path": "/a" },
      { "overwrite:querystring.": "1" },
      { "overwrite:header.a b": "1" },
      { "overwrite:header.x": "" },
      { "overwrite:header.x": "$request.foo" },
      { "overwrite:header.x": "$response.header.y" },
    ])("refuses %j", (parameterMapping) => {
      const [key = ""] = Object.keys(parameterMapping);
      const prop = `${at}.parameterMapping[${JSON.stringify(key)}]`;
      expect(refusal({ parameterMapping })).toEqual(["prop-invalid", prop]);
    });

    test.each(["Authorization", "x-amzn-trace-id", "access-control-max-age"])(
      "refuses the header %s",
      (name) => {
        expect(refusal({ requestParameters: { [`overwrite:header.${name}`]: "1" } })[0]).toBe(
          "mapping-header-reserved",
        );
      },
    );

    test.each<[string, object, string, string]>([
      ["two maps", { parameterMapping: {}, requestParameters: {} }, "props-exclude", ".parameterMapping"],
      ["a status beyond 599", response("600"), "prop-invalid", ".responseParameters[0].statusCode"],
      ["no changes", response("200", {}), "prop-invalid", ".responseParameters[0].mappings"],
      [
        "one status twice",
        {
          responseParameters: [...response("200").responseParameters, ...response("200").responseParameters],
        },
        "mapping-status-twice",
        ".responseParameters[1].statusCode",
      ],
      [
        "a path of a response",
        response("200", { "overwrite:path": "/" }),
        "prop-invalid",
        '.responseParameters[0].mappings["overwrite:path"]',
      ],
      ["integrations of WebSocket APIs", { passthroughBehavior: "NEVER" }, "key-rejected", ""],
    ])("refuse %s", (_, integration, code, prop) => {
      expect(refusal(integration)).toEqual([code, `${at}${prop}`]);
    });

    test("may be static, from the request, its context and stage variables", () => {
      const parameterMapping = {
        "append:header.x": "$context.requestId",
        "overwrite:path": "/b/$request.path.proxy",
        "remove:querystring.y": "",
        "overwrite:header.z": "$context.authorizer.claims.sub",
        "overwrite:header.host": "$stageVariables.host",
        "overwrite:querystring.q": "costs 5 $",
      };
      const responseParameters = response("503", { "overwrite:statuscode": "200" }).responseParameters;
      const integration = { parameterMapping, responseParameters };
      expect(urlRoute({ url: "https://example.com", cdk: { integration } })).toMatchObject({
        request_parameters: parameterMapping,
      });
    });
  });

  test.each<[string, object, string, RegExp]>([
    ["no url", {}, ".url", /is missing.*https:\/\/example\.com/s],
    ["an address without scheme", { url: "example.com" }, ".url", /"example\.com".*scheme/s],
    [
      "integrationUri",
      { url: "https://a.b", cdk: { integration: { integrationUri: "x" } } },
      ".cdk.integration",
      /"integrationUri"/,
    ],
    ["apiId", { url: "https://a.b", cdk: { integration: { apiId: "x" } } }, ".cdk.integration", /"apiId"/],
    [
      "an unknown key",
      { url: "https://a.b", cdk: { integration: { metod: "x" } } },
      ".cdk.integration",
      /"metod".*"method"/s,
    ],
    [
      "an unknown method",
      { url: "https://a.b", cdk: { integration: { method: "get" } } },
      ".cdk.integration.method",
      /"get".*"GET"/s,
    ],
    [
      "a TLS host name",
      { url: "https://a.b", cdk: { integration: { secureServerName: "x" } } },
      ".cdk.integration.secureServerName",
      /"alb" or "nlb"/,
    ],
    ["a payload version", { url: "https://a.b", payloadFormatVersion: "1.0" }, "", /"payloadFormatVersion"/],
  ])("refuse %s", (_, route, prop, message) => {
    const error = failure(() => urlRoute(route as ApiUrlRouteProps));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `routes["ANY /{proxy+}"]${prop}` });
    expect(error.message).toMatch(message);
  });

  test("refuse a VPC link", () => {
    const stack = testStack();
    const vpcLink = new Apigatewayv2VpcLink(stack, "Link", {
      name: "l",
      subnetIds: ["a"],
      securityGroupIds: [],
    });
    const integrationProps: ApiIntegrationProps = { vpcLink };
    const error = failure(() => urlRoute({ url: "https://a.b", cdk: { integration: integrationProps } }));
    expect(error.prop).toMatch(/vpcLink$/);
  });
});
