import { DataAwsLambdaAlias } from "@cdktf/provider-aws/lib/data-aws-lambda-alias";
import { DataAwsLambdaFunction } from "@cdktf/provider-aws/lib/data-aws-lambda-function";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import {
  Api,
  type ApiDefaults,
  type ApiFunctionIntegrationProps,
  type ApiFunctionRouteProps,
  type ApiRouteProps,
} from "../../../../lib/constructs/api";
import { Function } from "../../../../lib/kit/function";
import { only, resources, testStack } from "../../../support/stack";
import { failure, integration, routes } from "../support/api";

const handler = "functions/notes.get";
const key = "GET /notes/{id}";

function apiWith(route: ApiRouteProps, defaults?: ApiDefaults, stack = testStack()) {
  const api = new Api(stack, "Api", { defaults, routes: { [key]: route } });
  return { stack, api };
}

describe("Api function routes", () => {
  test.each([
    ["a handler", handler],
    ["props", { function: { handler } }],
    ["a handler under function", { function: handler }],
    ["a type", { type: "function", function: handler } as const],
  ])("%s makes a function", (_, route) => {
    const { stack, api } = apiWith(route);
    const fn = api.getFunction(key);
    expect(fn?.node.path).toBe("dev-notes-Main/Api/Lambda_GET_--notes--{id}");
    expect(integration(stack, key)).toEqual({
      depends_on: [expect.stringMatching(/^aws_lambda_permission\./)],
      api_id: expect.stringMatching(/aws_apigatewayv2_api/),
      integration_type: "AWS_PROXY",
      integration_method: "POST",
      integration_uri: expect.stringMatching(/^\$\{aws_lambda_function\.Api_Lambda_GET_.*\.arn\}$/),
      payload_format_version: "2.0",
    });
  });

  test("streaming is refused by name, and the message lists the routes that stream", () => {
    const error = failure(() => apiWith({ function: handler, streaming: true } as ApiRouteProps));
    expect(error).toMatchObject({ code: "route-streaming", prop: `routes["${key}"].streaming` });
    expect(error.message).toContain("use a RestV1Api");
  });

  test("keys of the provider change the integration", () => {
    const responseParameters = [
      { statusCode: "401", mappings: { "overwrite:header.www-authenticate": "$response.header.challenge" } },
    ];
    const override = { responseParameters, timeoutMilliseconds: 5000 };
    const { stack } = apiWith({ function: handler, cdk: { integration: override } });
    expect(integration(stack, key)).toMatchObject({
      integration_type: "AWS_PROXY",
      integration_uri: expect.stringMatching(/^\$\{aws_lambda_function\./),
      timeout_milliseconds: 5000,
      response_parameters: [
        {
          status_code: "401",
          mappings: { "overwrite:header.www-authenticate": "$response.header.challenge" },
        },
      ],
    });
  });

  test.each(["integrationUri", "payloadFormatVersion", "requestParameters", "apiId"])(
    "the key %s of the integration is refused",
    (name) => {
      const override = { [name]: "x" } as ApiFunctionIntegrationProps;
      expect(failure(() => apiWith({ function: handler, cdk: { integration: override } }))).toMatchObject({
        code: "key-rejected",
        prop: `routes["${key}"].cdk.integration`,
      });
    },
  );

  test("a Function is used", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", { handler });
    expect(apiWith(fn, undefined, stack).api.getFunction(key)).toBe(fn);
    expect(Object.keys(resources(stack, "aws_lambda_function"))).toHaveLength(1);
  });

  test("a Function is refused together with defaults.function", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", { handler });
    const error = failure(() => apiWith({ function: fn }, { function: { timeout: 5 } }, stack));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `routes["${key}"].function` });
    expect(error.message).toContain("defaults.function");
  });

  test("the route's props win over the defaults', and environments merge", () => {
    const defaults = { function: { timeout: 5, memorySize: 256, environment: { ONE: "1", TWO: "1" } } };
    const { stack } = apiWith({ function: { handler, timeout: 9, environment: { TWO: "2" } } }, defaults);
    const fn = only(stack, "aws_lambda_function");
    expect(fn).toMatchObject({ timeout: 9, memory_size: 256 });
    expect(fn.environment).toMatchObject({ variables: { ONE: "1", TWO: "2" } });
  });

  test("every route function has its own role", () => {
    const stack = testStack();
    new Api(stack, "Api", { routes: { "GET /a": handler, "GET /b": handler } });
    expect(Object.keys(resources(stack, "aws_iam_role"))).toHaveLength(2);
  });

  test.each([
    ["1.0", { payloadFormatVersion: "1.0" }, undefined],
    ["1.0", {}, { payloadFormatVersion: "1.0" }],
    ["2.0", { payloadFormatVersion: "2.0" }, { payloadFormatVersion: "1.0" }],
  ] as const)("payload format %s from the route %j and the defaults %j", (version, route, defaults) => {
    const { stack } = apiWith({ function: handler, ...route }, defaults);
    expect(integration(stack, key).payload_format_version).toBe(version);
  });
});

