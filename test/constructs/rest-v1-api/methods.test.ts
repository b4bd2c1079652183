import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import type { RestV1ApiFunctionRouteProps } from "../../../lib/constructs/rest-v1-api";
import { Function } from "../../../lib/kit/function";
import { inlineStatements, only, resources, testStack } from "../../support/stack";
import { failure, handler, plainApi, restApi, sources } from "./support";

type Cdk = NonNullable<RestV1ApiFunctionRouteProps["cdk"]>;

function route(cdk: Cdk, stack = testStack()) {
  plainApi({ routes: { "GET /notes": { function: handler, cdk } } }, stack);
  return stack;
}

/** One refused value of a map or list. */
function parameters(
  part: "method" | "integration",
  name: string,
  value: object,
  member = `["${Object.keys(value)[0]}"]`,
): [[string, Cdk, string, RegExp]] {
  return [[JSON.stringify(value), { [part]: { [name]: value } } as never, `${part}.${name}${member}`, /\n/]];
}

describe("RestV1Api methods", () => {
  test("a method without authorizer has the type NONE, and the function gets the whole request", () => {
    const stack = route({});
    expect(only(stack, "aws_api_gateway_method")).toMatchObject({
      authorization: "NONE",
      http_method: "GET",
    });
    expect(only(stack, "aws_api_gateway_integration")).toMatchObject({
      type: "AWS_PROXY",
      integration_http_method: "POST",
      uri: expect.stringMatching(/:function:dev-notes-Main-Api-Lambda_GET_--notes\/invocations$/),
    });
  });

  test("keys of cdk.method reach the method", () => {
    const method = {
      apiKeyRequired: true,
      operationName: "list",
      requestParameters: { "method.request.header.x": true },
    };
    expect(only(route({ method }), "aws_api_gateway_method")).toMatchObject({
      api_key_required: true,
      operation_name: "list",
      request_parameters: { "method.request.header.x": true },
    });
  });

  test("models and validators are objects or names", () => {
    const { stack, api } = plainApi();
    const model = api.cdk.restApi.addModel("Note", { schema: { type: "object" } });
    const requestValidator = api.cdk.restApi.addRequestValidator("Body", { validateRequestBody: true });
    const requestModels = { "application/json": model, "text/plain": "Empty" };
    const methodResponses = [{ statusCode: "200", responseModels: { "application/json": model } }];
    const method = { requestValidator, requestModels, methodResponses };
    api.addRoutes(stack, { "POST /notes": { function: handler, cdk: { method } } });
    const name = expect.stringMatching(/^\$\{aws_api_gateway_model\..*\.name\}$/);
    expect(only(stack, "aws_api_gateway_method")).toMatchObject({
      request_models: { "application/json": name, "text/plain": "Empty" },
      request_validator_id: expect.stringMatching(/^\$\{aws_api_gateway_request_validator\..*\.id\}$/),
    });
    expect(only(stack, "aws_api_gateway_method_response").response_models).toEqual({
      "application/json": name,
    });
  });

  test("without proxy there are responses, made in an order that AWS takes", () => {
    const stack = route({
      method: {
        methodResponses: [{ statusCode: "200", responseParameters: { "method.response.header.X": true } }],
      },
      integration: {
        proxy: false,
        requestTemplates: { "application/json": '{"id":"$input.params(\'id\')","x":"${y}"}' },
        integrationResponses: [
          { statusCode: "200", selectionPattern: "", responseTemplates: { "application/json": "${x}" } },
        ],
      },
    });
    expect(only(stack, "aws_api_gateway_integration")).toMatchObject({
      type: "AWS",
      request_templates: { "application/json": '{"id":"$input.params(\'id\')","x":"$${y}"}' },
    });
    expect(only(stack, "aws_api_gateway_method_response")).toMatchObject({
      status_code: "200",
      response_parameters: { "method.response.header.X": true },
      http_method: expect.stringMatching(/^\$\{aws_api_gateway_method\./),
    });
    expect(only(stack, "aws_api_gateway_integration_response")).toMatchObject({
      status_code: expect.stringMatching(/^\$\{aws_api_gateway_method_response\..*\.status_code\}$/),
      http_method: expect.stringMatching(/^\$\{aws_api_gateway_integration\./),
      response_templates: { "application/json": "$${x}" },
    });
  });

  test("keys of cdk.integration reach the integration", () => {
    const integration = {
      timeout: "5 seconds",
      contentHandling: "CONVERT_TO_TEXT",
      cacheKeyParameters: ["method.request.querystring.a"],
    } as const;
    const given = { ...integration, cacheKeyParameters: ["method.request.querystring.a"] };
    const method = { requestParameters: { "method.request.querystring.a": false } };
    expect(only(route({ integration: given, method }), "aws_api_gateway_integration")).toMatchObject({
      timeout_milliseconds: 5000,
      content_handling: "CONVERT_TO_TEXT",
      cache_key_parameters: ["method.request.querystring.a"],
    });
  });

  test("a role for the integration may invoke the function", () => {
    const stack = testStack();
    const credentialsRole = new IamRole(stack, "Gateway", { assumeRolePolicy: "{}" });
    route({ integration: { credentialsRole } }, stack);
    expect(resources(stack, "aws_lambda_permission")).toEqual({});
    expect(only(stack, "aws_api_gateway_integration").credentials).toBe("${aws_iam_role.Gateway.arn}");
    expect(inlineStatements(stack, "Gateway")).toEqual([
      expect.objectContaining({ Action: "lambda:InvokeFunction" }),
    ]);
  });

  test.each<[string, Cdk, string, RegExp]>([
    ["authorizerId", { method: { authorizerId: "x" } as never }, "method", /authorizer of the route/],
    ["authorization", { method: { authorization: "NONE" } as never }, "method", /authorizer of the route/],
    [
      "authorizationScopes",
      { method: { authorizationScopes: [] } as never },
      "method",
      /authorizationScopes of the route/,
    ],
    ["an unknown method key", { method: { apiKeyRequird: true } as never }, "method", /"apiKeyRequired"/],
    ...parameters("method", "requestParameters", { "header.x": true }, '["header.x"]'),
    ...parameters("method", "requestParameters", { "method.request.header.": true }),
    ...parameters("integration", "requestParameters", { "header.x": "'a'" }, '["header.x"]'),
    ...parameters("integration", "requestParameters", { "integration.request.header.x": "a" }),
    ...parameters("integration", "requestTemplates", { json: "{}" }, ".json"),
    ...parameters("integration", "cacheKeyParameters", ["id"], "[0]"),
    ["uri", { integration: { uri: "x" } as never }, "integration", /follows from the function/],
    ["httpMethod", { integration: { httpMethod: "GET" } as never }, "integration", /follows from the route/],
    [
      "a bad timeout",
      { integration: { timeout: "301 seconds" } },
      "integration.timeout",
      /1 second to 300 seconds/,
    ],
    ["a timeout of nothing", { integration: { timeout: "0 seconds" } }, "integration.timeout", /1 second/],
    [
      "two timeouts",
      { integration: { timeout: "1 second", timeoutMilliseconds: 500 } },
      "integration.timeout",
      /timeoutMilliseconds/,
    ],
    ["proxy and type", { integration: { proxy: true, type: "AWS" } }, "integration.proxy", /type/],
    [
      "a role's ARN",
      { integration: { credentialsRole: "arn" as never } },
      "integration.credentialsRole",
      /credentials/,
    ],
    [
      "an integration response without method response",
      { integration: { proxy: false, integrationResponses: [{ statusCode: "404" }] } },
      "integration.integrationResponses[0].statusCode",
      /"404".*methodResponses/s,
    ],
    [
      "a status code twice",
      { method: { methodResponses: [{ statusCode: "200" }, { statusCode: "200" }] } },
      "method.methodResponses[1].statusCode",
      /second time/,
    ],
    [
      "a status code as number",
      { method: { methodResponses: [{ statusCode: 200 as never }] } },
      "method.methodResponses[0].statusCode",
      /as a string/,
    ],
    [
      "a validator by its name",
      { method: { requestValidator: "body" as never } },
      "method.requestValidator",
      /addRequestValidator/,
    ],
    [
      "an invalid model",
      { method: { requestModels: { "a/b": 3 as never } } },
      'method.requestModels["a/b"]',
      /addModel/,
    ],
  ])("refuses %s", (_, cdk, prop, message) => {
    const error = failure(() => route(cdk));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `routes["GET /notes"].cdk.${prop}` });
    expect(error.message).toMatch(message);
  });
});

