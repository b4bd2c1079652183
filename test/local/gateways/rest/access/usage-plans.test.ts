import type { Values } from "../../../../../lib/model";
import { call, closeAll } from "../../support/serve";
import { takeOver } from "../../take-over";
import { invokeArn, ok, restModel, serveRestApi, type TestRestApi } from "../support";

afterEach(closeAll);

const forbidden = { status: 403, text: '{"message":"Forbidden"}' };
const tooMany = { status: 429, text: '{"message":"Too Many Requests"}' };
const exceeded = { status: 429, text: '{"message":"Limit Exceeded"}' };
const keyed = { handler: ok, method: { api_key_required: true } };
const dev = { api_id: "abc123", stage: "dev" };

function apiWith(plan: Values, more: Partial<TestRestApi> = {}): TestRestApi {
  return {
    methods: { "GET /": keyed, "GET /notes/{id}": keyed, "GET /open": ok },
    stages: { dev: {}, prod: {} },
    ...more,
    resources: {
      "aws_api_gateway_api_key.k1": { value: "value-1" },
      "aws_api_gateway_api_key.k2": { value: "value-2" },
      "aws_api_gateway_api_key.off": { value: "value-off", enabled: false },
      "aws_api_gateway_api_key.planless": { value: "value-planless" },
      "aws_api_gateway_usage_plan.p": { api_stages: [dev], ...plan },
      "aws_api_gateway_usage_plan_key.k1": { usage_plan_id: "p", key_id: "k1", key_type: "API_KEY" },
      "aws_api_gateway_usage_plan_key.k2": { usage_plan_id: "p", key_id: "k2", key_type: "API_KEY" },
      "aws_api_gateway_usage_plan_key.off": { usage_plan_id: "p", key_id: "off", key_type: "API_KEY" },
      ...more.resources,
    },
  };
}

const withKey = (key: string) => ({ headers: { "x-api-key": key } });

/** Statuses of this number of requests, one after the other. */
async function statuses(url: string, path: string, count: number, key = "value-1"): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await call(url, path, withKey(key))).status);
  return all;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html */
