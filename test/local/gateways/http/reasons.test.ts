import type { LocalEvent } from "../../../../lib/local";
import { functionArn, serveApi, type TestApi } from "../support/http-api";
import { TestIssuer } from "../support/issuer";
import { call, closeAll } from "../support/serve";

afterEach(closeAll);

const url = "https://login.example.com";
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.create(url);
});

const returning = (value: unknown): TestApi => ({ routes: { "GET /": () => value } });
const failing = (error: Error): TestApi => ({
  routes: {
    "GET /": () => {
      throw error;
    },
  },
});
const jwt = (scopes?: readonly string[]): TestApi => ({
  routes: {
    "GET /": {
      handler: () => "ok",
      route: { authorization_type: "JWT", authorizer_id: "members", authorization_scopes: scopes },
    },
  },
  authorizers: {
    members: {
      authorizer_type: "JWT",
      identity_sources: ["$request.header.Authorization"],
      jwt_configuration: { issuer: url, audience: ["notes"] },
    },
  },
  context: { issuers: issuer },
});
const guarded = (answer: () => unknown, simple: boolean): TestApi => ({
  routes: {
    "GET /": { handler: () => "ok", route: { authorization_type: "CUSTOM", authorizer_id: "guard" } },
  },
  authorizers: {
    guard: {
      authorizer_type: "REQUEST",
      authorizer_uri: functionArn("guard"),
      authorizer_payload_format_version: "2.0",
      enable_simple_responses: simple,
      identity_sources: ["$request.header.key"],
    },
  },
  functions: { guard: answer },
});
const forwarding = (values: object): TestApi => ({
  routes: { "GET /": { integration: { integration_type: "HTTP_PROXY", ...values } } },
});

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly times?: number;
}

async function reported(given: TestApi, { path = "/", times = 1, ...options }: Asked = {}) {
  const api = await serveApi(given);
  for (let count = 0; count < times; count += 1) await call(api.url, path, options);
  const isRequest = (event: LocalEvent) => event.event === "request";
  return api.context.reported.filter(isRequest).at(-1);
}

const key = { headers: { key: "k" } };

