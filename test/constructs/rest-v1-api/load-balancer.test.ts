import { createServer } from "node:http";
import { ApiGatewayVpcLink } from "@cdktf/provider-aws/lib/api-gateway-vpc-link";
import { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Lb } from "@cdktf/provider-aws/lib/lb";
import { LbListener, type LbListenerConfig } from "@cdktf/provider-aws/lib/lb-listener";
import {
  RestV1Api,
  type RestV1ApiProps,
  type RestV1ApiRouteProps,
} from "../../../lib/constructs/rest-v1-api";
import type { Stack } from "../../../lib/kit/app";
import type { Gateway } from "../../../lib/local/gateways/gateway";
import { createRestApis } from "../../../lib/local/gateways/rest";
import { testContext } from "../../local/gateways/support/context";
import { call, closeAll, listen, serve } from "../../local/gateways/support/serve";
import { modelOf } from "../../model/resources/output";
import { addresses, dataSources, only, resources, synthesized, testStack } from "../../support/stack";
import { failure, handler, methods, plainApi } from "./support";

const balancerIn = (stack: Stack, id = "Balancer") => new Lb(stack, id, { name: "web", internal: true });

function listenerOf(balancer: Lb, given: Partial<LbListenerConfig> = {}): LbListener {
  const { port = 80 } = given;
  return new LbListener(balancer, `Listener${port}`, {
    loadBalancerArn: balancer.arn,
    port,
    defaultAction: [{ type: "fixed-response" }],
    ...given,
  });
}

/** The stack of an API with one route to a listener. */
function balanced(
  key: string,
  { listener = {}, ...cdk }: { readonly listener?: Partial<LbListenerConfig> } & Record<string, unknown> = {},
  type: "alb" | "nlb" = "alb",
) {
  const stack = testStack();
  const route = { type, cdk: { [`${type}Listener`]: listenerOf(balancerIn(stack), listener), ...cdk } };
  plainApi({ routes: { [key]: route as unknown as RestV1ApiRouteProps } }, stack);
  return stack;
}

const integrationOf = (stack: Stack) => only(stack, "aws_api_gateway_integration");
const dnsName = /^http:\/\/\$\{data\.aws_lb\.Api_VpcLink_Balancer_LoadBalancer_\w+\.dns_name\}/;

afterEach(closeAll);

