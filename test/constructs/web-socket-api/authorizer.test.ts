import { Apigatewayv2Authorizer } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type {
  WebSocketApiFunctionAuthorizer,
  WebSocketApiProps,
} from "../../../lib/constructs/web-socket-api";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { inlineActions, only, resources, testApp, testStack } from "../../support/stack";
import { failure, invocations, routes } from "../api/support/api";
import { apps, chat, handler, problemsOf } from "./support";

const all = { $connect: handler, $disconnect: handler, send: handler };

/** An API whose authorizer is a function of its stack. */
function authorized(props: Partial<WebSocketApiFunctionAuthorizer> = {}, stack = testStack()) {
  const fn = new Function(stack, "Check", { handler });
  return { fn, ...chat({ authorizer: { type: "fn", function: fn, ...props }, routes: all }, stack) };
}

const types = (stack: Stack) =>
  Object.fromEntries(Object.entries(routes(stack)).map(([key, route]) => [key, route.authorization_type]));

describe("the authorizer of a WebSocketApi", () => {
  test.each([
    [undefined, "NONE"],
    ["none", "NONE"],
    ["iam", "AWS_IAM"],
  ] as const)("%p applies to $connect only", (authorizer, type) => {
    const { stack } = chat({ authorizer, routes: all });
    expect(types(stack)).toEqual({ $connect: type, $disconnect: "NONE", send: "NONE" });
    expect(resources(stack, "aws_apigatewayv2_authorizer")).toEqual({});
  });

  test("of the type fn asks a function", () => {
    const { stack } = authorized();
    expect(only(stack, "aws_apigatewayv2_authorizer")).toEqual({
      api_id: expect.stringMatching(/^\$\{aws_apigatewayv2_api\..+\.id\}$/),
      authorizer_type: "REQUEST",
      authorizer_uri: expect.stringMatching(/^\$\{aws_lambda_function\.Check_.+\.invoke_arn\}$/),
      identity_sources: ["route.request.header.Authorization"],
      name: "WebSocketAuthorizer",
    });
    expect(types(stack)).toEqual({ $connect: "CUSTOM", $disconnect: "NONE", send: "NONE" });
    const ids = Object.values(routes(stack)).filter((route) => "authorizer_id" in route);
    expect(ids).toEqual([expect.objectContaining({ route_key: "$connect" })]);
  });

  test("has the name and the identity sources that are given", () => {
    const identitySource = ["route.request.querystring.token", "route.request.header.Origin"];
    expect(
      only(authorized({ name: "Door", identitySource }).stack, "aws_apigatewayv2_authorizer"),
    ).toMatchObject({
      name: "Door",
      identity_sources: identitySource,
    });
  });

  test("may look at no identity source", () => {
    const { stack } = authorized({ identitySource: [] });
    expect(only(stack, "aws_apigatewayv2_authorizer")).not.toHaveProperty("identity_sources");
  });

  test("may ask its function, and only that authorizer may", () => {
    const { stack } = authorized();
    const [source] = invocations(stack).filter((each) => each.startsWith("/authorizers"));
    expect(source).toMatch(/^\/authorizers\/\$\{aws_apigatewayv2_authorizer\.\w+\.id\}$/);
    expect(invocations(stack)).toHaveLength(4);
  });

  test("may not write to clients", () => {
    const { stack } = authorized();
    expect(inlineActions(stack, "Check_")).not.toContain("execute-api:ManageConnections");
    expect(inlineActions(stack, "send")).toContain("execute-api:ManageConnections");
  });

  test("may be in another stack, which does not wait for the API's stack", () => {
    const { app, main, other } = apps();
    const fn = new Function(other, "Check", { handler });
    chat({ authorizer: { type: "fn", function: fn }, routes: all }, main);
    expect(problemsOf(app)).toEqual([]);
    expect([main.dependencies, other.dependencies]).toEqual([[other], []]);
    expect(resources(other, "aws_lambda_permission")).toEqual({});
  });

  test("may exist already", () => {
    const stack = testStack();
    const given = { apiId: "a", name: "Given", authorizerType: "REQUEST" };
    const authorizer = new Apigatewayv2Authorizer(stack, "Given", given);
    chat({ authorizer: { type: "fn", cdk: { authorizer } }, routes: all }, stack);
    expect(only(stack, "aws_apigatewayv2_authorizer").name).toBe("Given");
    expect(routes(stack).$connect?.authorizer_id).toBe("${aws_apigatewayv2_authorizer.Given.id}");
  });

  test("takes keys of the provider", () => {
    const { stack } = authorized({ cdk: { authorizer: { name: "Mine" } } });
    expect(only(stack, "aws_apigatewayv2_authorizer")).toMatchObject({
      name: "Mine",
      authorizer_type: "REQUEST",
    });
  });

  test("may be named by its address alone", () => {
    const authorizerUri = "arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/f/invocations";
    const { stack } = chat({
      authorizer: { type: "fn", cdk: { authorizer: { authorizerUri } } },
      routes: all,
    });
    expect(only(stack, "aws_apigatewayv2_authorizer").authorizer_uri).toBe(authorizerUri);
    expect(invocations(stack)).toHaveLength(3);
  });

  test.each(["iam", "fn"] as const)(
    "%s without the route $connect is refused when the app is finished",
    (type) => {
      const app = testApp();
      const stack = new Stack(app, "Main");
      const fn = new Function(stack, "Check", { handler });
      const authorizer = type === "iam" ? type : { type, function: fn };
      chat({ authorizer, routes: { send: handler }, accessLog: false }, stack);
      expect(failure(() => app.synth())).toMatchObject({
        code: "authorizer-without-connect",
        prop: "authorizer",
        path: "dev-notes-Main/Chat",
      });
    },
  );

  test("may get its route $connect later", () => {
    const { app, main } = apps();
    const { api } = chat({ authorizer: "iam", routes: { send: handler } }, main);
    api.addRoutes(main, { $connect: handler });
    expect(problemsOf(app)).toEqual([]);
  });
});

