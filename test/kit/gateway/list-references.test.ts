import { Fn, TerraformVariable, Token } from "cdktf";
import { Api, type ApiProps } from "../../../lib/constructs/api";
import { EventBus } from "../../../lib/constructs/event-bus";
import { Queue } from "../../../lib/constructs/queue";
import { RestV1Api, type RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import { Topic } from "../../../lib/constructs/topic";
import { WebSocketApi } from "../../../lib/constructs/web-socket-api";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { failure } from "../../constructs/api/support/api";
import { only, resources, synthesized, testStack } from "../../support/stack";

const h = "functions/notes.get";
const issuer = "https://login.example.com";
const list = () => Token.asList("${var.x}");
const withVariable = (): Stack => {
  const stack = testStack();
  stack.addOverride("variable.x", { type: "list(string)" });
  return stack;
};
const check = (stack: Stack) => new Function(stack, "Check", { handler: h });
const authorizer = (of: (stack: Stack) => object) => (stack: Stack) =>
  new Api(stack, "Api", { authorizers: { a: of(stack) } as ApiProps["authorizers"] });
const restAuthorizer = (of: (stack: Stack) => object) => (stack: Stack) =>
  new RestV1Api(stack, "Api", { authorizers: { a: of(stack) } as RestV1ApiProps["authorizers"] });

describe("a list that is known only at deployment", () => {
  test.each<[string, (stack: Stack) => unknown, string, object]>([
    [
      "cors of Api",
      (stack) =>
        new Api(stack, "Api", {
          cors: { allowOrigins: list(), allowHeaders: list(), allowMethods: list() as never },
        }),
      "aws_apigatewayv2_api",
      {
        cors_configuration: {
          allow_origins: "${var.x}",
          allow_headers: "${var.x}",
          allow_methods: "${var.x}",
        },
      },
    ],
    [
      "audience and identitySource of jwt",
      authorizer(() => ({ type: "jwt", jwt: { issuer, audience: list() }, identitySource: list() })),
      "aws_apigatewayv2_authorizer",
      { identity_sources: "${var.x}", jwt_configuration: { audience: "${var.x}" } },
    ],
    [
      "clientIds of user_pool",
      authorizer(() => ({ type: "user_pool", userPool: { id: "us-east-1_a", clientIds: list() } })),
      "aws_apigatewayv2_authorizer",
      { jwt_configuration: { audience: "${var.x}" } },
    ],
    [
      "identitySource of fn",
      authorizer((stack) => ({
        type: "fn",
        function: check(stack),
        identitySource: list(),
        resultsCacheTtl: "1 minute",
      })),
      "aws_apigatewayv2_authorizer",
      { identity_sources: "${var.x}" },
    ],
    [
      "userPoolIds of user_pools",
      restAuthorizer(() => ({ type: "user_pools", userPoolIds: list() })),
      "aws_api_gateway_authorizer",
      { provider_arns: expect.stringMatching(/^\$\{formatlist\("arn:.*:userpool\/%s", var\.x\)\}$/) },
    ],
    [
      "identitySources of fn_request",
      restAuthorizer((stack) => ({ type: "fn_request", function: check(stack), identitySources: list() })),
      "aws_api_gateway_authorizer",
      { identity_source: '${join(",", var.x)}' },
    ],
    [
      "identitySource of WebSocketApi",
      (stack) =>
        new WebSocketApi(stack, "Api", {
          authorizer: { type: "fn", function: check(stack), identitySource: list() },
          routes: { $connect: h },
        }),
      "aws_apigatewayv2_authorizer",
      { identity_sources: "${var.x}" },
    ],
    [
      "authorizationScopes",
      (stack) =>
        new Api(stack, "Api", {
          authorizers: { a: { type: "jwt", jwt: { issuer, audience: ["b"] } } },
          routes: { "GET /": { function: h, authorizer: "a", authorizationScopes: list() } },
        }),
      "aws_apigatewayv2_route",
      { authorization_scopes: "${var.x}" },
    ],
  ])("is accepted: %s", (_, create, type, expected) => {
    const stack = withVariable();
    create(stack);
    expect(only(stack, type)).toMatchObject(expected);
  });

  test("is accepted as origins of preflight responses, which then choose among them", () => {
    const stack = withVariable();
    const defaultCorsPreflightOptions = { allowOrigins: list(), allowHeaders: list() };
    new RestV1Api(stack, "Api", { cdk: { restApi: { defaultCorsPreflightOptions } } });
    const answer = only(stack, "aws_api_gateway_integration_response");
    expect(answer.response_parameters).toMatchObject({
      "method.response.header.Access-Control-Allow-Origin": "'${element(var.x, 0)}'",
      "method.response.header.Access-Control-Allow-Headers": "'${join(\",\", var.x)}'",
    });
    const { "application/json": template } = answer.response_templates as Record<string, string>;
    expect(template).toContain('#if(${join(" || ", formatlist("$origin == \\"%s\\"", var.x))})');
  });

  test.each<[string, (stack: Stack) => unknown, string]>([
    [
      "httpStages",
      (stack) => new Api(stack, "A", { cdk: { httpStages: list() as never } }),
      "cdk.httpStages",
    ],
    [
      "responseTypes",
      authorizer((stack) => ({ type: "fn", function: check(stack), responseTypes: list() })),
      'authorizers["a"].responseTypes',
    ],
    [
      "apiStages",
      (stack) => new RestV1Api(stack, "A").cdk.restApi.addUsagePlan("P", { apiStages: list() as never }),
      'cdk.restApi.addUsagePlan("P").apiStages',
    ],
    [
      "filters",
      (stack) => new Queue(stack, "Q", { consumer: { function: h, filters: list() as never } }),
      "consumer.filters",
    ],
    ["bind", (stack) => new Function(stack, "F", { handler: h, bind: list() as never }), "bind"],
  ])("is refused where the library needs the items: %s", (_, create, prop) => {
    expect(failure(() => create(withVariable()))).toMatchObject({ code: "list-unknown", prop });
  });

  test.each<[string, (stack: Stack) => unknown, string]>([
    [
      "a pattern",
      (stack) =>
        new EventBus(stack, "B", { rules: { r: { pattern: { source: list() }, targets: { t: h } } } }),
      'rules["r"].pattern.source',
    ],
    [
      "a filter",
      (stack) => new Queue(stack, "Q", { consumer: { function: h, filters: [{ body: { a: list() } }] } }),
      "consumer.filters[0].body.a",
    ],
    [
      "a filter policy",
      (stack) =>
        new Topic(stack, "T", {
          subscribers: { s: { function: h, cdk: { subscription: { filterPolicy: { a: list() } } } } },
        }),
      'subscribers["s"].cdk.subscription.filterPolicy.a',
    ],
  ])("is refused in %s", (_, create, prop) => {
    expect(failure(() => create(withVariable()))).toMatchObject({ code: "json-reference", prop });
  });

  test("is refused together with items", () => {
    const cors = { allowOrigins: [...list(), "https://a.b"] };
    expect(failure(() => new Api(withVariable(), "A", { cors }))).toMatchObject({
      code: "list-mixed",
      prop: "cors.allowOrigins",
    });
    const stack = testStack();
    const given = new TerraformVariable(stack, "x", { type: "list(string)" });
    const joined = Token.asList(Fn.concat([given.listValue, ["https://a.b"]]));
    new Api(stack, "A", { cors: { allowOrigins: joined } });
    expect(JSON.stringify(synthesized(stack))).not.toContain("TfToken");
    expect(Object.keys(resources(stack, "aws_apigatewayv2_api"))).toHaveLength(1);
  });
});