describe("REST API keys", () => {
  test.each([
    ["a key of a plan", "/dev", { "x-api-key": "value-1" }, 200],
    ["no key", "/dev", {}, 403],
    ["an unknown key", "/dev", { "x-api-key": "nobody" }, 403],
    ["the id of a key", "/dev", { "x-api-key": "k1" }, 403],
    ["a disabled key", "/dev", { "x-api-key": "value-off" }, 403],
    ["a key without a plan", "/dev", { "x-api-key": "value-planless" }, 403],
    ["a key whose plan has another stage", "/prod", { "x-api-key": "value-1" }, 403],
    ["no key for a method without keys", "/dev/open", {}, 200],
    ["an unknown key for a method without keys", "/dev/open", { "x-api-key": "nobody" }, 200],
  ])("%s", async (_, path, headers, status) => {
    const api = await serveRestApi(apiWith({}));
    const answer = await call(api.url, path, { headers });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer).toMatchObject(forbidden);
  });

  test("the function gets to know the key", async () => {
    const api = await serveRestApi(apiWith({}));
    await call(api.url, "/dev", withKey("value-2"));
    expect(api.event("GET /")).toMatchObject({
      requestContext: { identity: { apiKey: "value-2", apiKeyId: "k2" } },
    });
    await call(api.url, "/dev/open", withKey("value-2"));
    expect(Object.keys(Object(api.event("GET /open").requestContext).identity)).not.toContain("apiKey");
  });

  test("the user gets to know the keys that are good for something, once", async () => {
    const given = apiWith({});
    const api = await serveRestApi(given);
    takeOver(api.gateway, restModel(given));
    expect(api.context.reported).toEqual([
      { event: "notice", text: "dev-app-Api accepts the API key k1: value-1" },
      { event: "notice", text: "dev-app-Api accepts the API key k2: value-2" },
    ]);
  });

  /** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-key-source.html */
  test("an authorizer may bring the key", async () => {
    const guarded = {
      handler: ok,
      method: { api_key_required: true, authorization: "CUSTOM", authorizer_id: "guard" },
    };
    const api = await serveRestApi(
      apiWith(
        {},
        {
          api: { api_key_source: "AUTHORIZER" },
          methods: { "GET /": guarded },
          authorizers: { guard: { type: "TOKEN", authorizer_uri: invokeArn("guard") } },
          functions: {
            guard: ({ authorizationToken }: { authorizationToken: string }) => ({
              principalId: "ada",
              usageIdentifierKey: authorizationToken,
              policyDocument: { Statement: { Effect: "Allow", Action: "*", Resource: "*" } },
            }),
          },
        },
      ),
    );
    const get = (authorization: string) =>
      call(api.url, "/dev", { headers: { authorization, "x-api-key": "value-1" } });
    expect((await get("value-2")).status).toBe(200);
    expect(await get("nobody")).toMatchObject(forbidden);
    expect(api.event("GET /")).toMatchObject({ requestContext: { identity: { apiKeyId: "k2" } } });
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html */
describe("REST API throttles", () => {
  test("a plan holds each key back by itself", async () => {
    const api = await serveRestApi(apiWith({ throttle_settings: { rate_limit: 2, burst_limit: 3 } }));
    expect(await statuses(api.url, "/dev", 4)).toEqual([200, 200, 200, 429]);
    expect(await call(api.url, "/dev/notes/1", withKey("value-1"))).toMatchObject(tooMany);
    expect(await statuses(api.url, "/dev", 1, "value-2")).toEqual([200]);
    expect((await call(api.url, "/dev/open")).status).toBe(200);
    api.context.clock.advanceSeconds(1);
    expect(await statuses(api.url, "/dev", 3)).toEqual([200, 200, 429]);
  });

  test.each(["/notes/{id}/GET", "notes/{id}/GET"])("a plan holds one method back: %s", async (path) => {
    const throttle = [{ path, rate_limit: 1, burst_limit: 1 }];
    const api = await serveRestApi(apiWith({ api_stages: [{ ...dev, throttle }] }));
    expect(await statuses(api.url, "/dev/notes/1", 2)).toEqual([200, 429]);
    expect(await statuses(api.url, "/dev", 2)).toEqual([200, 200]);
    expect(await statuses(api.url, "/dev/notes/1", 1, "value-2")).toEqual([200]);
  });

  test("a plan holds the root's method back", async () => {
    const throttle = [{ path: "//GET", rate_limit: 1, burst_limit: 1 }];
    const api = await serveRestApi(apiWith({ api_stages: [{ ...dev, throttle }] }));
    expect(await statuses(api.url, "/dev", 2)).toEqual([200, 429]);
  });

  const settings = (method_path: string, limits: Values): Values => ({
    rest_api_id: "abc123",
    stage_name: "dev",
    method_path,
    settings: limits,
  });
  const one = { throttling_rate_limit: 1, throttling_burst_limit: 1 };

  test.each([
    ["*/*", "/dev/open", [200, 429]],
    ["open/GET", "/dev/open", [200, 429]],
    ["~1open/GET", "/dev/open", [200, 429]],
    ["notes~1{id}/GET", "/dev/notes/1", [200, 429]],
    ["~1/GET", "/dev", [200, 429]],
    ["open/POST", "/dev/open", [200, 200]],
  ])("settings of a stage for %s hold %s back: %j", async (path, target, expected) => {
    const resources = { "aws_api_gateway_method_settings.s": settings(path, one) };
    const api = await serveRestApi(apiWith({}, { resources }));
    expect(await statuses(api.url, target, 2)).toEqual(expected);
  });

  test("settings of a method override those of all methods", async () => {
    const resources = {
      "aws_api_gateway_method_settings.all": settings("*/*", one),
      "aws_api_gateway_method_settings.open": settings("open/GET", { ...one, throttling_burst_limit: 2 }),
    };
    const api = await serveRestApi(apiWith({}, { resources }));
    expect(await statuses(api.url, "/dev/open", 3)).toEqual([200, 200, 429]);
  });

  test("a method of ANY has limits of its own, which hold for no other", async () => {
    const resources = { "aws_api_gateway_method_settings.get": settings("~1open/GET", one) };
    const api = await serveRestApi(apiWith({}, { methods: { "ANY /open": ok }, resources }));
    const send = async (method: string) => (await call(api.url, "/dev/open", { method })).status;
    expect([await send("GET"), await send("GET")]).toEqual([200, 429]);
    expect([await send("POST"), await send("POST")]).toEqual([200, 200]);
  });

  test.each([{}, { throttling_rate_limit: -1, throttling_burst_limit: -1 }])(
    "settings %j hold nothing back",
    async (limits) => {
      const resources = { "aws_api_gateway_method_settings.all": settings("*/*", limits) };
      const api = await serveRestApi(apiWith({}, { resources }));
      expect(await statuses(api.url, "/dev/open", 3)).toEqual([200, 200, 200]);
    },
  );

  test("used requests still count when the app changes", async () => {
    const plan = {
      throttle_settings: { rate_limit: 1, burst_limit: 2 },
      quota_settings: { limit: 9, period: "DAY" },
    };
    const resources = { "aws_api_gateway_method_settings.all": settings("open/GET", one) };
    const given = apiWith(plan, { resources });
    const api = await serveRestApi(given);
    expect(await statuses(api.url, "/dev", 2)).toEqual([200, 200]);
    expect(await statuses(api.url, "/dev/open", 1)).toEqual([200]);
    takeOver(api.gateway, restModel(given));
    expect(await statuses(api.url, "/dev", 1)).toEqual([429]);
    expect(await statuses(api.url, "/dev/open", 1)).toEqual([429]);
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/api/API_QuotaSettings.html */
describe("REST API quotas", () => {
  const quota = (period: string, limit = 2, offset = 0) => ({ quota_settings: { limit, period, offset } });
  const day = 24 * 60 * 60;

  // The clock begins on Friday, 2 January 2026, 03:04:05.
  test.each([
    ["DAY", day - 3 * 3600 - 4 * 60 - 6, 1],
    ["WEEK", 2 * day - 3 * 3600 - 4 * 60 - 6, 1],
    ["MONTH", 30 * day - 3 * 3600 - 4 * 60 - 6, 1],
  ])("a quota of a %s begins again at midnight", async (period, until, more) => {
    const api = await serveRestApi(apiWith(quota(period)));
    expect(await statuses(api.url, "/dev", 3)).toEqual([200, 200, 429]);
    expect(await call(api.url, "/dev", withKey("value-1"))).toMatchObject(exceeded);
    expect(await statuses(api.url, "/dev", 1, "value-2")).toEqual([200]);
    api.context.clock.advanceSeconds(until);
    expect(await statuses(api.url, "/dev", 1)).toEqual([429]);
    api.context.clock.advanceSeconds(more);
    expect(await statuses(api.url, "/dev", 3)).toEqual([200, 200, 429]);
  });

  test("an offset is taken off the first period only", async () => {
    const api = await serveRestApi(apiWith(quota("WEEK", 3, 2)));
    expect(await statuses(api.url, "/dev", 2)).toEqual([200, 429]);
    api.context.clock.advanceSeconds(7 * day);
    expect(await statuses(api.url, "/dev", 4)).toEqual([200, 200, 200, 429]);
  });

  test("requests that are throttled are not counted", async () => {
    const api = await serveRestApi(
      apiWith({ ...quota("DAY"), throttle_settings: { rate_limit: 1, burst_limit: 1 } }),
    );
    expect(await statuses(api.url, "/dev", 3)).toEqual([200, 429, 429]);
    api.context.clock.advanceSeconds(1);
    expect(await statuses(api.url, "/dev", 1)).toEqual([200]);
    api.context.clock.advanceSeconds(1);
    expect(await call(api.url, "/dev", withKey("value-1"))).toMatchObject(exceeded);
  });

  test("a raised limit leaves more, and what was used stays used", async () => {
    const api = await serveRestApi(apiWith(quota("DAY")));
    expect(await statuses(api.url, "/dev", 3)).toEqual([200, 200, 429]);
    takeOver(api.gateway, restModel(apiWith(quota("DAY", 3))));
    expect(await statuses(api.url, "/dev", 2)).toEqual([200, 429]);
  });
});