describe("the authorizer of a WebSocketApi is refused", () => {
  const fn = (stack: Stack) => new Function(stack, "Check", { handler });

  test.each<[string, (stack: Stack) => unknown, string, string, RegExp]>([
    ["as a name", () => "jwt", "authorizer", "prop-invalid", /"jwt".*"none", "iam"/s],
    ["as a function", fn, "authorizer", "prop-invalid", /type: "fn", function/],
    ["of another type", () => ({ type: "jtw" }), "authorizer.type", "literal-unknown", /"jtw".*"jwt"/s],
    [
      "without function",
      () => ({ type: "fn" }),
      "authorizer.function",
      "authorizer-part-missing",
      /new Function/,
    ],
    [
      "with keys but neither function nor address",
      () => ({ type: "fn", cdk: { authorizer: { name: "x" } } }),
      "authorizer.function",
      "authorizer-part-missing",
      /cdk\.authorizer/,
    ],
    [
      "with the path of a handler",
      () => ({ type: "fn", function: handler }),
      "authorizer.function",
      "prop-invalid",
      /functions\/notes\.get.*new Function/s,
    ],
    [
      "with an unknown key",
      (stack) => ({ type: "fn", function: fn(stack), resultsCacheTtl: "1 minute" }),
      "authorizer",
      "key-unknown",
      /resultsCacheTtl/,
    ],
    [
      "with an identity source of HTTP APIs",
      (stack) => ({ type: "fn", function: fn(stack), identitySource: ["$request.header.Authorization"] }),
      "authorizer.identitySource",
      "prop-invalid",
      /\$request\.header\.Authorization.*route\.request\.header/s,
    ],
    [
      "with an identity source without a name",
      (stack) => ({ type: "fn", function: fn(stack), identitySource: ["route.request.header."] }),
      "authorizer.identitySource",
      "prop-invalid",
      /route\.request\.header/,
    ],
    [
      "with an identity source in the body",
      (stack) => ({ type: "fn", function: fn(stack), identitySource: ["route.request.body.token"] }),
      "authorizer.identitySource",
      "prop-invalid",
      /route\.request\.header/,
    ],
    [
      "with a text as list",
      (stack) => ({ type: "fn", function: fn(stack), identitySource: "route.request.header.A" }),
      "authorizer.identitySource",
      "prop-invalid",
      /an array/,
    ],
    [
      "with another object",
      (stack) => ({ type: "fn", cdk: { authorizer: new SqsQueue(stack, "Queue") } }),
      "authorizer.cdk.authorizer",
      "import-wrong-type",
      /aws_sqs_queue.*aws_apigatewayv2_authorizer/s,
    ],
    [
      "with a cache",
      (stack) => ({
        type: "fn",
        function: fn(stack),
        cdk: { authorizer: { authorizerResultTtlInSeconds: 1 } },
      }),
      "authorizer.cdk.authorizer",
      "key-rejected",
      /not cached/,
    ],
  ])("%s", (_, make, prop, code, message) => {
    const stack = testStack();
    const authorizer = make(stack) as WebSocketApiProps["authorizer"];
    const error = failure(() => chat({ authorizer }, stack));
    expect(error).toMatchObject({ path: "dev-notes-Main/Chat", prop, code });
    expect(error.message).toMatch(message);
    expect(stack.node.findChild("Chat").node.children).toEqual([]);
  });
});
