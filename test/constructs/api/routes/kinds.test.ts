import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Api, type ApiRouteProps } from "../../../../lib/constructs/api";
import { Function } from "../../../../lib/kit/function";
import { testStack } from "../../../support/stack";
import { failure } from "../support/api";

const handler = "functions/notes.get";

function kindOf(value: (stack: ReturnType<typeof testStack>) => ApiRouteProps) {
  const stack = testStack();
  const api = new Api(stack, "Api", { routes: { "GET /": value(stack) } });
  const [route] = api.getConstructMetadata().data.routes;
  return [route?.type, route?.fn !== undefined];
}

const existing = (stack: ReturnType<typeof testStack>) =>
  new LambdaFunction(stack, "There", { functionName: "a", role: "b" });

describe("kinds of Api routes", () => {
  test.each<[string, (stack: ReturnType<typeof testStack>) => ApiRouteProps, string, boolean]>([
    ["a string", () => handler, "function", true],
    ["a Function", (stack) => new Function(stack, "Get", { handler }), "function", true],
    ["a function", () => ({ function: handler }), "function", true],
    ["type before function", () => ({ type: "graphql", function: handler }), "graphql", true],
    [
      "cdk.function before function",
      (stack) => ({ function: handler, cdk: { function: existing(stack) } }),
      "lambda_function",
      false,
    ],
    [
      "cdk.function",
      (stack) => ({ type: "function", cdk: { function: existing(stack) } }),
      "lambda_function",
      false,
    ],
    ["a url", () => ({ type: "url", url: "https://example.com" }), "url", false],
    [
      "a cloud service",
      () => ({
        type: "cloud",
        cdk: {
          integration: {
            subtype: "EventBridge-PutEvents",
            parameterMapping: { Detail: "$request.body", DetailType: "a", Source: "b" },
          },
        },
      }),
      "cloud",
      false,
    ],
  ])("%s", (_, value, type, hasFunction) => {
    expect(kindOf(value)).toEqual([type, hasFunction]);
  });

  test.each([
    ["an unknown type", { type: "lambda", function: handler }, ".type", /"lambda".*"function", "alb"/s],
    ["an alias of Object", { type: "toString" }, ".type", /"toString"/],
    ["a list", [handler], "", /which is not a route/],
    ["a number", 3, "", /3, which is not a route/],
    ["a url without type", { url: "https://example.com" }, "", /which is not a route/],
  ])("%s is refused", (_, value, prop, message) => {
    const error = failure(() => kindOf(() => value as unknown as ApiRouteProps));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `routes["GET /"]${prop}` });
    expect(error.message).toMatch(message);
  });
});

describe("Api route keys", () => {
  test("are normalised, and kept in their order", () => {
    const api = new Api(testStack(), "Api", {
      routes: { "post   /notes": handler, $default: handler, "any /{proxy+}": handler },
    });
    expect(api.routes).toEqual(["POST /notes", "$default", "ANY /{proxy+}"]);
    expect(api.getFunction(" POST  /notes ")).toBeDefined();
    expect(api.getFunction("GET /nowhere")).toBeUndefined();
  });

  test("are refused when two are the same", () => {
    const error = failure(
      () => new Api(testStack(), "Api", { routes: { "GET /a": handler, "get  /a": handler } }),
    );
    expect(error).toMatchObject({
      path: "dev-notes-Main/Api",
      prop: 'routes["get  /a"]',
      code: "route-duplicate",
    });
    expect(error.message).toContain('"GET /a"');
  });

  test("may be 300, not 301", () => {
    const routes = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `GET /${index}`,
          { type: "url", url: "https://a.b" } as const,
        ]),
      );
    expect(new Api(testStack(), "Api", { routes: routes(300) }).routes).toHaveLength(300);
    const error = failure(() => new Api(testStack(), "Api", { routes: routes(301) }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "routes", code: "quota-exceeded" });
    expect(error.message).toMatch(/301 routes.*300/s);
  });
});
