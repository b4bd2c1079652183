import { createHttpApis } from "../../../../lib/local/gateways/http";
import { testContext } from "../support/context";
import { apiModel, serveApi } from "../support/http-api";
import { modelOf } from "../support/model";
import { call, closeAll } from "../support/serve";
import { takeOver } from "../take-over";

afterEach(closeAll);

const ok = () => "ok";
const tooMany = { status: 429, text: '{"message":"Too Many Requests"}' };

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-stages.html */
describe("HTTP API stages", () => {
  test("a named stage is the first part of the path, and stays in the event's path", async () => {
    const api = await serveApi({
      routes: { "GET /notes": ok, "GET /": ok },
      stages: { dev: { stage_variables: { table: "dev-notes" } } },
    });
    expect((await call(api.url, "/dev/notes")).status).toBe(200);
    expect(api.event("GET /notes")).toMatchObject({
      rawPath: "/dev/notes",
      stageVariables: { table: "dev-notes" },
      requestContext: { stage: "dev", http: { path: "/dev/notes" } },
    });
    expect((await call(api.url, "/dev")).status).toBe(200);
    expect((await call(api.url, "/notes")).status).toBe(404);
    expect((await call(api.url, "/other/notes")).status).toBe(404);
  });

  test("$default serves the paths without another stage", async () => {
    const api = await serveApi({ routes: { "GET /a": ok }, stages: { $default: {}, v2: {} } });
    await call(api.url, "/a");
    expect(api.event("GET /a")).toMatchObject({ requestContext: { stage: "$default" } });
    await call(api.url, "/v2/a");
    expect(api.event("GET /a")).toMatchObject({ rawPath: "/v2/a", requestContext: { stage: "v2" } });
    expect(api.gateway.basePaths).toEqual(["/", "/v2"]);
  });

  test("stage variables choose the function", async () => {
    const api = await serveApi({
      routes: {
        "GET /": {
          integration: {
            integration_uri: "arn:aws:lambda:eu-west-1:123456789012:function:${stageVariables.fn}",
          },
        },
      },
      stages: { $default: { stage_variables: { fn: "blue" } } },
      functions: { blue: () => "from blue" },
    });
    expect((await call(api.url, "/")).text).toBe("from blue");
  });

  test("an API without a stage does not serve requests, and the user gets a report", async () => {
    const api = await serveApi({ routes: { "GET /": ok }, stages: {} });
    expect(await call(api.url, "/")).toMatchObject({ status: 404, text: '{"message":"Not Found"}' });
    expect(api.context.reported).toContainEqual({
      event: "warning",
      text: "dev-app-Api has no stage, so it is not served.",
    });
  });

  test("a target of the API itself makes its route and stage", async () => {
    const context = testContext({ quick: () => "made" });
    const model = modelOf({
      "aws_apigatewayv2_api.q": {
        name: "quick",
        protocol_type: "HTTP",
        target: "arn:aws:lambda:eu-west-1:123456789012:function:quick",
      },
      "aws_apigatewayv2_api.w": { name: "sockets", protocol_type: "WEBSOCKET" },
    });
    const gateways = createHttpApis(model, context);
    expect(gateways.map(({ name, basePaths, routes }) => ({ name, basePaths, routes }))).toEqual([
      {
        name: "quick",
        basePaths: ["/"],
        routes: [{ method: "ANY", path: "$default", authorizer: "none", target: "quick" }],
      },
    ]);
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html */
describe("HTTP API throttling", () => {
  test("the stage's limits hold for each route, and a route's own win", async () => {
    const api = await serveApi({
      routes: { "GET /a": ok, "GET /b": ok },
      stages: {
        $default: {
          default_route_settings: { throttling_rate_limit: 1, throttling_burst_limit: 1 },
          route_settings: [{ route_key: "GET /b", throttling_rate_limit: 2, throttling_burst_limit: 2 }],
        },
      },
    });
    expect((await call(api.url, "/a")).status).toBe(200);
    expect(await call(api.url, "/a")).toMatchObject(tooMany);
    expect((await call(api.url, "/b")).status).toBe(200);
    expect((await call(api.url, "/b")).status).toBe(200);
    expect(await call(api.url, "/b")).toMatchObject(tooMany);
    api.context.clock.advanceSeconds(1);
    const after = await Promise.all(["/a", "/a", "/b", "/b"].map((path) => call(api.url, path)));
    expect(after.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  test("used requests still count when the model changes", async () => {
    const given = {
      routes: { "GET /a": ok },
      stages: {
        $default: { default_route_settings: [{ throttling_rate_limit: 1, throttling_burst_limit: 1 }] },
      },
    };
    const api = await serveApi(given);
    await call(api.url, "/a");
    takeOver(api.gateway, apiModel({ ...given, routes: { "GET /a": ok, "GET /new": ok } }));
    expect((await call(api.url, "/a")).status).toBe(429);
    expect((await call(api.url, "/new")).status).toBe(500);
  });
});

describe("HTTP API changes", () => {
  test("a changed model changes the routes", async () => {
    const api = await serveApi({ routes: { "GET /a": ok } });
    takeOver(api.gateway, apiModel({ routes: { "POST /b": ok }, stages: { dev: {} } }));
    expect(api.gateway.routes).toEqual([
      { method: "POST", path: "/b", authorizer: "none", target: "POST_b" },
    ]);
    expect(api.gateway.basePaths).toEqual(["/dev"]);
    expect((await call(api.url, "/a")).status).toBe(404);
  });

  test("a model without the API leaves it unchanged", async () => {
    const api = await serveApi({ routes: { "GET /a": ok } });
    takeOver(api.gateway, modelOf({}));
    expect((await call(api.url, "/a")).status).toBe(200);
  });
});