describe("RestV1Api existing functions", () => {
  const existing = (stack = testStack()) =>
    new LambdaFunction(stack, "Existing", { functionName: "existing", role: "arn" });

  test("are invoked unchanged, and bindings do not reach them", () => {
    const stack = testStack();
    const { api } = plainApi({ routes: { "GET /a": { cdk: { function: existing(stack) } } } }, stack);
    expect(api.getFunction("GET /a")).toBeUndefined();
    expect(failure(() => api.bindToRoute("GET /a", [])).code).toBe("part-without-function");
    expect(only(stack, "aws_api_gateway_integration").uri).toMatch(/:function:existing\/invocations$/);
  });

  test("an alias is invoked by its own ARN, and its permission names it", () => {
    const stack = testStack();
    const { functionName } = existing(stack);
    const alias = new LambdaAlias(stack, "Live", { name: "live", functionName, functionVersion: "1" });
    plainApi({ routes: { "GET /a": { cdk: { function: alias } } } }, stack);
    expect(only(stack, "aws_api_gateway_integration").uri).toBe("${aws_lambda_alias.Live.invoke_arn}");
    const [permission] = Object.values(resources(stack, "aws_lambda_permission"));
    expect(permission?.qualifier).toBe("${aws_lambda_alias.Live.name}");
  });

  test("a published version is invoked by its qualified ARN", () => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler });
    plainApi({ routes: { "GET /a": { cdk: { function: fn.currentVersion } } } }, stack);
    expect(only(stack, "aws_api_gateway_integration").uri).toMatch(
      /^arn:aws:apigateway:us-east-1:lambda:path\/2015-03-31\/functions\/\$\{.*\}\/invocations$/,
    );
  });

  test("a Function is not an existing function", () => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler }) as never;
    const error = failure(() => plainApi({ routes: { "GET /a": { cdk: { function: fn } } } }, stack));
    expect(error.prop).toBe('routes["GET /a"].cdk.function');
  });
});