describe("Api routes to existing functions", () => {
  const config = { functionName: "there", role: "arn:aws:iam::123456789012:role/r" };
  const name = "${aws_lambda_function.There.function_name}";

  test.each<
    [
      string,
      (stack: ReturnType<typeof testStack>) => NonNullable<ApiFunctionRouteProps["cdk"]>["function"],
      object,
    ]
  >([
    [
      "a function",
      (stack) => new LambdaFunction(stack, "There", config),
      { uri: "${aws_lambda_function.There.arn}", permission: { function_name: name } },
    ],
    [
      "a data source",
      (stack) => new DataAwsLambdaFunction(stack, "There", { functionName: "there" }),
      {
        uri: "${data.aws_lambda_function.There.arn}",
        permission: { function_name: `\${data.${name.slice(2)}` },
      },
    ],
    [
      "a data source of a version",
      (stack) => new DataAwsLambdaFunction(stack, "There", { functionName: "there", qualifier: "7" }),
      { uri: "${data.aws_lambda_function.There.qualified_arn}", permission: { qualifier: "7" } },
    ],
    [
      "a data source of an alias",
      (stack) => new DataAwsLambdaAlias(stack, "Live", { functionName: "there", name: "live" }),
      {
        uri: "${data.aws_lambda_alias.Live.arn}",
        permission: { qualifier: "${data.aws_lambda_alias.Live.name}" },
      },
    ],
  ])("%s is invoked unchanged", (_, create, { uri, permission }: { uri?: string; permission?: object }) => {
    const stack = testStack();
    const { api } = apiWith({ cdk: { function: create(stack) } }, undefined, stack);
    expect(integration(stack, key)).toMatchObject({ integration_uri: uri, integration_type: "AWS_PROXY" });
    expect(only(stack, "aws_lambda_permission")).toMatchObject(permission ?? {});
    expect(api.getFunction(key)).toBeUndefined();
  });

  test("an alias of a Function is invoked as alias", () => {
    const stack = testStack();
    const alias = new Function(stack, "Get", { handler }).addAlias("live");
    apiWith({ cdk: { function: alias } }, undefined, stack);
    expect(integration(stack, key).integration_uri).toMatch(/^\$\{aws_lambda_alias\.\w+\.arn\}$/);
    expect(only(stack, "aws_lambda_permission").qualifier).toMatch(/^\$\{aws_lambda_alias\.\w+\.name\}$/);
  });

  test("the current version of a Function is invoked as version", () => {
    const stack = testStack();
    const { currentVersion } = new Function(stack, "Get", { handler });
    apiWith({ cdk: { function: currentVersion } }, undefined, stack);
    expect(integration(stack, key).integration_uri).toMatch(/\.qualified_arn\}$/);
    expect(only(stack, "aws_lambda_permission").qualifier).toMatch(/\.version\}$/);
    expect(only(stack, "aws_lambda_function").publish).toBe(true);
  });

  test("bind and permissions do not reach it", () => {
    const stack = testStack();
    const { api } = apiWith(
      { cdk: { function: new LambdaFunction(stack, "There", config) } },
      undefined,
      stack,
    );
    api.attachPermissions(["s3"]);
    const error = failure(() => api.attachPermissionsToRoute(key, ["s3"]));
    expect(error.message).toContain(key);
    expect(resources(stack, "aws_iam_role_policy")).toEqual({});
  });

  test("cdk.function wins over function", () => {
    const stack = testStack();
    apiWith(
      { function: handler, cdk: { function: new LambdaFunction(stack, "There", config) } },
      undefined,
      stack,
    );
    expect(Object.keys(resources(stack, "aws_lambda_function"))).toEqual(["There"]);
  });
});

describe("Api function routes that cannot work", () => {
  test.each([
    [
      "a handler directly",
      { handler },
      "",
      /"functions\/notes\.get" at the top level.*function: \{ handler/s,
    ],
    [
      "an unknown version",
      { function: handler, payloadFormatVersion: "3.0" },
      ".payloadFormatVersion",
      /"3\.0".*"2\.0"/s,
    ],
    ["an unknown key", { function: handler, authorisers: "x" }, "", /"authorisers"/],
    ["no function", { type: "function" }, ".function", /is missing.*functions\/notes\.get/s],
    ["an empty object", {}, "", /\{\}, which is not a route/],
    [
      "props without handler",
      { function: { timeout: 5 } },
      ".function",
      /which is not a function reference.*handler/s,
    ],
    ["an unknown key below cdk", { cdk: { function: "x", fn: 1 } }, ".cdk", /"fn"/],
    ["text as existing function", { cdk: { function: "x" } }, ".cdk.function", /"x".*LambdaFunction/s],
    [
      "null as existing function",
      { cdk: { function: null } },
      ".cdk.function",
      /is null.*leave the key out/s,
    ],
  ])("refuses %s", (_, route, prop, message) => {
    const error = failure(() => apiWith(route as unknown as ApiRouteProps));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `routes["${key}"]${prop}` });
    expect(error.message).toMatch(message);
  });

  test("refuses a provider's function outside of cdk.function", () => {
    for (const isNested of [false, true]) {
      const stack = testStack();
      const there = new LambdaFunction(stack, "There", { functionName: "a", role: "b" });
      const route = isNested ? { function: there } : there;
      const error = failure(() => apiWith(route as unknown as ApiRouteProps, undefined, stack));
      expect(error.message).toMatch(/aws_lambda_function.*cdk\.function/s);
    }
  });

  test("refuses a Function as cdk.function", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", { handler }) as unknown as LambdaFunction;
    const error = failure(() => apiWith({ cdk: { function: fn } }, undefined, stack));
    expect(error.prop).toBe(`routes["${key}"].cdk.function`);
    expect(error.message).toMatch(/pass a Function as function/);
  });

  test("names no target twice: routes point to integrations", () => {
    const { stack } = apiWith(handler);
    expect(routes(stack)[key]?.target).toMatch(
      /^integrations\/\$\{aws_apigatewayv2_integration\.[\w-]+\.id\}$/,
    );
  });
});
