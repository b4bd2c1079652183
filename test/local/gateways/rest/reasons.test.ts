import type { LocalEvent } from "../../../../lib/local";
import { TestIssuer } from "../support/issuer";
import { call, closeAll } from "../support/serve";
import { invokeArn, ok, serveRestApi, type TestMethod, type TestRestApi } from "./support";

afterEach(closeAll);

const pool = "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc";
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.create(pool);
});

const only = (method: TestMethod, more: Partial<TestRestApi> = {}): TestRestApi => ({
  methods: { "GET /a": method },
  ...more,
});
const returning = (value: unknown) => only({ handler: () => value });
const pools = (scopes?: readonly string[]): TestRestApi =>
  only(
    {
      handler: ok,
      method: { authorization: "COGNITO_USER_POOLS", authorizer_id: "members", authorization_scopes: scopes },
    },
    {
      authorizers: {
        members: {
          type: "COGNITO_USER_POOLS",
          provider_arns: ["arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc"],
        },
      },
      context: { issuers: issuer },
    },
  );
const guarded = (answer: () => unknown) =>
  only(
    { handler: ok, method: { authorization: "CUSTOM", authorizer_id: "guard" } },
    {
      authorizers: { guard: { type: "TOKEN", authorizer_uri: invokeArn("guard") } },
      functions: { guard: answer },
    },
  );
const signed = only({ handler: ok, method: { authorization: "AWS_IAM" } });
const throttled: TestRestApi = only(
  { handler: ok },
  {
    resources: {
      "aws_api_gateway_method_settings.all": {
        rest_api_id: "abc123",
        stage_name: "dev",
        method_path: "*/*",
        settings: [{ throttling_rate_limit: 1, throttling_burst_limit: 1 }],
      },
    },
  },
);

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly times?: number;
}

async function reported(given: TestRestApi, { path = "/dev/a", times = 1, ...options }: Asked = {}) {
  const api = await serveRestApi(given);
  for (let count = 0; count < times; count += 1) await call(api.url, path, options);
  const isRequest = (event: LocalEvent) => event.event === "request";
  return api.context.reported.filter(isRequest).at(-1);
}

const token = { headers: { authorization: "x" } };

