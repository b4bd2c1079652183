import type { Construct } from "constructs";
import { Api } from "../../../lib/constructs/api";
import { RestV1Api } from "../../../lib/constructs/rest-v1-api";
import { WebSocketApi } from "../../../lib/constructs/web-socket-api";
import { Stack } from "../../../lib/kit/app";
import { failure } from "../../constructs/api/support/api";
import { declaredAddresses, synthesized, testApp } from "../../support/stack";

const handler = "functions/notes.get";

/** An API of each gateway, and keys of two routes. */
const gateways = {
  Api: { create: (scope: Construct) => new Api(scope, "Api"), first: "GET /a", second: "GET /b" },
  RestV1Api: { create: (scope: Construct) => new RestV1Api(scope, "Api"), first: "GET /a", second: "GET /b" },
  WebSocketApi: {
    create: (scope: Construct) => new WebSocketApi(scope, "Api"),
    first: "send",
    second: "leave",
  },
};

/** Routes that are refused, each at another stage of the checks. */
const refused: readonly (readonly [string, string, unknown])[] = [
  ["a value that is not a route", "function-reference-invalid|route-value-invalid", 5],
  ["an unknown key", "key-unknown", { function: handler, functoin: handler }],
  ["a function without a file", "handler-not-found", "functions/missing.get"],
  ["a function whose numbers are out of range", "out-of-range", { function: { handler, timeout: 901 } }],
  ["a function with unknown props", "key-unknown", { function: { handler, timeOut: 5 } }],
  [
    "a function with permissions that do not exist",
    "permission-",
    { function: { handler, permissions: [5] } },
  ],
  ["a function that binds something else", "not-bindable", { function: { handler, bind: [5] } }],
  [
    "a function with a name that is taken",
    "function-name-duplicate",
    { function: { handler, functionName: "first" } },
  ],
];

const nodes = (stack: Stack) => stack.node.findAll().map(({ node }) => node.path);

describe.each(Object.entries(gateways))("%s.addRoutes that is refused", (_, { create, first, second }) => {
  const good = { function: { handler, functionName: "first", cdk: { id: "First" } } };

  test.each(refused)(
    "because of %s leaves nothing behind, and works once it is corrected",
    (_, code, value) => {
      const app = testApp();
      const [main, other] = [new Stack(app, "Main"), new Stack(app, "Other")];
      const api = create(main);
      const before = [nodes(main), nodes(other)];
      const add = (routes: object) => api.addRoutes(other, routes as Record<string, string>);
      expect(failure(() => add({ [first]: good, [second]: value })).code).toMatch(new RegExp(`^(${code})`));
      expect([nodes(main), nodes(other)]).toEqual(before);
      expect(api.routes).toEqual([]);
      add({ [first]: good, [second]: handler });
      expect(api.routes).toEqual([first, second]);
      expect(Object.keys(synthesized(other).resource.aws_lambda_function ?? {})).toHaveLength(2);
    },
  );

  test("below a scope that has routes already keeps them", () => {
    const app = testApp();
    const [main, other] = [new Stack(app, "Main"), new Stack(app, "Other")];
    const api = create(main);
    api.addRoutes(other, { [first]: handler });
    const before = declaredAddresses(other);
    expect(() => api.addRoutes(other, { [second]: "functions/missing.get" })).toThrow();
    expect(declaredAddresses(other)).toEqual(before);
    expect(api.routes).toEqual([first]);
  });
});

describe.each(Object.entries(gateways))("a new %s whose routes are refused", (_, { create, first }) => {
  test("creates nothing", () => {
    const stack = new Stack(testApp(), "Main");
    const before = declaredAddresses(stack);
    const Gateway = create(new Stack(testApp(), "Main")).constructor as typeof Api;
    expect(() => new Gateway(stack, "Api", { routes: { [first]: "functions/missing.get" } })).toThrow();
    expect(declaredAddresses(stack)).toEqual(before);
  });
});
