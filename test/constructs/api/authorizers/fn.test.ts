import { Apigatewayv2Authorizer } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { Api, type ApiFunctionAuthorizer } from "../../../../lib/constructs/api";
import { Stack } from "../../../../lib/kit/app";
import { Function } from "../../../../lib/kit/function";
import { only, resources, testApp, testStack } from "../../../support/stack";
import { failure, routes } from "../support/api";

const handler = "functions/notes.get";

function apiWith(authorizer: Omit<ApiFunctionAuthorizer, "type">, stack = testStack()) {
  const fn = new Function(stack, "Staff", { handler });
  new Api(stack, "Api", {
    authorizers: { staff: { type: "fn", function: fn, ...authorizer } },
    routes: { "GET /": { type: "url", url: "https://a.b", authorizer: "staff" } },
  });
  return stack;
}

describe("Api fn authorizers", () => {
  test("ask the function for each request", () => {
    const stack = apiWith({});
    expect(only(stack, "aws_apigatewayv2_authorizer")).toEqual({
      api_id: expect.stringMatching(/aws_apigatewayv2_api/),
      name: "staff",
      authorizer_type: "REQUEST",
      authorizer_uri: expect.stringMatching(/^\$\{aws_lambda_function\.Staff_\w+\.invoke_arn\}$/),
      authorizer_payload_format_version: "1.0",
      authorizer_result_ttl_in_seconds: 0,
      identity_sources: ["$request.header.Authorization"],
    });
    expect(routes(stack)["GET /"]?.authorization_type).toBe("CUSTOM");
  });

  test("let only this authorizer invoke the function", () => {
    const permission = only(apiWith({}), "aws_lambda_permission");
    expect(permission).toMatchObject({
      action: "lambda:InvokeFunction",
      principal: "apigateway.amazonaws.com",
      function_name: expect.stringMatching(/^\$\{aws_lambda_function\.Staff_\w+\.function_name\}$/),
    });
    expect(permission.source_arn).toMatch(
      /^\$\{aws_apigatewayv2_api\.\w+\.execution_arn\}\/authorizers\/\$\{aws_apigatewayv2_authorizer\.\w+\.id\}$/,
    );
  });

  test.each([[["simple"]], [["iam", "simple"]]] as const)("%j answers in format 2.0", (responseTypes) => {
    expect(only(apiWith({ responseTypes }), "aws_apigatewayv2_authorizer")).toMatchObject({
      authorizer_payload_format_version: "2.0",
      enable_simple_responses: true,
    });
  });

  test.each([
    ["1 hour", 3600],
    ["0 seconds", 0],
  ] as const)("an answer is reused for %s", (resultsCacheTtl, seconds) => {
    const authorizer = only(apiWith({ resultsCacheTtl }), "aws_apigatewayv2_authorizer");
    expect(authorizer.authorizer_result_ttl_in_seconds).toBe(seconds);
  });

  test("may identify callers by nothing", () => {
    const authorizer = only(apiWith({ identitySource: [] }), "aws_apigatewayv2_authorizer");
    expect(authorizer).not.toHaveProperty("identity_sources");
  });

  test("the permission is in the API's stack if the function is in another one", () => {
    const app = testApp();
    const [owner, main] = [new Stack(app, "Owner"), new Stack(app, "Main")];
    const fn = new Function(owner, "Staff", { handler });
    new Api(main, "Api", { authorizers: { staff: { type: "fn", function: fn } } });
    expect(Object.keys(resources(main, "aws_lambda_permission"))).toHaveLength(1);
    expect(resources(owner, "aws_lambda_permission")).toEqual({});
    expect([owner.dependencies, main.dependencies]).toEqual([[], [owner]]);
  });

  test("an existing authorizer gets no permission", () => {
    const stack = testStack();
    const there = new Apigatewayv2Authorizer(stack, "There", {
      apiId: "a",
      name: "b",
      authorizerType: "REQUEST",
    });
    apiWith({ function: undefined, cdk: { authorizer: there } }, stack);
    expect(routes(stack)["GET /"]).toMatchObject({
      authorization_type: "CUSTOM",
      authorizer_id: "${aws_apigatewayv2_authorizer.There.id}",
    });
    expect(resources(stack, "aws_lambda_permission")).toEqual({});
  });

  test("a config in place of the function keeps the other props", () => {
    const authorizer = { authorizerUri: "arn:aws:apigateway:x" };
    const stack = apiWith({
      function: undefined,
      responseTypes: ["simple"],
      resultsCacheTtl: "1 minute",
      cdk: { authorizer },
    });
    expect(only(stack, "aws_apigatewayv2_authorizer")).toMatchObject({
      authorizer_uri: "arn:aws:apigateway:x",
      authorizer_payload_format_version: "2.0",
      authorizer_result_ttl_in_seconds: 60,
    });
  });

  test.each([
    ["no function", { function: undefined }, ".function", /is missing.*new Function/s],
    ["a handler", { function: handler }, ".function", /"functions\/notes\.get".*new Function/s],
    [
      "an unknown response type",
      { responseTypes: ["simpel"] },
      ".responseTypes",
      /"simpel".*Did you mean "simple"/s,
    ],
    ["a response type as text", { responseTypes: "simple" }, ".responseTypes", /an array/],
    ["more than an hour", { resultsCacheTtl: "2 hours" }, ".resultsCacheTtl", /"2 hours".*1 hour/s],
    ["no duration", { resultsCacheTtl: "soon" }, ".resultsCacheTtl", /"soon"/],
    [
      "a cache without identity",
      { resultsCacheTtl: "1 hour", identitySource: [] },
      ".resultsCacheTtl",
      /identitySource/,
    ],
  ])("refuse %s", (_, authorizer, prop, message) => {
    const error = failure(() => apiWith(authorizer as Omit<ApiFunctionAuthorizer, "type">));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `authorizers["staff"]${prop}` });
    expect(error.message).toMatch(message);
  });
});
