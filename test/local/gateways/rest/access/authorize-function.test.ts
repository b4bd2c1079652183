import type { Values } from "../../../../../lib/model";
import type { Handler } from "../../support/context";
import { functionArn } from "../../support/http-api";
import { call, closeAll } from "../../support/serve";
import { takeOver } from "../../take-over";
import { invokeArn, ok, restModel, type ServedRestApi, serveRestApi, type TestRestApi } from "../support";

afterEach(closeAll);

const unauthorized = { status: 401, text: '{"message":"Unauthorized"}' };
const denied = { status: 403, text: '{"Message":"User is not authorized to access this resource"}' };
const deniedExplicitly = {
  status: 403,
  text: '{"Message":"User is not authorized to access this resource with an explicit deny"}',
};
const misconfigured = { status: 500, text: '{"message":null}' };

const methodArn = (path: string) => `arn:aws:execute-api:eu-west-1:123456789012:abc123/dev/${path}`;

const policy = (Effect: string, Resource: string | readonly string[], Action = "execute-api:Invoke") => ({
  principalId: "ada",
  policyDocument: { Version: "2012-10-17", Statement: [{ Effect, Action, Resource }] },
});
const allow = ({ methodArn: arn }: { methodArn: string }) => policy("Allow", arn);

function apiWith(guard: Handler, authorizer: Values): TestRestApi {
  const guarded = { handler: ok, method: { authorization: "CUSTOM", authorizer_id: "guard" } };
  return {
    methods: { "GET /": guarded, "GET /notes/{id}": guarded, "POST /notes/{id}": guarded, "GET /open": ok },
    authorizers: { guard: { authorizer_uri: invokeArn("guard"), ...authorizer } },
    functions: { guard },
  };
}

