import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Api } from "../../../lib/constructs/api";
import { Config } from "../../../lib/constructs/config";
import type { WebSocketApiProps } from "../../../lib/constructs/web-socket-api";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { inlineActions, inlineStatements, only, resources, testApp, testStack } from "../../support/stack";
import { failure, integration, invocations, routes } from "../api/support/api";
import { chat, handler, problemsOf } from "./support";

const connections = (stack: Stack) =>
  inlineStatements(stack).filter(({ Action }) => Action === "execute-api:ManageConnections");

describe("routes of a WebSocketApi", () => {
  test("are a route, an integration and a permission each", () => {
    const { stack } = chat({ routes: { $connect: handler, send: handler } });
    expect(routes(stack).send).toEqual({
      api_id: expect.stringMatching(/^\$\{aws_apigatewayv2_api\..+\.id\}$/),
      authorization_type: "NONE",
      route_key: "send",
      target: expect.stringMatching(/^integrations\/\$\{aws_apigatewayv2_integration\..+\.id\}$/),
    });
    expect(integration(stack, "send")).toEqual({
      depends_on: [expect.stringMatching(/^aws_lambda_permission\..*Permission_send_/)],
      api_id: expect.stringMatching(/^\$\{aws_apigatewayv2_api\..+\.id\}$/),
      integration_type: "AWS_PROXY",
      integration_uri: expect.stringMatching(/^\$\{aws_lambda_function\..+\.invoke_arn\}$/),
    });
    expect(invocations(stack)).toEqual(["/*/$connect", "/*/send"]);
  });

  test.each<[string, NonNullable<WebSocketApiProps["routes"]>[string]]>([
    ["a handler", handler],
    ["function props", { handler }],
    ["a route of a handler", { function: handler }],
    ["a route with its type", { type: "function", function: { handler } }],
  ])("take %s", (_, send) => {
    const { stack, api } = chat({ defaults: { function: { timeout: 7 } }, routes: { send } });
    expect(only(stack, "aws_lambda_function").timeout).toBe(7);
    expect(api.getFunction("send")?.node.path).toBe("dev-notes-Main/Chat/send");
  });

  test("take a function, for several of them", () => {
    const stack = testStack();
    const fn = new Function(stack, "Shared", { handler });
    const { api } = chat({ routes: { send: fn, leave: { function: fn } } }, stack);
    expect([api.getFunction("send"), api.getFunction("leave")]).toEqual([fn, fn]);
    expect(connections(stack)).toHaveLength(1);
  });

  test.each(["rooms/join", "hello world", "ünï→", "a.b-c_d", "a${b}%{c}", 'q"uote'])(
    "may be called %j",
    (key) => {
      const app = testApp();
      const { stack } = chat({ routes: { [key]: handler } }, new Stack(app, "Main"));
      const literal = key.replace(/[$%]\{/g, (opening) => opening[0] + opening);
      expect(Object.keys(routes(stack))).toEqual([literal]);
      expect(invocations(stack)).toEqual([`/*/${literal}`]);
      expect(problemsOf(app)).toEqual([]);
    },
  );

  test("up to 300 are taken", () => {
    const stack = testStack();
    const fn = new Function(stack, "Shared", { handler });
    const many = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${from + index}`, fn]));
    const { api } = chat({ routes: many(0, 299) }, stack);
    api.addRoutes(stack, many(299, 1));
    const error = failure(() => api.addRoutes(stack, many(300, 1)));
    expect(error).toMatchObject({ path: "dev-notes-Main/Chat", prop: "routes", code: "quota-exceeded" });
    expect(error.message).toMatch(/301.*300/s);
  });
});

describe("functions of a WebSocketApi's routes", () => {
  test("may write to the clients of this stage, and of no other", () => {
    const { stack } = chat({ routes: { send: handler } }, testStack({ account: "123456789012" }));
    expect(connections(stack)).toEqual([
      {
        Effect: "Allow",
        Action: "execute-api:ManageConnections",
        Resource: expect.stringMatching(
          /^arn:aws:execute-api:us-east-1:123456789012:\$\{aws_apigatewayv2_api\..+\.id\}\/dev\/\*\/@connections\/\*$/,
        ),
      },
    ]);
  });

  test("are all reached by bind and attachPermissions, those of before and after", () => {
    const { stack, api } = chat({ routes: { send: handler } });
    api.bind([new Config.Parameter(stack, "HOST", { value: "x" })]);
    api.attachPermissions(["s3:ListAllMyBuckets"]);
    api.addRoutes(api, { leave: handler });
    expect(connections(stack)).toHaveLength(2);
    expect(inlineActions(stack).filter((action) => action === "s3:ListAllMyBuckets")).toHaveLength(2);
    for (const { environment } of Object.values(resources(stack, "aws_lambda_function")))
      expect(environment).toMatchObject({ variables: { SERVERFORM_Parameter_value_HOST: "x" } });
  });

  test("are reached alone by the methods for one route", () => {
    const { stack, api } = chat({ routes: { send: handler, leave: handler } });
    const queue = new SqsQueue(stack, "Queue");
    api.attachPermissionsToRoute(" send", [queue]);
    api.bindToRoute("leave ", [new Config.Parameter(stack, "HOST", { value: "x" })]);
    const withQueue = Object.entries(resources(stack, "aws_iam_role_policy")).filter(([, { policy }]) =>
      String(policy).includes("sqs:"),
    );
    expect(withQueue.map(([name]) => name)).toEqual([expect.stringMatching(/^Chat_send_/)]);
    const bound = Object.entries(resources(stack, "aws_lambda_function")).filter(([, { environment }]) =>
      JSON.stringify(environment).includes("HOST"),
    );
    expect(bound.map(([name]) => name)).toEqual([expect.stringMatching(/^Chat_leave_/)]);
  });

  test.each(["bindToRoute", "attachPermissionsToRoute"] as const)(
    "%s names the routes that exist",
    (method) => {
      const { api } = chat({ routes: { send: handler } });
      const error = failure(() => api[method]("sent", []));
      expect(error).toMatchObject({ path: "dev-notes-Main/Chat", prop: method, code: "part-not-found" });
      expect(error.message).toMatch(/"sent".*"send"/s);
    },
  );
});

describe("a WebSocketApi refuses", () => {
  test.each<[string, object, string, string, RegExp]>([
    [
      "an HTTP route",
      { "GET /notes": handler },
      'routes["GET /notes"]',
      "route-key-http",
      /GET \/notes.*\$connect/s,
    ],
    ["one in small letters", { "get  /": handler }, 'routes["get  /"]', "route-key-http", /get {2}\//],
    [
      "an unknown $ key",
      { $conect: handler },
      'routes["$conect"]',
      "route-key-web-socket",
      /\$conect.*\$connect/s,
    ],
    ["an empty key", { " ": handler }, 'routes[" "]', "route-key-web-socket", /\$default/],
    ["a key twice", { send: handler, " send": handler }, 'routes[" send"]', "route-duplicate", /"send"/],
    [
      "an authorizer of a route",
      { send: { function: handler, authorizer: "iam" } },
      'routes["send"].authorizer',
      "route-authorizer-web-socket",
      /authorized once.*\$connect/s,
    ],
    [
      "an authorizer together with a handler",
      { send: { handler, authorizer: "iam" } },
      'routes["send"].authorizer',
      "route-authorizer-web-socket",
      /\$connect/,
    ],
    [
      "another type",
      { send: { type: "url" } },
      'routes["send"].type',
      "literal-unknown",
      /"url".*"function"/s,
    ],
    ["no function", { send: { type: "function" } }, 'routes["send"].function', "prop-required", /missing/],
    [
      "an unknown key",
      { send: { function: handler, fn: 1 } },
      'routes["send"]',
      "key-unknown",
      /fn.*function/s,
    ],
    ["a number", { send: 3 }, 'routes["send"]', "function-reference-invalid", /3/],
    ["null", { send: null }, 'routes["send"]', "function-reference-invalid", /null/],
  ])("%s", (_, given, prop, code, message) => {
    const error = failure(() => chat({ routes: given as WebSocketApiProps["routes"] }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Chat", prop, code });
    expect(error.message).toMatch(message);
  });

  test.each([
    ["CustomDomain", { CustomDomain: handler }, /"CustomDomain".*dev-notes-Main\/Chat.*another key/s],
    ["Route_send", { send: handler, Route_send: handler }, /"Route_send"/],
    ["Permission_send", { Permission_send: handler, send: handler }, /"Permission_send"/],
    ["a--b", { "a/b": handler, "a--b": handler }, /"a--b".*-- has the same ids/s],
  ])("a key whose id is taken: %s", (_, given, message) => {
    const error = failure(() => chat({ customDomain: "chat.example.com", routes: given }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Chat", code: "route-key-taken" });
    expect(error.message).toMatch(message);
  });

  test("a key whose permission has the id of a function, in a later call too", () => {
    const { api } = chat({ routes: { send: handler } });
    expect(failure(() => api.addRoutes(api, { Permission_send: handler })).code).toBe("route-key-taken");
  });

  test("a function together with defaults.function", () => {
    const stack = testStack();
    const fn = new Function(stack, "Shared", { handler });
    const error = failure(() =>
      chat({ defaults: { function: { timeout: 3 } }, routes: { send: fn } }, stack),
    );
    expect(error).toMatchObject({ prop: 'routes["send"]', code: "defaults-with-function" });
  });

  test("a function of the provider", () => {
    const stack = testStack();
    const fn = new LambdaFunction(stack, "Given", { functionName: "f", role: "arn:aws:iam::1:role/r" });
    const error = failure(() => chat({ routes: { send: fn as never } }, stack));
    expect(error).toMatchObject({ prop: 'routes["send"]', code: "function-provider-object" });
  });
});

test("an Api refuses the keys of a WebSocketApi", () => {
  const error = failure(() => new Api(testStack(), "Api", { routes: { $connect: handler } }));
  expect(error).toMatchObject({ prop: 'routes["$connect"]', code: "route-key-invalid" });
});
