import { Api, type ApiAuthorizer, type ApiProps } from "../../lib/constructs/api";
import { RestV1Api, type RestV1ApiAuthorizer } from "../../lib/constructs/rest-v1-api";
import { WebSocketApi } from "../../lib/constructs/web-socket-api";
import type { Stack } from "../../lib/kit/app";
import { Function } from "../../lib/kit/function";
import { type Block, resources, synthesized, testStack } from "../support/stack";

const handler = "functions/notes.get";

const check = (stack: Stack) => new Function(stack, "Check", { handler });
const waits = (block: Block | undefined) => (block?.depends_on ?? []) as readonly string[];

/** The routes of a kind of API, in every way to answer and to authorize. */
const apis = {
  Api(stack: Stack) {
    const api = new Api(stack, "Api", {
      authorizers: {
        fn: { type: "fn", function: check(stack) },
        jwt: { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["a"] } },
      },
      routes: {
        "GET /function": { function: handler, authorizer: "fn" },
        "GET /url": { type: "url", url: "https://example.com", authorizer: "jwt" },
        "GET /cloud": {
          type: "cloud",
          cdk: {
            integration: {
              subtype: "EventBridge-PutEvents",
              parameterMapping: { Detail: "$request.body", DetailType: "a", Source: "b" },
            },
          },
        },
      },
    });
    api.addRoutes(stack, { "GET /added": { function: handler, authorizer: "fn" } });
    return "aws_apigatewayv2_integration";
  },
  RestV1Api(stack: Stack) {
    new RestV1Api(stack, "Api", {
      authorizers: { fn: { type: "fn_token", function: check(stack) } },
      routes: { "GET /function": { function: handler, authorizer: "fn" } },
    });
    return "aws_api_gateway_integration";
  },
  WebSocketApi(stack: Stack) {
    new WebSocketApi(stack, "Api", {
      authorizer: { type: "fn", function: check(stack) },
      routes: { $connect: handler, send: handler },
    });
    return "aws_apigatewayv2_integration";
  },
};

describe.each(Object.entries(apis))("the resources that routes of %s refer to", (_, build) => {
  test("keeps no fixed statement id", () => {
    const stack = testStack();
    build(stack);
    const permissions = Object.values(resources(stack, "aws_lambda_permission"));
    expect(permissions.length).toBeGreaterThan(1);
    expect(permissions.filter((block) => "statement_id" in block)).toEqual([]);
  });

  test("includes a permission for which the route waits", () => {
    const stack = testStack();
    const type = build(stack);
    const permissions = Object.keys(resources(stack, "aws_lambda_permission"));
    const waiting = {
      ...resources(stack, type),
      ...resources(stack, "aws_apigatewayv2_route"),
      ...resources(stack, "aws_api_gateway_stage"),
    };
    const all = new Set(Object.values(waiting).flatMap(waits));
    expect(permissions.filter((each) => !all.has(`aws_lambda_permission.${each}`))).toEqual([]);
  });
});

test("a route waits for the permission of its function through its integration only", () => {
  const stack = testStack();
  new Api(stack, "Api", { routes: { "GET /": handler } });
  const [integration] = Object.values(resources(stack, "aws_apigatewayv2_integration"));
  const [route] = Object.values(resources(stack, "aws_apigatewayv2_route"));
  const [permission] = Object.keys(resources(stack, "aws_lambda_permission"));
  expect(waits(integration)).toEqual([`aws_lambda_permission.${permission}`]);
  expect([waits(route), route?.target]).toEqual([
    [],
    expect.stringContaining("aws_apigatewayv2_integration."),
  ]);
});

test("a permission for the whole API is waited for by each of its integrations", () => {
  const stack = testStack();
  const fn = new Function(stack, "Shared", { handler });
  const routes = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`GET /${index}`, fn]));
  new Api(stack, "Api", { routes });
  const [permission] = Object.keys(resources(stack, "aws_lambda_permission"));
  for (const integration of Object.values(resources(stack, "aws_apigatewayv2_integration"))) {
    expect(waits(integration)).toEqual([`aws_lambda_permission.${permission}`]);
  }
});

test("a lifecycle of the caller is added to", () => {
  const stack = testStack();
  const integration = { lifecycle: { preventDestroy: true } };
  new Api(stack, "Api", {
    routes: { "GET /": { type: "url", url: "https://example.com", cdk: { integration } } },
  });
  const [found] = Object.values(synthesized(stack).resource.aws_apigatewayv2_integration ?? {});
  expect(found?.lifecycle).toEqual({
    prevent_destroy: true,
    replace_triggered_by: [expect.stringMatching(/^terraform_data\.uses\.input\.Api_Integration_/)],
  });
});

describe("edits between two deployments", () => {
  const routeAddresses = (routes: ApiProps["routes"]) => {
    const stack = testStack();
    new Api(stack, "Api", { routes });
    return Object.keys(resources(stack, "aws_apigatewayv2_route"));
  };

  test.each<[string, ApiProps["routes"], ApiProps["routes"]]>([
    ["function to url", { "GET /": handler }, { "GET /": { type: "url", url: "https://example.com" } }],
    ["url to function", { "GET /": { type: "url", url: "https://example.com" } }, { "GET /": handler }],
  ])("a route keeps its address when its kind changes: %s", (_, before, after) => {
    expect(routeAddresses(after)).toEqual(routeAddresses(before));
  });

  const restAuthorizer = (authorizer: (stack: Stack) => RestV1ApiAuthorizer) => {
    const stack = testStack();
    new RestV1Api(stack, "Api", {
      authorizers: { door: authorizer(stack) },
      routes: { "GET /": { function: handler, authorizer: "door" } },
    });
    return Object.entries(resources(stack, "aws_api_gateway_authorizer"));
  };

  test("a REST authorizer keeps its address and changes its name when its kind changes", () => {
    const kinds: ((stack: Stack) => RestV1ApiAuthorizer)[] = [
      () => ({ type: "user_pools", userPoolIds: ["us-east-1_a"] }),
      (stack) => ({ type: "fn_token", function: check(stack) }),
      (stack) => ({
        type: "fn_request",
        function: check(stack),
        identitySources: ["method.request.header.Authorization"],
      }),
    ];
    const all = kinds.flatMap(restAuthorizer);
    expect(new Set(all.map(([address]) => address)).size).toBe(1);
    expect(all.map(([, { name }]) => name)).toEqual(["door-user_pools", "door-fn_token", "door-fn_request"]);
  });

  test("a REST authorizer keeps the name that the caller gives", () => {
    const [found] = restAuthorizer((stack) => ({ type: "fn_token", name: "Door", function: check(stack) }));
    expect(found?.[1].name).toBe("Door");
  });

  test("an authorizer of an Api has another address under another name", () => {
    const addressOf = (name: string) => {
      const stack = testStack();
      const authorizer: ApiAuthorizer = { type: "fn", function: check(stack) };
      new Api(stack, "Api", { authorizers: { [name]: authorizer }, routes: {} });
      return Object.keys(resources(stack, "aws_apigatewayv2_authorizer"));
    };
    expect(addressOf("one")).not.toEqual(addressOf("two"));
  });
});