const served = (guard: Handler, authorizer: Values = {}) => serveRestApi(apiWith(guard, authorizer));
const asked = (api: ServedRestApi) => api.context.functions.events("guard").length;
const bearing = (authorization: string) => ({ headers: { Authorization: authorization } });

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html */
describe("REST API token authorizer", () => {
  const token = { type: "TOKEN", authorizer_result_ttl_in_seconds: 0 };

  test("the function gets token and method, and what it says gets to the method's function", async () => {
    const api = await served(
      ({ methodArn: arn }: { methodArn: string }) => ({
        ...policy("Allow", arn),
        context: { text: "a", number: 1, flag: true, nothing: null },
      }),
      token,
    );
    expect((await call(api.url, "/dev/notes/7?q=1", bearing("secret"))).status).toBe(200);
    expect(api.event("guard")).toEqual({
      type: "TOKEN",
      methodArn: methodArn("GET/notes/7"),
      authorizationToken: "secret",
    });
    expect(api.event("GET /notes/{id}")).toMatchObject({
      requestContext: {
        authorizer: {
          principalId: "ada",
          text: "a",
          number: "1",
          flag: "true",
          integrationLatency: expect.any(Number),
        },
      },
    });
    expect((await call(api.url, "/dev/open")).status).toBe(200);
    expect(asked(api)).toBe(1);
  });

  test("the root has an empty path in the method's ARN", async () => {
    const api = await served(allow, token);
    expect((await call(api.url, "/dev", bearing("x"))).status).toBe(200);
    expect(api.event("guard").methodArn).toBe(methodArn("GET/"));
  });

  test.each([
    ["no token", {}],
    ["an empty token", { Authorization: "" }],
    ["another header", { "X-Token": "Bearer abc" }],
    ["another form", { Authorization: "Basic abc" }],
    ["only a part in that form", { Authorization: "Bearer abc def" }],
    ["only a beginning in that form", { Authorization: "x Bearer abc" }],
  ])("with %s the function is not asked", async (_, headers) => {
    const api = await served(allow, { ...token, identity_validation_expression: "Bearer [a-z]+" });
    expect(await call(api.url, "/dev/notes/7", { headers })).toMatchObject(unauthorized);
    expect(asked(api)).toBe(0);
    expect((await call(api.url, "/dev/notes/7", bearing("Bearer abc"))).status).toBe(200);
  });

  test.each([
    ["(?i)bearer \\w++", "BEARER abc", 200],
    ["^Bearer .+$", "Bearer a", 200],
    ["(", "anything", 401],
  ])("the expression %s takes %s: %i", async (identity_validation_expression, given, status) => {
    const api = await served(allow, { ...token, identity_validation_expression });
    expect((await call(api.url, "/dev/notes/7", bearing(given))).status).toBe(status);
  });

  test("the token may be in another header", async () => {
    const api = await served(allow, { ...token, identity_source: "method.request.header.X-Token" });
    expect(await call(api.url, "/dev/notes/7", bearing("x"))).toMatchObject(unauthorized);
    expect((await call(api.url, "/dev/notes/7", { headers: { "x-token": "t" } })).status).toBe(200);
    expect(api.event("guard")).toMatchObject({ authorizationToken: "t" });
  });

  /** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html */
  test.each([
    ["allows the method", policy("Allow", methodArn("GET/notes/7")), { status: 200 }],
    ["allows by stars", policy("Allow", "arn:aws:execute-api:*:*:*/dev/GET/*"), { status: 200 }],
    ["allows by any action", policy("Allow", "*", "*"), { status: 200 }],
    ["allows another method", policy("Allow", methodArn("POST/notes/7")), denied],
    ["allows another path", policy("Allow", methodArn("GET/notes/8")), denied],
    ["allows another action", policy("Allow", "*", "s3:GetObject"), denied],
    ["denies", policy("Deny", "*"), deniedExplicitly],
    ["has no statement", { principalId: "a", policyDocument: { Statement: [] } }, denied],
    ["is not a policy", { principalId: "a", policyDocument: "Allow" }, misconfigured],
    ["is missing", { principalId: "a" }, misconfigured],
    ["names no principal", { policyDocument: policy("Allow", "*").policyDocument }, misconfigured],
    ["has an unknown effect", policy("Maybe", "*"), misconfigured],
    ["comes with a context of objects", { ...policy("Allow", "*"), context: { a: {} } }, misconfigured],
    ["comes with a context of lists", { ...policy("Allow", "*"), context: { a: [] } }, misconfigured],
    ["comes with no object for a context", { ...policy("Allow", "*"), context: "a" }, misconfigured],
  ])("a policy that %s", async (_, returned, expected) => {
    const api = await served(() => returned, token);
    expect(await call(api.url, "/dev/notes/7", bearing("x"))).toMatchObject(expected);
  });

  test.each([
    ["Unauthorized", unauthorized],
    ["anything else", misconfigured],
  ])("a function that fails with %s", async (message, expected) => {
    const api = await served(() => {
      throw new Error(message);
    }, token);
    expect(await call(api.url, "/dev/notes/7", bearing("x"))).toMatchObject(expected);
  });

  test("a method whose authorizer is missing refuses all requests", async () => {
    const api = await serveRestApi({
      methods: { "GET /": { handler: ok, method: { authorization: "CUSTOM", authorizer_id: "gone" } } },
    });
    expect(await call(api.url, "/dev")).toMatchObject(misconfigured);
  });

  test("answers are kept by token for their time, and judged for each method", async () => {
    const api = await served(allow, { ...token, authorizer_result_ttl_in_seconds: 60 });
    const get = (path: string, given: string) => call(api.url, path, bearing(given));
    expect((await get("/dev/notes/7", "a")).status).toBe(200);
    expect((await get("/dev/notes/7", "a")).status).toBe(200);
    expect(await get("/dev/notes/8", "a")).toMatchObject(denied);
    expect(asked(api)).toBe(1);
    expect((await get("/dev/notes/8", "b")).status).toBe(200);
    expect(asked(api)).toBe(2);
    api.context.clock.advanceSeconds(59);
    await get("/dev/notes/7", "a");
    expect(asked(api)).toBe(2);
    api.context.clock.advanceSeconds(1);
    await get("/dev/notes/7", "a");
    expect(asked(api)).toBe(3);
  });

  test("answers are kept for five minutes by default, through changes of the app too", async () => {
    const given = apiWith(() => policy("Allow", "*"), { type: "TOKEN" });
    const api = await serveRestApi(given);
    await call(api.url, "/dev/notes/7", bearing("x"));
    api.context.clock.advanceSeconds(299);
    takeOver(api.gateway, restModel(given));
    await call(api.url, "/dev/notes/8", bearing("x"));
    expect(asked(api)).toBe(1);
    api.context.clock.advanceSeconds(1);
    await call(api.url, "/dev/notes/8", bearing("x"));
    expect(asked(api)).toBe(2);
  });

  test("failures are not kept", async () => {
    let isBroken = true;
    const api = await served(
      () => {
        if (isBroken) throw new Error("broken");
        return policy("Allow", "*");
      },
      { type: "TOKEN" },
    );
    expect(await call(api.url, "/dev/notes/7", bearing("x"))).toMatchObject(misconfigured);
    isBroken = false;
    expect((await call(api.url, "/dev/notes/7", bearing("x"))).status).toBe(200);
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-input.html */
describe("REST API request authorizer", () => {
  const sources = "method.request.header.X-User, method.request.querystring.tenant,context.stage";

  test("the function gets the request", async () => {
    const api = await served(allow, { type: "REQUEST", identity_source: sources });
    const headers = { "X-User": "ada" };
    expect((await call(api.url, "/dev/notes/7?tenant=t", { headers })).status).toBe(200);
    expect(api.event("guard")).toMatchObject({
      type: "REQUEST",
      methodArn: methodArn("GET/notes/7"),
      resource: "/notes/{id}",
      path: "/notes/7",
      httpMethod: "GET",
      headers: { "X-User": "ada" },
      multiValueHeaders: { "X-User": ["ada"] },
      queryStringParameters: { tenant: "t" },
      multiValueQueryStringParameters: { tenant: ["t"] },
      pathParameters: { id: "7" },
      stageVariables: {},
      requestContext: { path: "/dev/notes/7", stage: "dev", identity: { sourceIp: "127.0.0.1" } },
    });
    expect(api.event("guard").requestContext).not.toHaveProperty("authorizer");
  });

  test.each([
    ["a header", "/dev/notes/7?tenant=t", {}],
    ["a parameter", "/dev/notes/7", { "x-user": "ada" }],
    ["the value of a parameter", "/dev/notes/7?tenant=", { "x-user": "ada" }],
  ])("without %s that identifies who asks, the function is not asked", async (_, path, headers) => {
    for (const authorizer_result_ttl_in_seconds of [300, 0]) {
      const given = { type: "REQUEST", identity_source: sources, authorizer_result_ttl_in_seconds };
      const api = await served(allow, given);
      expect(await call(api.url, path, { headers })).toMatchObject(unauthorized);
      expect(asked(api)).toBe(0);
    }
  });

  test("answers are kept by all sources together", async () => {
    const api = await served(() => policy("Allow", "*"), { type: "REQUEST", identity_source: sources });
    const get = (user: string, tenant: string) =>
      call(api.url, `/dev/notes/7?tenant=${tenant}`, { headers: { "x-user": user } });
    await get("ada", "a");
    await get("ada", "a");
    expect(asked(api)).toBe(1);
    await get("ada", "b");
    await get("bea", "a");
    expect(asked(api)).toBe(3);
  });

  test("without sources nothing is kept", async () => {
    const api = await served(allow, { type: "REQUEST", identity_source: "" });
    await call(api.url, "/dev/notes/7");
    await call(api.url, "/dev/notes/7");
    expect(asked(api)).toBe(2);
  });

  test("the function gets to see the API key of a method that needs one", async () => {
    const given = apiWith(allow, { type: "REQUEST", identity_source: "" });
    const method = { authorization: "CUSTOM", authorizer_id: "guard", api_key_required: true };
    const api = await serveRestApi({
      ...given,
      methods: { ...given.methods, "GET /": { handler: ok, method } },
    });
    const headers = { "x-api-key": "nobody" };
    await call(api.url, "/dev", { headers });
    expect(api.event("guard")).toMatchObject({ requestContext: { identity: { apiKey: "nobody" } } });
  });

  test("a stage variable names the function", async () => {
    const api = await serveRestApi({
      ...apiWith(allow, { type: "REQUEST", authorizer_uri: functionArn("${stageVariables.guard}") }),
      stages: { dev: { variables: { guard: "guard" } } },
    });
    expect((await call(api.url, "/dev/notes/7")).status).toBe(200);
  });
});