describe("REST API: each refusal has its reason in the line of the request", () => {
  test.each<[string, () => TestRestApi, Asked, number, RegExp]>([
    ["no stage", () => returning({}), { path: "/a" }, 403, /begins with no stage\. Stages: \/dev\.$/],
    ["no method", () => returning({}), { method: "PUT" }, 403, /has no method PUT for \/a\.$/],
    [
      "a throttle",
      () => throttled,
      { times: 2 },
      429,
      /throttle refuses it: 1 requests per second, 1 at once/,
    ],
    [
      "no API key",
      () => only({ handler: ok, method: { api_key_required: true } }),
      {},
      403,
      /requires an API key, and the header x-api-key is missing/,
    ],
    [
      "an API key of no plan",
      () => only({ handler: ok, method: { api_key_required: true } }),
      { headers: { "x-api-key": "k" } },
      403,
      /belongs to no usage plan of the stage dev/,
    ],
    [
      "a body that is an object",
      () => returning({ body: {} }),
      {},
      502,
      /body is an object\. Return a string/,
    ],
    ["an unknown member", () => returning({ extra: 1 }), {}, 502, /it has "extra"\. Allowed: statusCode/],
    ["a string", () => returning("x"), {}, 502, /it is not an object/],
    [
      "a function that fails",
      () =>
        only({
          handler: () => {
            throw new TypeError("no id");
          },
        }),
      {},
      502,
      /^The function failed: TypeError: no id$/,
    ],
    ["no function", () => only({}), {}, 500, /^no arn:aws:lambda/],
    ["no token", () => pools(), {}, 401, /has no token/],
    [
      "a token of another pool",
      () => pools(),
      { headers: { authorization: "a.eyJpc3MiOiJ4In0.c" } },
      401,
      /iss is x, and the authorizer accepts https:\/\/cognito-idp\.eu-west-1/,
    ],
    [
      "no token for a function",
      () => guarded(() => ({})),
      {},
      401,
      /lacks an identity source of the authorizer guard/,
    ],
    [
      "an authorizer without a policy",
      () => guarded(() => ({})),
      token,
      500,
      /policyDocument is not a policy/,
    ],
    [
      "an authorizer without a principal",
      () => guarded(() => ({ policyDocument: { Statement: [] } })),
      token,
      500,
      /guard returned no usable response: principalId is missing/,
    ],
    [
      "an authorizer whose context has an object",
      () => guarded(() => ({ principalId: "a", context: { a: {} }, policyDocument: { Statement: [] } })),
      token,
      500,
      /context has a value that is an array or an object/,
    ],
    [
      "a policy that does not allow",
      () => guarded(() => ({ principalId: "a", policyDocument: { Statement: [] } })),
      token,
      403,
      /policy of the authorizer guard does not allow arn:aws:execute-api/,
    ],
    [
      "an authorizer that fails",
      () =>
        guarded(() => {
          throw new Error("no database");
        }),
      token,
      500,
      /authorizer guard: The function failed: Error: no database/,
    ],
    ["no signature", () => signed, {}, 403, /is not signed/],
    [
      "a wrong signature",
      () => signed,
      { headers: { authorization: "AWS4-HMAC-SHA256 x" } },
      403,
      /^The signature is refused: ./,
    ],
    [
      "a server that cannot be reached",
      () =>
        only({
          integration: { type: "HTTP_PROXY", uri: "http://127.0.0.1:1/", integration_http_method: "GET" },
        }),
      {},
      504,
      /^http:\/\/127\.0\.0\.1:1 cannot be reached: ECONNREFUSED/,
    ],
    [
      "a service that is not emulated",
      () =>
        only({
          integration: {
            type: "AWS",
            uri: "arn:aws:apigateway:eu-west-1:states:action/StartExecution",
            integration_http_method: "POST",
          },
        }),
      {},
      501,
      /states is not emulated/,
    ],
    [
      "no response that fits",
      () =>
        only({
          integration: { type: "MOCK", request_templates: { "application/json": '{"statusCode": 200}' } },
        }),
      {},
      500,
      /No match for output mapping/,
    ],
    [
      "a missing parameter",
      () =>
        only(
          {
            handler: ok,
            method: {
              request_validator_id: "all",
              request_parameters: { "method.request.querystring.q": true },
            },
          },
          {
            resources: {
              "aws_api_gateway_request_validator.all": {
                rest_api_id: "abc123",
                validate_request_parameters: true,
              },
            },
          },
        ),
      {},
      400,
      /Missing required request parameters: \[q\]/,
    ],
  ])("%s", async (_name, api, asked, status, reason) => {
    expect(await reported(api(), asked)).toMatchObject({ status, reason: expect.stringMatching(reason) });
  });

  const future = 4_000_000_000;
  test.each<[string, Record<string, unknown>, readonly string[] | undefined, RegExp]>([
    ["time", { exp: 1_700_000_000, token_use: "id" }, undefined, /expired \(exp is 2023/],
    ["kind", { exp: future, token_use: "access" }, undefined, /not an id token/],
    ["scopes", { exp: future, token_use: "access", scope: "a" }, ["b"], /method's scopes: b\. It has: a\.$/],
  ])("a token of the wrong %s", async (_name, claims, scopes, reason) => {
    const authorization = await issuer.token(claims);
    const event = await reported(pools(scopes), { headers: { authorization } });
    expect(event).toMatchObject({ status: 401, reason: expect.stringMatching(reason) });
  });

  test.each([200, 204, 404, 500])("a response with %i of a function has no reason", async (statusCode) => {
    expect(await reported(returning({ statusCode }))).not.toHaveProperty("reason");
  });
});
