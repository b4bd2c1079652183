import type { Values } from "../../../../../lib/model";
import { call, closeAll } from "../../support/serve";
import { ok, serveRestApi } from "../support";

afterEach(closeAll);

const customised = (responses: Readonly<Record<string, Values>>): Record<string, Values> =>
  Object.fromEntries(
    Object.entries(responses).map(([type, values]) => [
      `aws_api_gateway_gateway_response.${type}`,
      { rest_api_id: "abc123", response_type: type, ...values },
    ]),
  );

/** How long the slow function is waited for, by a clock that stands. */
const slowMs = 5000;
const usualTemplate = { "application/json": '{"message":$context.error.messageString}' };

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
describe("REST API gateway responses", () => {
  /** Requests that lead to each type. */
  async function failing(responses: Readonly<Record<string, Values>> = {}) {
    const model = {
      "aws_api_gateway_model.Note": {
        rest_api_id: "abc123",
        name: "Note",
        schema: '{"type":"object"}',
      },
    };
    const validator = {
      "aws_api_gateway_request_validator.all": {
        rest_api_id: "abc123",
        validate_request_body: true,
        validate_request_parameters: true,
      },
    };
    const throttled = {
      "aws_api_gateway_method_settings.t": {
        rest_api_id: "abc123",
        stage_name: "dev",
        method_path: "throttled/GET",
        settings: { throttling_rate_limit: 0, throttling_burst_limit: 0 },
      },
    };
    const validated = { request_validator_id: "all", request_models: { "application/json": "Note" } };
    const guarded = (authorizer_id: string) => ({ authorization: "CUSTOM", authorizer_id });
    const token = (name: string) => ({
      type: "TOKEN",
      authorizer_uri: `arn:aws:lambda:eu-west-1:123456789012:function:${name}`,
      authorizer_result_ttl_in_seconds: 0,
    });
    return serveRestApi({
      methods: {
        "GET /denied": { handler: ok, method: guarded("denies") },
        "GET /invalid": { handler: ok, method: guarded("invalid") },
        "GET /gone": { handler: ok, method: guarded("gone") },
        "GET /keyed": { handler: ok, method: { api_key_required: true } },
        "GET /mock": { integration: { type: "MOCK" } },
        "POST /body": { handler: ok, method: validated },
        "GET /parameters": {
          handler: ok,
          method: { ...validated, request_parameters: { "method.request.querystring.q": true } },
        },
        "GET /signed": { handler: ok, method: { authorization: "AWS_IAM" } },
        "GET /throttled": ok,
        "POST /typed": { integration: { type: "MOCK", passthrough_behavior: "NEVER" } },
        "GET /slow": { handler: () => new Promise(() => {}), integration: { timeout_milliseconds: slowMs } },
        "GET /unreachable": { integration: { type: "HTTP_PROXY", uri: "http://127.0.0.1:1/" } },
      },
      authorizers: { denies: token("denies"), invalid: token("invalid") },
      functions: {
        denies: () => ({ principalId: "x", policyDocument: { Statement: [] } }),
        invalid: () => ({}),
      },
      resources: { ...model, ...validator, ...throttled, ...customised(responses) },
    });
  }

  const authorization = { authorization: "t" };
  const kinds = [
    [
      "ACCESS_DENIED",
      "GET /denied",
      authorization,
      403,
      '{"Message":"User is not authorized to access this resource"}',
      "AccessDeniedException",
    ],
    [
      "API_CONFIGURATION_ERROR",
      "GET /mock",
      {},
      500,
      '{"message":"Internal server error"}',
      "InternalServerErrorException",
    ],
    [
      "AUTHORIZER_CONFIGURATION_ERROR",
      "GET /invalid",
      authorization,
      500,
      '{"message":null}',
      "AuthorizerConfigurationException",
    ],
    [
      "AUTHORIZER_CONFIGURATION_ERROR",
      "GET /gone",
      authorization,
      500,
      '{"message":null}',
      "AuthorizerConfigurationException",
    ],
    ["BAD_REQUEST_BODY", "POST /body", {}, 400, '{"message":"Invalid request body"}', "BadRequestException"],
    [
      "BAD_REQUEST_PARAMETERS",
      "GET /parameters",
      {},
      400,
      '{"message":"Missing required request parameters: [q]"}',
      "BadRequestException",
    ],
    [
      "INTEGRATION_FAILURE",
      "GET /unreachable",
      {},
      504,
      '{"message":"Network error communicating with endpoint"}',
      "InternalServerErrorException",
    ],
    [
      "INTEGRATION_TIMEOUT",
      "GET /slow",
      {},
      504,
      '{"message":"Endpoint request timed out"}',
      "InternalServerErrorException",
    ],
    ["INVALID_API_KEY", "GET /keyed", {}, 403, '{"message":"Forbidden"}', "ForbiddenException"],
    [
      "MISSING_AUTHENTICATION_TOKEN",
      "GET /signed",
      {},
      403,
      '{"message":"Missing Authentication Token"}',
      "MissingAuthenticationTokenException",
    ],
    [
      "MISSING_AUTHENTICATION_TOKEN",
      "GET /nowhere",
      {},
      403,
      '{"message":"Missing Authentication Token"}',
      "MissingAuthenticationTokenException",
    ],
    [
      "REQUEST_TOO_LARGE",
      "POST /body",
      { "content-length": 10 * 1024 * 1024 + 1 },
      413,
      '{"message":"Request Too Long"}',
      "RequestTooLargeException",
    ],
    ["THROTTLED", "GET /throttled", {}, 429, '{"message":"Too Many Requests"}', "TooManyRequestsException"],
    ["UNAUTHORIZED", "GET /denied", {}, 401, '{"message":"Unauthorized"}', "UnauthorizedException"],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      "POST /typed",
      {},
      415,
      '{"message":"Unsupported Media Type"}',
      "BadRequestException",
    ],
  ] as const;

  const send = async (
    { url, context: { clock } }: Awaited<ReturnType<typeof failing>>,
    route: string,
    headers: object,
  ) => {
    const [method = "", path = ""] = route.split(" ");
    const size = "content-length" in headers ? Number(headers["content-length"]) : 0;
    const answer = call(url, `/dev${path}`, {
      method,
      headers: { ...headers },
      ...(size > 0 && { body: Buffer.alloc(size) }),
    });
    if (path === "/slow") {
      await clock.untilWaitedFor(slowMs);
      clock.advance(slowMs);
    }
    return answer;
  };

  test.each(kinds)("%s of %s has AWS's words", async (_, route, headers, status, text, errorType) => {
    const api = await failing();
    const answer = await send(api, route, headers);
    expect(answer).toMatchObject({ status, text, headers: { "content-type": "application/json" } });
    expect(answer.headers["x-amzn-errortype"]).toBe(errorType);
  });

  test.each(kinds)("%s of %s is what the API makes of it", async (type, route, headers, status) => {
    const api = await failing({
      [type]: {
        status_code: "418",
        response_parameters: { "gatewayresponse.header.X-Own": "'yes'" },
        response_templates: { "application/json": '{"type":"$context.error.responseType"}' },
      },
      DEFAULT_4XX: { status_code: "499", response_templates: usualTemplate },
      DEFAULT_5XX: { status_code: "599", response_templates: usualTemplate },
    });
    const answer = await send(api, route, headers);
    expect(status).not.toBe(418);
    expect(answer).toMatchObject({ status: 418, text: `{"type":"${type}"}`, headers: { "x-own": "yes" } });
  });

  test("the defaults change all that are not changed by themselves", async () => {
    const cors = { response_parameters: { "gatewayresponse.header.Access-Control-Allow-Origin": "'*'" } };
    const api = await failing({
      DEFAULT_4XX: { ...cors, response_templates: usualTemplate },
      DEFAULT_5XX: { ...cors, response_templates: usualTemplate },
    });
    for (const [, route, headers, status] of kinds) {
      const answer = await send(api, route, headers);
      expect(answer).toMatchObject({ status, headers: { "access-control-allow-origin": "*" } });
      expect(JSON.parse(answer.text)).toHaveProperty("message");
    }
  });

  test("each default stands for errors of its own kind", async () => {
    const api = await failing({ DEFAULT_4XX: { status_code: "499" }, DEFAULT_5XX: { status_code: "599" } });
    for (const [, route, headers, status] of kinds) {
      expect((await send(api, route, headers)).status).toBe(status < 500 ? 499 : 599);
    }
  });

  test("a default without a template keeps the usual body", async () => {
    const api = await failing({ DEFAULT_4XX: { status_code: "400" } });
    expect(await send(api, "GET /keyed", {})).toMatchObject({
      status: 400,
      text: '{"message":"Forbidden"}',
    });
  });

  /** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gatewayResponse-definition.html */
  test("headers and bodies take values from the request", async () => {
    const api = await failing({
      INVALID_API_KEY: {
        response_parameters: {
          "gatewayresponse.header.X-Path": "context.path",
          "gatewayresponse.header.X-Query": "method.request.querystring.q",
          "gatewayresponse.header.X-Header": "method.request.header.accept",
          "gatewayresponse.header.X-Absent": "method.request.header.absent",
        },
        response_templates: {
          "text/plain":
            "$context.error.message on $context.stage$context.resourcePath at ${context.httpMethod} $5 $foo",
        },
      },
    });
    const { headers, text } = await call(api.url, "/dev/keyed?q=1", { headers: { accept: "text/css" } });
    expect(text).toBe("Forbidden on dev/keyed at GET $5 $foo");
    expect(headers).toMatchObject({
      "content-type": "text/plain",
      "x-path": "/dev/keyed",
      "x-query": "1",
      "x-header": "text/css",
    });
    expect(headers["x-absent"]).toBeUndefined();
  });

  test("the template is chosen by the types that the client accepts", async () => {
    const api = await failing({
      INVALID_API_KEY: {
        response_templates: { "application/json": "json", "text/xml": "xml" },
      },
    });
    for (const [accept, text] of [
      ["text/xml", "xml"],
      ["text/xml;q=0.9, application/json", "xml"],
      ["text/css", "json"],
      ["*/*", "json"],
    ] as const) {
      expect((await call(api.url, "/dev/keyed", { headers: { accept } })).text).toBe(text);
    }
  });

  test("a header that cannot be sent does not affect others", async () => {
    const api = await failing({
      INVALID_API_KEY: {
        response_parameters: { "gatewayresponse.header.X-Query": "method.request.querystring.q" },
      },
    });
    expect((await call(api.url, "/dev/keyed?q=%0d%0ax")).status).toBe(500);
  });
});
