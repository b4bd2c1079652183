import { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import { DataAwsApiGatewayDomainName } from "@cdktf/provider-aws/lib/data-aws-api-gateway-domain-name";
import { DataAwsVpcEndpoint } from "@cdktf/provider-aws/lib/data-aws-vpc-endpoint";
import { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { TerraformVariable } from "cdktf";
import { Api } from "../../../../lib/constructs/api";
import { Bucket } from "../../../../lib/constructs/bucket";
import {
  RestV1Api,
  type RestV1ApiCustomDomainProps,
  type RestV1ApiProps,
} from "../../../../lib/constructs/rest-v1-api";
import type { Stack } from "../../../../lib/kit/app";
import { modelOf, onlyOf } from "../../../model/resources/output";
import { only, resources, synthesized, testStack } from "../../../support/stack";
import { failure, handler } from "../support";

const domainName = "api.example.com";
const vpce = "vpce-0a1b2c3d4e5f67890";
const parts = {
  domainName,
  domainNameConfiguration: {
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
    endpointType: "REGIONAL",
    securityPolicy: "TLS_1_2",
  },
};

function domain(customDomain: unknown, stack = testStack(), props: RestV1ApiProps = {}) {
  const routes = { "GET /": handler };
  const api = new RestV1Api(stack, "Api", {
    customDomain: customDomain as RestV1ApiCustomDomainProps,
    routes,
    ...props,
  });
  return { stack, api };
}

const privateApi: RestV1ApiProps = {
  cdk: { restApi: { endpointConfiguration: { types: ["PRIVATE"] }, policy: "{}" } },
};
const privateDomain = (given: object, stack = testStack()) =>
  domain({ domainName, endpointType: "private", ...given }, stack, privateApi).stack;

const domainOf = (stack: Stack) => only(stack, "aws_api_gateway_domain_name");
const newer = () => testStack({ provider: { version: "~> 6.28" } });
const older = () => testStack({ provider: { version: "~> 6.25.0" } });

describe("RestV1Api private domains", () => {
  test("answer through the named VPC endpoints, and deny every other way", () => {
    const stack = privateDomain({ vpcEndpoints: { office: vpce } });
    expect(only(stack, "aws_api_gateway_domain_name_access_association")).toEqual({
      access_association_source: vpce,
      access_association_source_type: "VPCE",
      domain_name_arn: expect.stringMatching(/^\$\{aws_api_gateway_domain_name\.\w+\.arn\}$/),
    });
    const call = { Principal: { AWS: "*" }, Action: "execute-api:Invoke", Resource: "*" };
    expect(JSON.parse(String(domainOf(stack).policy))).toEqual({
      Version: "2012-10-17",
      Statement: [
        { Effect: "Allow", ...call },
        { Effect: "Deny", ...call, Condition: { StringNotEquals: { "aws:SourceVpce": [vpce] } } },
      ],
    });
  });

  test("know endpoints by resource, data source or reference; addresses have the caller's names", () => {
    const stack = testStack();
    const own = new VpcEndpoint(stack, "Own", { vpcId: "vpc-1", serviceName: "execute-api" });
    const other = new DataAwsVpcEndpoint(stack, "Other", { vpcId: "vpc-1" });
    const given = new TerraformVariable(stack, "endpoint", { type: "string" }).stringValue;
    privateDomain({ vpcEndpoints: { own, other, given } }, stack);
    const all = resources(stack, "aws_api_gateway_domain_name_access_association");
    const sources = Object.entries(all).map(([address, each]) => [
      address.replace(/_[0-9A-F]{8}$/, ""),
      each.access_association_source,
    ]);
    expect(Object.fromEntries(sources)).toEqual({
      Api_CustomDomain_Access_own: "${aws_vpc_endpoint.Own.id}",
      Api_CustomDomain_Access_other: "${data.aws_vpc_endpoint.Other.id}",
      Api_CustomDomain_Access_given: "${var.endpoint}",
    });
    expect(domainOf(stack).policy).toContain("${aws_vpc_endpoint.Own.id}");
  });

  test("are known to the local server, which has no networks", () => {
    const model = modelOf(synthesized(privateDomain({ vpcEndpoints: { office: vpce } })));
    const { values } = onlyOf(model, "aws_api_gateway_domain_name_access_association");
    expect(values.domain_name_arn).toMatch(/^arn:aws:apigateway:us-east-1::\/domainnames\/api\.example\.com/);
  });

  test("without endpoints have no policy of the library", () => {
    const stack = privateDomain({ vpcEndpoints: {} });
    expect(domainOf(stack)).not.toHaveProperty("policy");
    expect(resources(stack, "aws_api_gateway_domain_name_access_association")).toEqual({});
  });

  test("accept the caller's policy together with endpoints", () => {
    const stack = privateDomain({ vpcEndpoints: { office: vpce }, cdk: { domainName: { policy: "{}" } } });
    expect(domainOf(stack).policy).toBe("{}");
  });

  test("are shared by their id, since several may have one name", () => {
    const { stack, api } = domain(
      { domainName, path: "a", endpointType: "private" },
      testStack(),
      privateApi,
    );
    const cdk = { domainName: api.cdk.domainName };
    new RestV1Api(stack, "Second", {
      customDomain: { path: "b", cdk },
      routes: { "GET /": handler },
      ...privateApi,
    });
    const ids = Object.values(resources(stack, "aws_api_gateway_base_path_mapping")).map(
      (each) => each.domain_name_id,
    );
    expect(ids).toEqual([
      expect.stringMatching(/domain_name_id\}$/),
      expect.stringMatching(/^\$\{aws_api_gateway_domain_name\.Api_\w+\.domain_name_id\}$/),
    ]);
  });

  test("may be found by a data source", () => {
    const stack = testStack();
    const existing = new DataAwsApiGatewayDomainName(stack, "There", { domainName });
    domain({ path: "a", cdk: { domainName: existing } }, stack, privateApi);
    expect(only(stack, "aws_api_gateway_base_path_mapping").domain_name_id).toBe(
      "${data.aws_api_gateway_domain_name.There.domain_name_id}",
    );
  });

  test.each<[string, object, string, string]>([
    [
      "a public domain",
      { endpointType: "regional", vpcEndpoints: { a: vpce } },
      "",
      "rest-vpc-endpoints-public",
    ],
    ["an edge domain", { endpointType: "edge", vpcEndpoints: { a: vpce } }, "", "rest-vpc-endpoints-public"],
    ["an invalid id", { vpcEndpoints: { a: "vpc-1" } }, '["a"]', "prop-invalid"],
    ["no text", { vpcEndpoints: { a: 5 } }, '["a"]', "prop-invalid"],
    ["a list", { vpcEndpoints: [vpce] }, "", "prop-invalid"],
    ["one endpoint twice", { vpcEndpoints: { a: vpce, b: vpce } }, '["b"]', "rest-vpc-endpoint-twice"],
  ])("refuse vpcEndpoints of %s", (_, given, prop, code) => {
    const props = "endpointType" in given ? {} : privateApi;
    const error = failure(() =>
      domain({ domainName, endpointType: "private", ...given }, testStack(), props),
    );
    expect(error).toMatchObject({
      path: "dev-notes-Main/Api",
      prop: `customDomain.vpcEndpoints${prop}`,
      code,
    });
  });

  test("refuse an object of another type as endpoint", () => {
    const stack = testStack();
    const wrong = new Apigatewayv2DomainName(stack, "Wrong", parts);
    expect(failure(() => privateDomain({ vpcEndpoints: { a: wrong } }, stack)).code).toBe(
      "import-wrong-type",
    );
  });

  test.each<[string, (stack: Stack) => unknown, RestV1ApiProps, string]>([
    [
      "known by its name only, for a private API",
      () => ({ domainName }),
      privateApi,
      "rest-domain-private-name",
    ],
    [
      "of an Api, for a private API",
      (stack) => new Apigatewayv2DomainName(stack, "D", parts),
      privateApi,
      "rest-domain-private-shared",
    ],
    [
      "that is regional, for a private API",
      (stack) =>
        new ApiGatewayDomainName(stack, "D", { domainName, endpointConfiguration: { types: ["REGIONAL"] } }),
      privateApi,
      "rest-domain-private-shared",
    ],
    [
      "that is private, for a public API",
      (stack) =>
        new ApiGatewayDomainName(stack, "D", { domainName, endpointConfiguration: { types: ["PRIVATE"] } }),
      {},
      "rest-domain-private-shared",
    ],
  ])("refuse a shared domain %s", (_, existing, props, code) => {
    const stack = testStack();
    const customDomain = { path: "a", cdk: { domainName: existing(stack) } };
    const error = failure(() => domain(customDomain, stack, props));
    expect(error).toMatchObject({ prop: "customDomain.cdk.domainName", code });
  });

  test.each(["vpcEndpoints", "endpointAccessMode"])("refuse %s together with a shared domain", (key) => {
    const values: Record<string, unknown> = { vpcEndpoints: { a: vpce }, endpointAccessMode: "strict" };
    const customDomain = { [key]: values[key], path: "a", cdk: { domainName: { domainName } } };
    const error = failure(() => domain(customDomain));
    expect(error).toMatchObject({ prop: `customDomain.${key}`, code: "domain-shared-with" });
  });
});

describe("RestV1Api security policies", () => {
  test.each<[string, object, string, string]>([
    ["TLS 1.3", {}, "SecurityPolicy_TLS13_1_3_2025_09", "STRICT"],
    ["TLS 1.3", { endpointType: "edge" }, "SecurityPolicy_TLS13_2025_EDGE", "STRICT"],
    ["TLS 1.3", { endpointAccessMode: "basic" }, "SecurityPolicy_TLS13_1_3_2025_09", "BASIC"],
    ["SecurityPolicy_TLS13_1_2_PQ_2025_09", {}, "SecurityPolicy_TLS13_1_2_PQ_2025_09", "STRICT"],
    [
      "SecurityPolicy_TLS12_PFS_2025_EDGE",
      { endpointType: "edge", endpointAccessMode: "strict" },
      "SecurityPolicy_TLS12_PFS_2025_EDGE",
      "STRICT",
    ],
  ])("%s with %j is %s, %s", (securityPolicy, given, policy, mode) => {
    const { stack } = domain({ domainName, securityPolicy, ...given }, newer());
    expect(domainOf(stack)).toMatchObject({ security_policy: policy, endpoint_access_mode: mode });
  });

  test("TLS 1.3 exists for private domains", () => {
    const stack = privateDomain({ securityPolicy: "TLS 1.3" }, newer());
    expect(domainOf(stack)).toMatchObject({ security_policy: "SecurityPolicy_TLS13_1_3_2025_09" });
  });

  test("legacy policies have no access mode", () => {
    const { stack } = domain({ domainName, securityPolicy: "TLS 1.2" }, newer());
    expect(domainOf(stack)).not.toHaveProperty("endpoint_access_mode");
  });

  test("a policy of the caller's own config has no access mode of the library", () => {
    const cdk = { domainName: { securityPolicy: "TLS_1_2" } };
    const { stack } = domain({ domainName, securityPolicy: "TLS 1.3", cdk }, newer());
    expect(domainOf(stack)).toMatchObject({ security_policy: "TLS_1_2" });
    expect(domainOf(stack)).not.toHaveProperty("endpoint_access_mode");
  });

  test.each<[string, (stack: Stack) => object, string, string]>([
    [
      "an edge policy for a regional domain",
      () => ({ securityPolicy: "SecurityPolicy_TLS13_2025_EDGE" }),
      "securityPolicy",
      "literal-unknown",
    ],
    [
      "a regional policy at the edge",
      () => ({ endpointType: "edge", securityPolicy: "SecurityPolicy_TLS13_1_3_2025_09" }),
      "securityPolicy",
      "literal-unknown",
    ],
    [
      "an unknown access mode",
      () => ({ securityPolicy: "TLS 1.3", endpointAccessMode: "STRICT" }),
      "endpointAccessMode",
      "literal-unknown",
    ],
    [
      "an access mode without a policy",
      () => ({ endpointAccessMode: "strict" }),
      "endpointAccessMode",
      "rest-access-mode",
    ],
    [
      "an access mode of TLS 1.2",
      () => ({ securityPolicy: "TLS 1.2", endpointAccessMode: "basic" }),
      "endpointAccessMode",
      "rest-access-mode",
    ],
    [
      "TLS 1.3 with mutual TLS",
      (stack) => ({ securityPolicy: "TLS 1.3", mtls: { bucket: new Bucket(stack, "Trust"), key: "x" } }),
      "securityPolicy",
      "rest-mtls-tls",
    ],
  ])("refuse %s", (_, given, prop, code) => {
    const stack = newer();
    const error = failure(() => domain({ domainName, ...given(stack) }, stack));
    expect(error).toMatchObject({ prop: `customDomain.${prop}`, code });
  });

  test("refuse TLS 1.3 if an older provider may be used, and name the version to require", () => {
    const error = failure(() => domain({ domainName, securityPolicy: "TLS 1.3" }, older()));
    expect(error).toMatchObject({ prop: "customDomain.securityPolicy", code: "rest-provider-older" });
    expect(error.message).toMatch(/provider: \{ version: "~> 6\.28" \}/);
  });

  test("an Api refuses to share a domain with TLS 1.3", () => {
    const { stack, api } = domain({ domainName, securityPolicy: "TLS 1.3" }, newer());
    const customDomain = { path: "v2", cdk: { domainName: api.cdk.domainName } };
    expect(failure(() => new Api(stack, "New", { customDomain })).code).toBe("domain-tls");
  });
});

describe("RestV1Api paths of several levels", () => {
  test.each(["TLS 1.2", "TLS 1.3"])("are mapped on a regional domain with %s", (securityPolicy) => {
    const { stack, api } = domain({ domainName, path: "shop/v1", securityPolicy }, newer());
    expect(only(stack, "aws_apigatewayv2_api_mapping")).toMatchObject({
      api_id: expect.stringMatching(/^\$\{aws_api_gateway_rest_api\./),
      stage: expect.stringMatching(/\.stage_name\}$/),
      domain_name: expect.stringMatching(/^\$\{aws_api_gateway_domain_name\.\w+\.domain_name\}$/),
      api_mapping_key: "shop/v1",
    });
    expect(resources(stack, "aws_api_gateway_base_path_mapping")).toEqual({});
    expect(api.customDomainUrl).toBe("https://api.example.com/shop/v1");
  });

  test.each<[string, (stack: Stack) => unknown]>([
    ["its name", () => ({ domainName })],
    ["a data source", (stack) => new DataAwsApiGatewayDomainName(stack, "D", { domainName })],
    ["a resource without a policy", (stack) => new ApiGatewayDomainName(stack, "D", { domainName })],
  ])("are mapped on an existing domain, given as %s", (_, existing) => {
    const stack = testStack();
    domain({ path: "shop/v1", cdk: { domainName: existing(stack) } }, stack);
    expect(only(stack, "aws_apigatewayv2_api_mapping").api_mapping_key).toBe("shop/v1");
  });

  test.each([
    ["TLS 1.0", { securityPolicy: "TLS_1_0" }],
    ["the type edge", { securityPolicy: "TLS_1_2", endpointConfiguration: { types: ["EDGE"] } }],
  ])("are refused on an existing domain with %s", (_, config) => {
    const stack = testStack();
    const existing = new ApiGatewayDomainName(stack, "D", { domainName, ...config });
    const error = failure(() => domain({ path: "shop/v1", cdk: { domainName: existing } }, stack));
    expect(error).toMatchObject({ prop: "customDomain.path", code: "rest-path-levels" });
  });
});