describe("RestV1Api load-balancer routes", () => {
  test.each(["alb", "nlb"] as const)("%s routes forward whole requests through a VPC link", (type) => {
    const stack = balanced("GET /notes", {}, type);
    expect(integrationOf(stack)).toEqual({
      rest_api_id: expect.any(String),
      resource_id: expect.any(String),
      http_method: expect.any(String),
      type: "HTTP_PROXY",
      integration_http_method: "GET",
      uri: expect.stringMatching(new RegExp(`${dnsName.source}/notes$`)),
      connection_type: "VPC_LINK",
      connection_id: expect.stringMatching(/^\$\{aws_apigatewayv2_vpc_link\.\w+\.id\}$/),
      integration_target: expect.stringMatching(/^\$\{aws_lb_listener\.\w+\.load_balancer_arn\}$/),
    });
    expect(only(stack, "aws_apigatewayv2_vpc_link")).toEqual({
      name: "dev-notes-Api-VpcLink_Balancer",
      subnet_ids: expect.stringMatching(/^\$\{tolist\(data\.aws_lb\.\w+\.subnets\)\}$/),
      security_group_ids: [],
    });
    expect(resources(stack, "aws_lambda_permission")).toEqual({});
  });

  test("variables of the path get to the load balancer", () => {
    const stack = balanced("ANY /a/{id}/{proxy+}");
    expect(integrationOf(stack)).toMatchObject({
      integration_http_method: "ANY",
      uri: expect.stringMatching(/\/a\/\{id\}\/\{proxy\}$/),
      request_parameters: {
        "integration.request.path.id": "method.request.path.id",
        "integration.request.path.proxy": "method.request.path.proxy",
      },
    });
    expect(methods(stack)["ANY /a/{id}/{proxy+}"]).toMatchObject({
      request_parameters: { "method.request.path.id": true, "method.request.path.proxy": true },
    });
  });

  test("the caller's parameters are added to those of the path", () => {
    const stack = balanced("GET /{id}", {
      method: { requestParameters: { "method.request.header.X": true } },
      integration: { requestParameters: { "integration.request.header.Y": "'${y}'" } },
    });
    expect(integrationOf(stack).request_parameters).toEqual({
      "integration.request.path.id": "method.request.path.id",
      "integration.request.header.Y": "'$${y}'",
    });
    expect(only(stack, "aws_api_gateway_method").request_parameters).toEqual({
      "method.request.path.id": true,
      "method.request.header.X": true,
    });
  });

  test.each<[string, Partial<LbListenerConfig>, object, RegExp]>([
    ["a port of its own", { port: 8080 }, {}, /^http:\/\/\$\{.*\}:8080\/$/],
    [
      "TLS",
      { port: 443, protocol: "HTTPS" },
      { secureServerName: "a.example.com" },
      /^https:\/\/a\.example\.com\/$/,
    ],
    [
      "TLS at another port",
      { port: 8443 },
      { secureServerName: "a.example.com" },
      /^https:\/\/a\.example\.com:8443\/$/,
    ],
    [
      "TLS that is not verified",
      { port: 443 },
      { tlsConfig: { insecureSkipVerification: true } },
      /^https:\/\/\$\{/,
    ],
  ])("the address has %s", (_, listener, integration, expected) => {
    expect(integrationOf(balanced("GET /", { listener, integration })).uri).toMatch(expected);
  });

  test("a host name for TLS leaves the load balancer unread when the link is given", () => {
    const stack = testStack();
    const vpcLink = new Apigatewayv2VpcLink(stack, "Link", {
      name: "l",
      subnetIds: ["a"],
      securityGroupIds: [],
    });
    const albListener = listenerOf(balancerIn(stack), { port: 443 });
    const cdk = { albListener, integration: { vpcLink, secureServerName: "a.example.com" } };
    plainApi({ routes: { "GET /": { type: "alb", cdk } } }, stack);
    expect(dataSources(stack, "aws_lb")).toEqual({});
    expect(integrationOf(stack).connection_id).toBe("${aws_apigatewayv2_vpc_link.Link.id}");
  });

  test("the port of a listener's data source follows the data source", () => {
    const stack = testStack();
    const nlbListener = new DataAwsLbListener(stack, "There", {
      arn: "arn:aws:elasticloadbalancing:us-east-1:123456789012:listener/net/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
    });
    plainApi({ routes: { "GET /": { type: "nlb", cdk: { nlbListener } } } }, stack);
    expect(integrationOf(stack).uri).toMatch(/\.dns_name\}:\$\{data\.aws_lb_listener\.There\.port\}\/$/);
  });

  test("a link of the older kind leads to its own load balancer", () => {
    const stack = testStack();
    const balancer = balancerIn(stack);
    const vpcLink = new ApiGatewayVpcLink(stack, "Link", { name: "l", targetArns: [balancer.arn] });
    const cdk = { nlbListener: listenerOf(balancer), integration: { vpcLink } };
    plainApi({ routes: { "GET /": { type: "nlb", cdk } } }, stack);
    expect(integrationOf(stack)).toMatchObject({ connection_id: "${aws_api_gateway_vpc_link.Link.id}" });
    expect(integrationOf(stack)).not.toHaveProperty("integration_target");
    expect(resources(stack, "aws_apigatewayv2_vpc_link")).toEqual({});
  });

  test("answers are mapped without proxy", () => {
    const stack = balanced("GET /", {
      method: { methodResponses: [{ statusCode: "200" }] },
      integration: { proxy: false, integrationResponses: [{ statusCode: "200" }], timeout: "5 seconds" },
    });
    expect(integrationOf(stack)).toMatchObject({ type: "HTTP", timeout_milliseconds: 5000 });
    expect(only(stack, "aws_api_gateway_integration_response").status_code).toMatch(/200|status_code/);
  });

  test("listeners of one load balancer share a link in any order of routes", () => {
    const all = (keys: readonly string[]) => {
      const stack = testStack();
      const balancer = balancerIn(stack);
      const listeners = [listenerOf(balancer), listenerOf(balancer, { port: 81 })];
      const routes = Object.fromEntries(
        keys.map((key) => [key, { type: "alb", cdk: { albListener: listeners[key.length % 2] } } as const]),
      );
      plainApi({ routes } as RestV1ApiProps, stack);
      return addresses(stack);
    };
    const found = all(["GET /b", "GET /aa"]);
    expect(found.filter((each) => each.startsWith("aws_apigatewayv2_vpc_link."))).toHaveLength(1);
    expect(found).toEqual(all(["GET /aa", "GET /b"]));
  });

  test("the metadata names the type, and no function", () => {
    const stack = testStack();
    const route = { type: "nlb", cdk: { nlbListener: listenerOf(balancerIn(stack)) } } as const;
    const { api } = plainApi({ routes: { "GET /a": route, "GET /b": handler } }, stack);
    expect(api.getConstructMetadata().data.routes).toEqual([
      { type: "nlb", route: "GET /a" },
      { type: "function", route: "GET /b", fn: expect.any(Object) },
    ]);
    expect(api.getFunction("GET /a")).toBeUndefined();
  });

  test("routes added from another stack belong to the API's stack", () => {
    const { stack, api } = plainApi({ routes: { "GET /b": handler } });
    const other = new (stack.constructor as typeof Stack)(stack.app, "Other");
    const albListener = listenerOf(balancerIn(other));
    api.addRoutes(other, { "GET /a": { type: "alb", cdk: { albListener } } });
    stack.app.synth();
    expect(only(stack, "aws_apigatewayv2_vpc_link").subnet_ids).toMatch(/data\.aws_lb/);
    expect(resources(other, "aws_apigatewayv2_vpc_link")).toEqual({});
  });

  test.each([
    ["alb without its listener", { type: "alb" }, ".cdk.albListener", "listener-missing"],
    ["nlb without its listener", { type: "nlb", cdk: {} }, ".cdk.nlbListener", "listener-missing"],
    [
      "a listener that is text",
      { type: "alb", cdk: { albListener: "x" } },
      ".cdk.albListener",
      "prop-invalid",
    ],
    ["the other kind's listener", { type: "alb", cdk: { nlbListener: "x" } }, ".cdk", "key-unknown"],
    ["a function beside it", { type: "alb", function: handler }, "", "key-unknown"],
    ["streaming", { type: "alb", streaming: true }, "", "key-unknown"],
    ["an unknown type", { type: "url", url: "https://example.com" }, ".type", "literal-unknown"],
  ])("refuse %s", (_, route, prop, code) => {
    const routes = { "GET /": route as unknown as RestV1ApiRouteProps };
    const error = failure(() => new RestV1Api(testStack(), "Api", { routes }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `routes["GET /"]${prop}`, code });
  });

  test.each<[object, Partial<LbListenerConfig>, string, string]>([
    [{ uri: "x" }, {}, "", "key-rejected"],
    [{ integrationTarget: "x" }, {}, "", "key-rejected"],
    [{ connectionId: "x" }, {}, "", "key-rejected"],
    [{ credentials: "x" }, {}, "", "key-rejected"],
    [{ credentialsRole: "x" }, {}, "", "key-unknown"],
    [{ vpcLink: { id: "x" } }, {}, ".vpcLink", "prop-invalid"],
    [{ timeout: "10 minutes" }, {}, ".timeout", "out-of-range"],
    [{ secureServerName: "notes" }, {}, ".secureServerName", "domain-invalid"],
    [{ secureServerName: "*.example.com" }, {}, ".secureServerName", "prop-invalid"],
    [{}, { protocol: "HTTPS" }, ".secureServerName", "listener-tls"],
    [{}, { protocol: "TLS" }, ".secureServerName", "listener-tls"],
    [{ secureServerName: "a.example.com" }, { protocol: "HTTP" }, ".secureServerName", "listener-plain"],
    [
      { proxy: false, integrationResponses: [{ statusCode: "200" }] },
      {},
      ".integrationResponses[0].statusCode",
      "rest-integration-response",
    ],
  ])("refuse the integration %j of a listener %j", (integration, listener, prop, code) => {
    const error = failure(() => balanced("GET /", { listener, integration }));
    expect(error).toMatchObject({ prop: `routes["GET /"].cdk.integration${prop}`, code });
  });

  test("an alb route refuses a link of the older kind, which leads to network load balancers", () => {
    const stack = testStack();
    const vpcLink = new ApiGatewayVpcLink(stack, "Link", { name: "l", targetArns: ["arn:aws:x"] });
    const cdk = { albListener: listenerOf(balancerIn(stack)), integration: { vpcLink } };
    const routes = { "GET /": { type: "alb", cdk } } as const;
    const error = failure(() => new RestV1Api(stack, "Api", { routes }));
    expect(error).toMatchObject({
      prop: 'routes["GET /"].cdk.integration.vpcLink',
      code: "import-wrong-type",
    });
  });
});

