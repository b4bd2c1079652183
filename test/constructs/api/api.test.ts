import * as fs from "node:fs";
import * as path from "node:path";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Lb } from "@cdktf/provider-aws/lib/lb";
import { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import { Api } from "../../../lib/constructs/api";
import { resolveValue } from "../../../lib/kit/core";
import { Function } from "../../../lib/kit/function";
import { checkOutput } from "../../support/reference-check";
import { addresses, only, synthesized, testStack } from "../../support/stack";
import { statements } from "./support/api";

const handler = "functions/notes.get";

/** An API with a route of every kind. */
function representative() {
  const stack = testStack({ account: "123456789012" });
  const balancer = new Lb(stack, "Balancer", { internal: true });
  const defaultAction = [{ type: "fixed-response" }];
  const listener = new LbListener(stack, "Listener", {
    loadBalancerArn: balancer.arn,
    defaultAction,
  });
  const there = new LambdaFunction(stack, "There", {
    functionName: "there",
    role: "r",
  });
  const api = new Api(stack, "Api", {
    authorizers: {
      pool: { type: "user_pool", userPool: { id: "us-east-1_pool" } },
      staff: {
        type: "fn",
        function: new Function(stack, "Staff", { handler }),
      },
    },
    cdk: { httpStages: [{ name: "beta" }] },
    routes: {
      "GET /notes/{id}": handler,
      "GET /there": { cdk: { function: there } },
      "POST /graphql": { type: "graphql", function: handler },
      "ANY /web": { type: "url", url: "https://example.com" },
      "ANY /alb": { type: "alb", cdk: { albListener: listener } },
      "ANY /nlb": { type: "nlb", cdk: { nlbListener: listener } },
      "POST /events": {
        type: "cloud",
        cdk: {
          integration: {
            subtype: "EventBridge-PutEvents",
            parameterMapping: {
              Detail: "$request.body",
              DetailType: "a",
              Source: "b",
            },
          },
        },
      },
    },
  });
  return { stack, api };
}

describe("Api", () => {
  test("makes these resources", () => {
    const { stack } = representative();
    const others = /\.(Balancer|Listener|There|Staff_\w+|_code_.*)$/;
    const own = addresses(stack).filter((address) => !others.test(address));
    expect(own.map((address) => address.replace(/_[0-9A-F]{8}$/, ""))).toMatchInlineSnapshot(`
      [
        "aws_apigatewayv2_api.Api",
        "aws_apigatewayv2_authorizer.Api_Authorizer_pool_Authorizer",
        "aws_apigatewayv2_authorizer.Api_Authorizer_staff_Authorizer",
        "aws_apigatewayv2_integration.Api_Integration_ANY_--alb",
        "aws_apigatewayv2_integration.Api_Integration_ANY_--nlb",
        "aws_apigatewayv2_integration.Api_Integration_ANY_--web",
        "aws_apigatewayv2_integration.Api_Integration_GET_--notes--var",
        "aws_apigatewayv2_integration.Api_Integration_GET_--there",
        "aws_apigatewayv2_integration.Api_Integration_POST_--events",
        "aws_apigatewayv2_integration.Api_Integration_POST_--graphql",
        "aws_apigatewayv2_route.Api_Route_ANY_--alb",
        "aws_apigatewayv2_route.Api_Route_ANY_--nlb",
        "aws_apigatewayv2_route.Api_Route_ANY_--web",
        "aws_apigatewayv2_route.Api_Route_GET_--notes--var",
        "aws_apigatewayv2_route.Api_Route_GET_--there",
        "aws_apigatewayv2_route.Api_Route_POST_--events",
        "aws_apigatewayv2_route.Api_Route_POST_--graphql",
        "aws_apigatewayv2_stage.Api_DefaultStage",
        "aws_apigatewayv2_stage.Api_Stage_beta_Stage",
        "aws_apigatewayv2_vpc_link.Api_VpcLink_Balancer_VpcLink",
        "aws_cloudwatch_log_group.Api_DefaultStage_LogGroup",
        "aws_cloudwatch_log_group.Api_Lambda_GET_--notes--id_LogGroup",
        "aws_cloudwatch_log_group.Api_Lambda_POST_--graphql_LogGroup",
        "aws_cloudwatch_log_group.Api_Stage_beta_LogGroup",
        "aws_cognito_user_pool_client.Api_Authorizer_pool_Client",
        "aws_iam_role.Api_Lambda_GET_--notes--id_Role",
        "aws_iam_role.Api_Lambda_POST_--graphql_Role",
        "aws_iam_role.Api_Role_POST_--events_Role",
        "aws_iam_role_policy.Api_Lambda_GET_--notes--id_Policies_Base",
        "aws_iam_role_policy.Api_Lambda_POST_--graphql_Policies_Base",
        "aws_iam_role_policy.Api_Role_POST_--events_Policy",
        "aws_lambda_function.Api_Lambda_GET_--notes--id_Function",
        "aws_lambda_function.Api_Lambda_POST_--graphql_Function",
        "aws_lambda_permission.Api_Authorizer_staff_Permission",
        "aws_lambda_permission.Api_Permission_GET_--notes--id",
        "aws_lambda_permission.Api_Permission_GET_--there",
        "aws_lambda_permission.Api_Permission_POST_--graphql",
        "data.aws_lb.Api_VpcLink_Balancer_LoadBalancer",
        "terraform_data.uses",
      ]
    `);
  });

  test("is called after app and stage", () => {
    expect(only(representative().stack, "aws_apigatewayv2_api")).toMatchObject({
      name: "dev-notes-Api",
      protocol_type: "HTTP",
    });
  });

  test("without props is an API with a default stage", () => {
    const stack = testStack();
    const api = new Api(stack, "Api");
    expect(Object.keys(synthesized(stack).resource).sort()).toEqual([
      "aws_apigatewayv2_api",
      "aws_apigatewayv2_stage",
      "aws_cloudwatch_log_group",
    ]);
    expect(api.routes).toEqual([]);
  });

  test("returns its id, address and ARN", () => {
    const { stack, api } = representative();
    const { id, url, httpApiId, httpApiArn } = api;
    expect(resolveValue(stack, { id, url, httpApiId, httpApiArn })).toEqual({
      id: "Api",
      url: expect.stringMatching(/^\$\{aws_apigatewayv2_api\.Api_\w+\.api_endpoint\}$/),
      httpApiId: expect.stringMatching(/^\$\{aws_apigatewayv2_api\.Api_\w+\.id\}$/),
      httpApiArn: expect.stringMatching(
        /^arn:aws:apigateway:us-east-1::\/apis\/\$\{aws_apigatewayv2_api\.Api_\w+\.id\}$/,
      ),
    });
    expect(api.cdk.httpApi.terraformResourceType).toBe("aws_apigatewayv2_api");
  });

  test.each([
    ["cn-north-1", "aws-cn"],
    ["us-gov-west-1", "aws-us-gov"],
  ])("has in %s an ARN of the partition %s", (region, partition) => {
    const { httpApiArn } = new Api(testStack({ region }), "Api");
    expect(httpApiArn.startsWith(`arn:${partition}:apigateway:${region}::/apis/`)).toBe(true);
  });

  test("binds as its address", () => {
    const stack = testStack();
    const api = new Api(stack, "my-api");
    new Function(stack, "Reader", { handler, bind: [api] });
    expect(only(stack, "aws_lambda_function").environment).toMatchObject({
      variables: {
        SERVERFORM_Api_url_my_api: expect.stringMatching(/\.api_endpoint\}$/),
      },
    });
    expect(JSON.stringify(synthesized(stack))).not.toContain("execute-api:Invoke");
  });

  test("binds as its own domain where it has one", () => {
    const stack = testStack();
    const api = new Api(stack, "Api", { customDomain: "api.example.com" });
    new Function(stack, "Reader", { handler, bind: [api] });
    expect(only(stack, "aws_lambda_function").environment).toMatchObject({
      variables: { SERVERFORM_Api_url_Api: "https://api.example.com" },
    });
  });

  test("may be called by the permitted services", () => {
    const stack = testStack({ account: "123456789012" });
    new Function(stack, "Caller", {
      handler,
      permissions: [new Api(stack, "Api")],
    });
    const all = statements(only(stack, "aws_iam_role_policy").policy);
    expect(all.find((each) => each.Action === "execute-api:Invoke")?.Resource).toMatch(
      /^arn:aws:execute-api:us-east-1:123456789012:\$\{aws_apigatewayv2_api\.\w+\.id\}\/\*$/,
    );
  });
});