/** Issues of users begin with a status in the log: each must name the remedy. */
describe("HTTP API: each refusal has its reason in the line of the request", () => {
  test.each<[string, () => TestApi, Asked, number, RegExp]>([
    ["no route", () => returning(1), { path: "/x" }, 404, /^No route matches GET \/x\.$/],
    ["no route of the method", () => returning(1), { method: "PUT" }, 404, /PUT \/\. The path has: GET\.$/],
    [
      "no stage",
      () => ({ ...returning(1), stages: { dev: {} } }),
      {},
      404,
      /begins with no stage\. Stages: dev\.$/,
    ],
    ["a path that cannot be decoded", () => returning(1), { path: "/%E0%A4%A" }, 400, /cannot be decoded/],
    [
      "a throttle",
      () => ({
        ...returning(1),
        stages: {
          $default: { default_route_settings: { throttling_rate_limit: 1, throttling_burst_limit: 1 } },
        },
      }),
      { times: 2 },
      429,
      /throttle refuses it: 1 requests per second, 1 at once/,
    ],
    [
      "a body that is an object",
      () => returning({ statusCode: 200, body: {} }),
      {},
      500,
      /no usable response: body is an object\. Return a string: body: JSON\.stringify/,
    ],
    ["a wrong status", () => returning({ statusCode: 99 }), {}, 500, /statusCode is 99\. Return a whole/],
    [
      "format 1.0 without a status",
      () => ({ ...returning({}), format: "1.0" }),
      {},
      500,
      /it has no statusCode/,
    ],
    [
      "a header that cannot be sent",
      () => returning({ statusCode: 200, headers: { "x y": "1" } }),
      {},
      500,
      /the header "x y" cannot be sent/,
    ],
    [
      "a function that fails, in one line",
      () => failing(new TypeError("no\n  id")),
      {},
      500,
      /^The function failed: TypeError: no id$/,
    ],
    ["no function", () => ({ routes: { "GET /": {} } }), {}, 500, /^no arn:aws:lambda/],
    ["no token", () => jwt(), {}, 401, /authorizer members finds no token/],
    [
      "an invalid token",
      () => jwt(),
      { headers: { authorization: "Bearer x" } },
      401,
      /members refuses the token: token contains an invalid number of segments/,
    ],
    [
      "no identity source",
      () => guarded(() => ({ isAuthorized: true }), true),
      {},
      401,
      /lacks the identity source request\.header\.key of the authorizer guard/,
    ],
    [
      "an authorizer that denies",
      () => guarded(() => ({ isAuthorized: false }), true),
      key,
      403,
      /guard denies the request: isAuthorized is false/,
    ],
    [
      "an authorizer without its answer",
      () => guarded(() => ({ isAuthorized: "yes" }), true),
      key,
      500,
      /guard returned no usable response: isAuthorized is not true or false/,
    ],
    [
      "a simple answer where a policy is expected",
      () => guarded(() => ({ isAuthorized: true }), false),
      key,
      500,
      /policyDocument is not a policy\. Simple responses are off/,
    ],
    [
      "a policy that does not allow the route",
      () => guarded(() => ({ principalId: "a", policyDocument: { Statement: [] } }), false),
      key,
      403,
      /policy of the authorizer guard does not allow arn:aws:execute-api:.*GET\/\./,
    ],
    [
      "an authorizer that fails",
      () =>
        guarded(() => {
          throw new Error("no database");
        }, true),
      key,
      500,
      /authorizer guard: The function failed: Error: no database/,
    ],
    [
      "an authorizer that says no",
      () =>
        guarded(() => {
          throw new Error("Unauthorized");
        }, true),
      key,
      401,
      /guard refuses the request: it failed with "Unauthorized"/,
    ],
    [
      "no signature",
      () => ({ routes: { "GET /": { handler: () => 1, route: { authorization_type: "AWS_IAM" } } } }),
      {},
      403,
      /is not signed/,
    ],
    [
      "a wrong signature",
      () => ({ routes: { "GET /": { handler: () => 1, route: { authorization_type: "AWS_IAM" } } } }),
      { headers: { authorization: "AWS4-HMAC-SHA256 x" } },
      403,
      /^The signature is refused: ./,
    ],
    [
      "a server that cannot be reached",
      () => forwarding({ integration_uri: "http://127.0.0.1:1/x", integration_method: "GET" }),
      {},
      503,
      /^http:\/\/127\.0\.0\.1:1 cannot be reached: ECONNREFUSED/,
    ],
    [
      "a load balancer without an address",
      () =>
        forwarding({
          integration_uri: "arn:aws:elasticloadbalancing:x",
          integration_method: "GET",
          connection_type: "VPC_LINK",
        }),
      {},
      501,
      /--endpoint arn:aws:elasticloadbalancing:x=/,
    ],
    [
      "a service that is not emulated",
      () => ({
        routes: {
          "GET /": {
            integration: {
              integration_type: "AWS_PROXY",
              integration_subtype: "StepFunctions-StartExecution",
            },
          },
        },
      }),
      {},
      501,
      /StepFunctions-StartExecution is not emulated/,
    ],
  ])("%s", async (_name, api, asked, status, reason) => {
    expect(await reported(api(), asked)).toMatchObject({ status, reason: expect.stringMatching(reason) });
  });

  const future = 4_000_000_000;
  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      "audience",
      { aud: "x", exp: future },
      /valid audience \(aud is "x", and the authorizer accepts notes\)/,
    ],
    ["client", { client_id: "x", exp: future }, /\(client_id is "x", and/],
    [
      "issuer",
      { iss: "https://y", aud: "notes", exp: future },
      /\(iss is "https:\/\/y", and the authorizer has/,
    ],
    ["time", { aud: "notes", exp: 1_700_000_000 }, /has expired \(exp is 2023-11-14T22:13:20\.000Z\)/],
    ["beginning", { aud: "notes", exp: future, nbf: future }, /not valid yet \(nbf is 2096/],
  ])("a token of the wrong %s", async (_name, claims, reason) => {
    const authorization = `Bearer ${await issuer.token(claims)}`;
    const event = await reported(jwt(), { headers: { authorization } });
    expect(event).toMatchObject({ status: 401, reason: expect.stringMatching(reason) });
  });

  test("a token without the scopes of the route", async () => {
    const token = await issuer.token({ aud: "notes", exp: future, scope: "a b" });
    const event = await reported(jwt(["c"]), { headers: { authorization: `Bearer ${token}` } });
    expect(event).toMatchObject({ status: 403, reason: expect.stringMatching(/scopes: c\. It has: a b\.$/) });
  });

  test("an issuer that cannot be reached", async () => {
    const keysOf = async (): Promise<never> => {
      throw new Error("getaddrinfo ENOTFOUND login.example.com");
    };
    const token = await issuer.token({ aud: "notes", exp: future });
    const api = { ...jwt(), context: { issuers: { keysOf } } };
    const event = await reported(api, { headers: { authorization: `Bearer ${token}` } });
    expect(event).toMatchObject({ status: 401, reason: expect.stringContaining("ENOTFOUND") });
  });

  test("an origin that CORS does not allow", async () => {
    const api = {
      ...returning(1),
      api: { cors_configuration: { allow_origins: ["https://a.example.com"] } },
    };
    const headers = { origin: "https://b.example.com", "access-control-request-method": "POST" };
    const event = await reported(api, { method: "OPTIONS", path: "/x", headers });
    expect(event).toMatchObject({ status: 204, reason: expect.stringContaining("https://b.example.com") });
  });

  test.each([200, 204, 404, 500])("a response with %i of a function has no reason", async (statusCode) => {
    expect(await reported(returning({ statusCode }))).not.toHaveProperty("reason");
  });
});