describe("RestV1Api permissions to invoke", () => {
  test("allow one method, in the stage and for the console's test button", () => {
    const { stack } = restApi({
      routes: { "GET /notes/{id}": handler, "ANY /{name}/{proxy+}": handler, "GET /": handler },
    });
    expect(sources(stack)).toEqual([
      "/dev/*/*/*",
      "/dev/GET/",
      "/dev/GET/notes/*",
      "/test-invoke-stage/*/*/*",
      "/test-invoke-stage/GET/",
      "/test-invoke-stage/GET/notes/*",
    ]);
    expect(Object.values(resources(stack, "aws_lambda_permission"))[0]).toMatchObject({
      action: "lambda:InvokeFunction",
      principal: "apigateway.amazonaws.com",
    });
  });

  test("allowTestInvoke false leaves out the test button's", () => {
    const cdk = { integration: { allowTestInvoke: false } };
    expect(sources(route(cdk))).toEqual(["/dev/GET/notes"]);
  });

  test.each([
    [20, 40],
    [21, 1],
  ])("of a function with %i routes there are %i", (routes, permissions) => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler });
    const keys = Array.from({ length: routes }, (_, index) => `GET /r${index}`);
    plainApi({ routes: Object.fromEntries(keys.map((key) => [key, fn])) }, stack);
    const all = sources(stack);
    expect(all).toHaveLength(permissions);
    if (permissions === 1) expect(all).toEqual(["/*/*"]);
  });

  test("long paths share one permission before the function's policy is full", () => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler });
    const keys = Array.from({ length: 15 }, (_, index) => `GET /${"long".repeat(80)}${index}`);
    plainApi({ routes: Object.fromEntries(keys.map((key) => [key, fn])) }, stack);
    expect(sources(stack)).toEqual(["/*/*"]);
  });

  test.each([
    [20, 40],
    [21, 1],
  ])("of %i routes of one function are %i", (routes, permissions) => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler });
    const keys = Array.from({ length: routes - 1 }, (_, index) => `GET /r${index}`);
    const { api } = plainApi({ routes: Object.fromEntries(keys.map((key) => [key, fn])) }, stack);
    api.addRoutes(stack, { "GET /last": fn });
    expect(sources(stack)).toHaveLength(permissions);
  });
});