describe("the metadata of an Api", () => {
  test("lists every kind of route", () => {
    const { stack, api } = representative();
    stack.app.synth();
    const problems = checkOutput(stack.app.outdir);
    expect(problems).toEqual([]);
    const entries = JSON.parse(fs.readFileSync(path.join(stack.app.outdir, "serverform.json"), "utf8"));
    const fn = { node: expect.stringMatching(/^c8/), stack: "dev-notes-Main" };
    expect(entries.find(({ type }: { type: string }) => type === "Api")).toEqual({
      id: "Api",
      addr: api.node.addr,
      stack: "dev-notes-Main",
      type: "Api",
      data: {
        graphql: false,
        url: expect.stringMatching(/^\$\{aws_apigatewayv2_api\.\w+\.api_endpoint\}$/),
        httpApiId: expect.stringMatching(/^\$\{aws_apigatewayv2_api\.\w+\.id\}$/),
        routes: [
          { type: "function", route: "GET /notes/{id}", fn },
          { type: "lambda_function", route: "GET /there" },
          { type: "graphql", route: "POST /graphql", fn },
          { type: "url", route: "ANY /web" },
          { type: "alb", route: "ANY /alb" },
          { type: "nlb", route: "ANY /nlb" },
          { type: "cloud", route: "POST /events" },
        ],
      },
    });
  });

  test("has the address of its own domain", () => {
    const api = new Api(testStack(), "Api", {
      customDomain: "api.example.com",
    });
    expect(api.getConstructMetadata().data.customDomainUrl).toBe("https://api.example.com");
  });
});

test("two routes that would share an address are refused, with both keys", () => {
  const routes = {
    "GET /a/b": "functions/notes.get",
    "GET /a--b": "functions/notes.get",
  };
  expect(() => new Api(testStack(), "Api", { routes })).toThrow(
    /dev-notes-Main\/Api: routes\["GET \/a--b"\] .*"GET \/a\/b"[\s\S]*route-address-taken/,
  );
});

test("a route of a WebSocket API is refused with the place where it belongs", () => {
  expect(
    () =>
      new Api(testStack(), "Api", {
        routes: { $connect: "functions/notes.get" },
      }),
  ).toThrow(/routes\["\$connect"\][\s\S]*\$connect and \$disconnect are routes of WebSocketApi/);
});