describe("RestV1Api load-balancer routes on this machine", () => {
  const served = async (endpoints: (uri: string) => ReadonlyMap<string, string>) => {
    const model = modelOf(synthesized(balanced("ANY /files/{proxy+}", { listener: { port: 8080 } })));
    const uri = String(model.ofType("aws_api_gateway_integration")[0]?.values.uri);
    const context = testContext({}, { endpoints: endpoints(new URL(uri).origin) });
    return serve(createRestApis(model, context)[0] as Gateway);
  };

  test("go to the address that is given for the load balancer", async () => {
    const url = await listen(
      createServer(({ url: path, method }, response) => response.end(`${method} ${path}`)),
    );
    const api = await served((origin) => new Map([[origin, url]]));
    const answer = await call(api, "/dev/files/a/b?q=1", { method: "PUT", body: "x" });
    expect(answer).toMatchObject({ status: 200, text: "PUT /files/a/b?q=1" });
  });

  test("say which address is missing", async () => {
    const answer = await call(await served(() => new Map()), "/dev/files/a");
    expect(answer.status).toBe(501);
    expect(answer.text).toMatch(
      /--endpoint http:\/\/internal-web-\w+\.us-east-1\.elb\.amazonaws\.com:8080=http:\/\/localhost:<port>/,
    );
  });
});
