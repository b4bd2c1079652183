import { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Lb } from "@cdktf/provider-aws/lib/lb";
import { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import { Api, type ApiRouteProps } from "../../../../lib/constructs/api";
import type { Stack } from "../../../../lib/kit/app";
import { addresses, dataSources, only, resources, testStack } from "../../../support/stack";
import { failure, integration } from "../support/api";

function listenerOf(balancer: Lb, port: number): LbListener {
  const defaultAction = [{ type: "fixed-response" }];
  return new LbListener(balancer, `Listener${port}`, { loadBalancerArn: balancer.arn, port, defaultAction });
}

const balancerIn = (stack: Stack, id = "Balancer") => new Lb(stack, id, { internal: true });

describe("Api load-balancer routes", () => {
  test("forward to the listener through a VPC link", () => {
    const stack = testStack();
    const albListener = listenerOf(balancerIn(stack), 80);
    new Api(stack, "Api", { routes: { "GET /": { type: "alb", cdk: { albListener } } } });
    expect(integration(stack, "GET /")).toEqual({
      api_id: expect.stringMatching(/aws_apigatewayv2_api/),
      integration_type: "HTTP_PROXY",
      integration_method: "ANY",
      integration_uri: expect.stringMatching(/^\$\{aws_lb_listener\.\w+\.arn\}$/),
      connection_type: "VPC_LINK",
      connection_id: expect.stringMatching(/^\$\{aws_apigatewayv2_vpc_link\.\w+\.id\}$/),
      payload_format_version: "1.0",
    });
  });

  test("the VPC link is in the load balancer's subnets, without security groups", () => {
    const stack = testStack();
    const nlbListener = listenerOf(balancerIn(stack), 80);
    new Api(stack, "Api", { routes: { "GET /": { type: "nlb", cdk: { nlbListener } } } });
    expect(Object.values(dataSources(stack, "aws_lb"))).toEqual([{ arn: "${aws_lb.Balancer.arn}" }]);
    expect(only(stack, "aws_apigatewayv2_vpc_link")).toEqual({
      name: "dev-notes-Api-VpcLink_Balancer",
      subnet_ids: expect.stringMatching(/^\$\{tolist\(data\.aws_lb\.\w+\.subnets\)\}$/),
      security_group_ids: [],
    });
  });

  test("listeners of one load balancer share a link, two load balancers do not", () => {
    const stack = testStack();
    const [first, second] = [balancerIn(stack), balancerIn(stack, "Second")];
    const to = (albListener: LbListener): ApiRouteProps => ({ type: "alb", cdk: { albListener } });
    new Api(stack, "Api", {
      routes: {
        "GET /a": to(listenerOf(first, 80)),
        "GET /b": to(listenerOf(first, 81)),
        "GET /c": to(listenerOf(second, 80)),
      },
    });
    expect(Object.keys(resources(stack, "aws_apigatewayv2_vpc_link"))).toHaveLength(2);
  });

  test("the link of a listener's data source follows the data source", () => {
    const stack = testStack();
    const albListener = new DataAwsLbListener(stack, "There", {
      arn: "arn:aws:elasticloadbalancing:us-east-1:123456789012:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
    });
    new Api(stack, "Api", { routes: { "GET /": { type: "alb", cdk: { albListener } } } });
    expect(Object.values(dataSources(stack, "aws_lb"))).toEqual([
      { arn: "${data.aws_lb_listener.There.load_balancer_arn}" },
    ]);
  });

  test("a given link, a method and a TLS host name are used", () => {
    const stack = testStack();
    const vpcLink = new Apigatewayv2VpcLink(stack, "Link", {
      name: "l",
      subnetIds: ["a"],
      securityGroupIds: [],
    });
    const cdk = {
      albListener: listenerOf(balancerIn(stack), 443),
      integration: { vpcLink, method: "POST", secureServerName: "notes.internal" },
    };
    new Api(stack, "Api", { routes: { "GET /": { type: "alb", cdk } } });
    expect(integration(stack, "GET /")).toMatchObject({
      connection_id: "${aws_apigatewayv2_vpc_link.Link.id}",
      integration_method: "POST",
      tls_config: { server_name_to_verify: "notes.internal" },
    });
    expect(dataSources(stack, "aws_lb")).toEqual({});
  });

  test("addresses do not change with the order of routes", () => {
    const all = (...keys: string[]) => {
      const stack = testStack();
      const albListener = listenerOf(balancerIn(stack), 80);
      new Api(stack, "Api", {
        routes: Object.fromEntries(keys.map((key) => [key, { type: "alb", cdk: { albListener } } as const])),
      });
      return addresses(stack);
    };
    expect(all("GET /b", "GET /a")).toEqual(all("GET /a", "GET /b"));
  });

  test.each([
    ["alb without its listener", { type: "alb" }, ".cdk.albListener", /albListener: listener/],
    ["nlb without its listener", { type: "nlb", cdk: {} }, ".cdk.nlbListener", /nlbListener: listener/],
    ["a listener that is text", { type: "alb", cdk: { albListener: "x" } }, ".cdk.albListener", /"x"|x/],
    [
      "the other kind's listener",
      { type: "alb", cdk: { nlbListener: "x" } },
      ".cdk",
      /"nlbListener".*"albListener"/s,
    ],
  ])("refuse %s", (_, route, prop, message) => {
    const routes = { "GET /": route as unknown as ApiRouteProps };
    const error = failure(() => new Api(testStack(), "Api", { routes }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `routes["GET /"]${prop}` });
    expect(error.message).toMatch(message);
  });

  test.each([
    [{ integrationUri: "x" }, "", /"integrationUri"/],
    [{ apiId: "x" }, "", /"apiId"/],
    [{ vpcLink: { id: "x" } }, ".vpcLink", /Apigatewayv2VpcLink/],
    [{ secureServerName: "" }, ".secureServerName", /""/],
  ])("refuse the integration %j", (integrationProps, prop, message) => {
    const stack = testStack();
    const cdk = { albListener: listenerOf(balancerIn(stack), 80), integration: integrationProps };
    const routes = { "GET /": { type: "alb", cdk } as unknown as ApiRouteProps };
    const error = failure(() => new Api(stack, "Api", { routes }));
    expect(error.prop).toBe(`routes["GET /"].cdk.integration${prop}`);
    expect(error.message).toMatch(message);
  });
});
