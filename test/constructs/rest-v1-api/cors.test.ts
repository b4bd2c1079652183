import type { RestV1ApiCorsPreflightOptions, RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { only, resources, testStack } from "../../support/stack";
import { failure, handler, matching, methods, restApi } from "./support";

describe("RestV1Api CORS", () => {
  test.each([undefined, true])("cors %p answers preflight requests on the root and every path", (cors) => {
    const { stack } = restApi({ cors, routes: { "GET /notes/{id}": handler } });
    expect(Object.keys(methods(stack)).sort()).toEqual([
      "GET /notes/{id}",
      "OPTIONS /",
      "OPTIONS /notes",
      "OPTIONS /notes/{id}",
    ]);
  });

  test("a preflight answer allows every origin and header and names the methods", () => {
    const { stack } = restApi();
    expect(only(stack, "aws_api_gateway_integration")).toMatchObject({
      type: "MOCK",
      content_handling: "CONVERT_TO_TEXT",
      request_templates: { "application/json": '{"statusCode":200}' },
    });
    expect(only(stack, "aws_api_gateway_method_response")).toMatchObject({
      status_code: "204",
      response_parameters: {
        "method.response.header.Access-Control-Allow-Headers": true,
        "method.response.header.Access-Control-Allow-Methods": true,
        "method.response.header.Access-Control-Allow-Origin": true,
      },
    });
    expect(only(stack, "aws_api_gateway_integration_response").response_parameters).toEqual({
      "method.response.header.Access-Control-Allow-Headers": "'*'",
      "method.response.header.Access-Control-Allow-Methods": "'OPTIONS,GET,PUT,POST,DELETE,PATCH,HEAD'",
      "method.response.header.Access-Control-Allow-Origin": "'*'",
    });
  });

  test("no authorizer and no key ever guards a preflight method", () => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler });
    restApi(
      {
        authorizers: { staff: { type: "fn_token", function: fn } },
        defaults: { authorizer: "staff" },
        routes: { "ANY /notes": { function: handler, cdk: { method: { apiKeyRequired: true } } } },
      },
      stack,
    );
    const { "ANY /notes": any, ...preflights } = methods(stack);
    expect(any).toMatchObject({ authorization: "CUSTOM", api_key_required: true });
    for (const method of Object.values(preflights)) {
      expect(Object.keys(method).sort()).toEqual([
        "authorization",
        "http_method",
        "resource_id",
        "rest_api_id",
      ]);
      expect(method.authorization).toBe("NONE");
    }
    expect(Object.keys(preflights).sort()).toEqual(["OPTIONS /", "OPTIONS /notes"]);
  });

  test("a path with its own OPTIONS route is left to it, also when that comes later", () => {
    const { stack: without } = restApi({ routes: { "GET /notes": handler } });
    const found = (of: Stack) => matching(of, "aws_api_gateway_integration", "OPTIONS_--notes");
    expect(found(without).map(({ type }) => type)).toEqual(["MOCK"]);
    const { stack, api } = restApi({ routes: { "GET /notes": handler } });
    api.addRoutes(stack, { "OPTIONS /notes": handler });
    expect(found(stack).map(({ type }) => type)).toEqual(["AWS_PROXY"]);
    expect(Object.keys(methods(stack)).sort()).toEqual(["GET /notes", "OPTIONS /", "OPTIONS /notes"]);
  });

  test("errors of the gateway carry the headers too", () => {
    const { stack } = restApi();
    const responses = Object.values(resources(stack, "aws_api_gateway_gateway_response"));
    const response_parameters = {
      "gatewayresponse.header.Access-Control-Allow-Headers": "'*'",
      "gatewayresponse.header.Access-Control-Allow-Origin": "'*'",
    };
    // The body that AWS writes by itself: a plan without it would not be empty.
    const response_templates = { "application/json": '{"message":$context.error.messageString}' };
    expect(responses).toEqual([
      expect.objectContaining({ response_type: "DEFAULT_4XX", response_parameters, response_templates }),
      expect.objectContaining({ response_type: "DEFAULT_5XX", response_parameters, response_templates }),
    ]);
  });

  test("cors false leaves out all of it", () => {
    const { stack } = restApi({ cors: false, routes: { "GET /notes": handler } });
    expect(Object.keys(methods(stack))).toEqual(["GET /notes"]);
    expect(resources(stack, "aws_api_gateway_gateway_response")).toEqual({});
  });
});

