import { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { DataAwsApiGatewayDomainName } from "@cdktf/provider-aws/lib/data-aws-api-gateway-domain-name";
import { Api } from "../../../../lib/constructs/api";
import { RestV1Api } from "../../../../lib/constructs/rest-v1-api";
import { WebSocketApi } from "../../../../lib/constructs/web-socket-api";
import { Stack } from "../../../../lib/kit/app";
import { failure } from "../../../constructs/api/support/api";
import { only, resources, testStack } from "../../../support/stack";

const domainName = "api.example.com";
const handler = "functions/notes.get";
const restDomain = { domainName, securityPolicy: "TLS 1.2" } as const;

describe("a domain that an Api and a RestV1Api share", () => {
  test("may be that of the Api; the REST API then takes paths of several levels", () => {
    const stack = testStack();
    const api = new Api(stack, "New", { customDomain: domainName });
    const cdk = { domainName: api.cdk.domainName };
    const rest = new RestV1Api(stack, "Old", {
      customDomain: { path: "old/v1", cdk },
      routes: { "GET /": handler },
    });
    expect(rest.customDomainUrl).toBe("https://api.example.com/old/v1");
    const mappings = Object.values(resources(stack, "aws_apigatewayv2_api_mapping"));
    expect(mappings).toContainEqual(
      expect.objectContaining({
        api_id: expect.stringContaining("aws_api_gateway_rest_api.Old"),
        api_mapping_key: "old/v1",
        domain_name: expect.stringMatching(/^\$\{aws_apigatewayv2_domain_name\.\w+\.id\}$/),
      }),
    );
    expect(resources(stack, "aws_api_gateway_base_path_mapping")).toEqual({});
    expect(resources(stack, "aws_api_gateway_domain_name")).toEqual({});
  });

  test("may be that of the RestV1Api", () => {
    const stack = testStack();
    const rest = new RestV1Api(stack, "Old", { customDomain: { ...restDomain, path: "v1" } });
    const api = new Api(stack, "New", {
      customDomain: { path: "v2", cdk: { domainName: rest.cdk.domainName } },
    });
    expect(api.customDomainUrl).toBe("https://api.example.com/v2/");
    expect(only(stack, "aws_apigatewayv2_api_mapping")).toMatchObject({
      api_mapping_key: "v2",
      domain_name: expect.stringMatching(/^\$\{aws_api_gateway_domain_name\.\w+\.domain_name\}$/),
    });
    expect(resources(stack, "aws_apigatewayv2_domain_name")).toEqual({});
  });

  test("may be an existing one of a REST API, of which only the name is known", () => {
    const stack = testStack();
    const existing = new DataAwsApiGatewayDomainName(stack, "Domain", { domainName });
    new Api(stack, "New", { customDomain: { path: "v2", cdk: { domainName: existing } } });
    expect(only(stack, "aws_apigatewayv2_api_mapping").domain_name).toMatch(/^\$\{data\..*domain_name\}$/);
  });

  test("keeps the path of the REST API, whichever mapping it has", () => {
    const stack = testStack();
    const api = new Api(stack, "New", { customDomain: domainName });
    const customDomain = { path: "old", cdk: { domainName: api.cdk.domainName } };
    new RestV1Api(stack, "Old", { customDomain, routes: { "GET /": handler } });
    const mapping = Object.values(resources(stack, "aws_apigatewayv2_api_mapping")).find(
      (each) => each.lifecycle,
    );
    expect(mapping?.lifecycle).toMatchObject({
      precondition: [{ condition: expect.stringContaining('"old"') }],
    });
  });

  test.each<[string, (stack: Stack) => unknown, string]>([
    [
      "with TLS 1.0, the default",
      (stack) => new RestV1Api(stack, "Old", { customDomain: domainName }).cdk.domainName,
      "domain-tls",
    ],
    [
      "of the type edge",
      (stack) => {
        const endpointConfiguration = { types: ["EDGE"] };
        return new ApiGatewayDomainName(stack, "D", {
          domainName,
          endpointConfiguration,
          securityPolicy: "TLS_1_2",
        });
      },
      "domain-not-regional",
    ],
  ])("is refused for an Api %s", (_, create, code) => {
    const stack = testStack();
    const given = create(stack) as ApiGatewayDomainName;
    const error = failure(
      () => new Api(stack, "New", { customDomain: { path: "v2", cdk: { domainName: given } } }),
    );
    expect(error).toMatchObject({ code, prop: "customDomain.cdk.domainName" });
  });

  test("is refused where both have the same path", () => {
    const stack = testStack();
    const rest = new RestV1Api(stack, "Old", { customDomain: restDomain });
    const customDomain = { cdk: { domainName: rest.cdk.domainName } };
    expect(failure(() => new Api(stack, "New", { customDomain })).code).toBe("domain-path-duplicate");
  });

  test("is refused for a WebSocketApi", () => {
    const stack = testStack();
    const rest = new RestV1Api(stack, "Old", { customDomain: restDomain });
    const customDomain = { path: "ws", cdk: { domainName: rest.cdk.domainName } };
    expect(failure(() => new WebSocketApi(stack, "Chat", { customDomain })).code).toBe("import-wrong-type");
  });

  test("may be in another stack", () => {
    const stack = testStack();
    const api = new Api(stack, "New", { customDomain: domainName });
    const other = new Stack(stack.app, "Other");
    const customDomain = { path: "old", cdk: { domainName: api.cdk.domainName } };
    new RestV1Api(other, "Old", { customDomain, routes: { "GET /": handler } });
    expect(only(other, "aws_apigatewayv2_api_mapping").domain_name).toMatch(/terraform_remote_state/);
  });
});