function preflight(options: RestV1ApiCorsPreflightOptions) {
  const { stack } = restApi({ cdk: { restApi: { defaultCorsPreflightOptions: options } } });
  return { stack, response: only(stack, "aws_api_gateway_integration_response") };
}

describe("RestV1Api defaultCorsPreflightOptions", () => {
  test("define the response to a preflight request", () => {
    const { stack, response } = preflight({
      allowOrigins: ["https://app.example.com"],
      allowMethods: ["GET", "POST"],
      allowHeaders: ["X-Mine"],
      allowCredentials: true,
      exposeHeaders: ["X-Yours"],
      maxAge: "1 hour",
      statusCode: 200,
    });
    expect(response.response_parameters).toEqual({
      "method.response.header.Access-Control-Allow-Credentials": "'true'",
      "method.response.header.Access-Control-Allow-Headers": "'X-Mine'",
      "method.response.header.Access-Control-Allow-Methods": "'GET,POST'",
      "method.response.header.Access-Control-Allow-Origin": "'https://app.example.com'",
      "method.response.header.Access-Control-Expose-Headers": "'X-Yours'",
      "method.response.header.Access-Control-Max-Age": "'3600'",
      "method.response.header.Vary": "'Origin'",
    });
    expect(only(stack, "aws_api_gateway_method_response").status_code).toBe("200");
    const [error] = Object.values(resources(stack, "aws_api_gateway_gateway_response"));
    expect(error?.response_parameters).toMatchObject({
      "gatewayresponse.header.Access-Control-Allow-Origin": "'https://app.example.com'",
    });
  });

  test("several origins are selected by the origin of the request", () => {
    const { response } = preflight({ allowOrigins: ["https://a.example.com", "https://b.example.com"] });
    expect(response.response_templates).toEqual({
      "application/json": expect.stringContaining('#if($origin == "https://b.example.com")'),
    });
  });

  test("methods and headers have defaults", () => {
    const { response } = preflight({ allowOrigins: ["*"] });
    expect(response.response_parameters).toEqual({
      "method.response.header.Access-Control-Allow-Headers":
        "'Content-Type,X-Amz-Date,Authorization,X-Api-Key,X-Amz-Security-Token,X-Amz-User-Agent'",
      "method.response.header.Access-Control-Allow-Methods": "'OPTIONS,GET,PUT,POST,DELETE,PATCH,HEAD'",
      "method.response.header.Access-Control-Allow-Origin": "'*'",
    });
  });

  test.each<[string, object, string]>([
    ["no origin", { allowOrigins: [] }, "allowOrigins"],
    ["no origins at all", {}, "allowOrigins"],
    ["* among others", { allowOrigins: ["*", "https://a.example.com"] }, "allowOrigins"],
    ["an origin without scheme", { allowOrigins: ["a.example.com"] }, "allowOrigins"],
    ["credentials for everybody", { allowOrigins: ["*"], allowCredentials: true }, "allowCredentials"],
    ["an unknown method", { allowOrigins: ["*"], allowMethods: ["FETCH"] }, "allowMethods"],
    ["more than a day", { allowOrigins: ["*"], maxAge: "2 days" }, "maxAge"],
    ["a status code of an error", { allowOrigins: ["*"], statusCode: 404 }, "statusCode"],
  ])("refuses %s", (_, options, key) => {
    const error = failure(() => preflight(options as RestV1ApiCorsPreflightOptions));
    expect(error.prop).toBe(`cdk.restApi.defaultCorsPreflightOptions.${key}`);
  });

  test.each([true, false])("refuses cors %p together with them", (cors) => {
    const defaultCorsPreflightOptions = { allowOrigins: ["*"] };
    const props: RestV1ApiProps = { cors, cdk: { restApi: { defaultCorsPreflightOptions } } };
    expect(failure(() => restApi(props))).toMatchObject({ prop: "cors", code: "props-exclude" });
  });

  test("refuses cors that is not a boolean", () => {
    expect(failure(() => restApi({ cors: { allowOrigins: [] } as never })).prop).toBe("cors");
  });
});
