import { serveApi } from "../../support/http-api";
import { call, closeAll } from "../../support/serve";

afterEach(closeAll);

const config = {
  allow_origins: ["https://app.example.com", "https://*.example.org", "http://localhost:3000"],
  allow_methods: ["GET", "POST"],
  allow_headers: ["authorization", "content-type"],
  expose_headers: ["x-total"],
  allow_credentials: true,
  max_age: 300,
};

const preflight = (origin: string) => ({
  method: "OPTIONS",
  headers: { origin, "access-control-request-method": "POST" },
});

const corsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html */
describe("HTTP API CORS", () => {
  test.each(["/notes", "/nowhere"])("the gateway answers the preflight request for %s", async (path) => {
    const api = await serveApi({
      api: { cors_configuration: config },
      routes: { "POST /notes": () => "ok" },
    });
    const answer = await call(api.url, path, preflight("https://app.example.com"));
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(corsOf(answer.headers)).toEqual({
      "access-control-allow-origin": "https://app.example.com",
      "access-control-allow-credentials": "true",
      "access-control-allow-headers": "authorization,content-type",
      "access-control-allow-methods": "GET,POST",
      "access-control-expose-headers": "x-total",
      "access-control-max-age": "300",
    });
    expect(api.context.functions.invoked).toEqual([]);
  });

  test.each([
    [["https://app.example.com"], "https://app.example.com", "https://app.example.com"],
    [["https://app.example.com"], "http://app.example.com", undefined],
    [["https://app.example.com"], "https://app.example.com.evil.test", undefined],
    [["https://*.example.org"], "https://a.example.org", "https://a.example.org"],
    [["https://*.example.org"], "https://example.org", undefined],
    [["https://*.example.org"], "https://a.example.org.evil.test", undefined],
    [["https://*"], "https://any.test", "https://any.test"],
    [["https://*"], "http://any.test", undefined],
    [["*"], "http://any.test", "*"],
  ])("with %j, origin %s is answered %p", async (allowed, origin, expected) => {
    const api = await serveApi({
      api: { cors_configuration: { allow_origins: allowed } },
      routes: { "GET /": () => "ok" },
    });
    const asked = await call(api.url, "/", preflight(origin));
    const got = await call(api.url, "/", { headers: { origin } });
    expect(asked.status).toBe(204);
    expect(asked.headers["access-control-allow-origin"]).toBe(expected);
    expect(got.headers["access-control-allow-origin"]).toBe(expected);
  });

  test("the gateway's headers replace those of the function", async () => {
    const headers = {
      "Access-Control-Allow-Origin": "https://function.test",
      "Access-Control-Max-Age": "1",
      "x-total": "3",
    };
    const api = await serveApi({
      api: { cors_configuration: [config] },
      routes: { "GET /": () => ({ statusCode: 200, headers }) },
    });
    const answer = await call(api.url, "/", { headers: { origin: "http://localhost:3000" } });
    expect(answer.headers["x-total"]).toBe("3");
    expect(corsOf(answer.headers)).toEqual({
      "access-control-allow-origin": "http://localhost:3000",
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": "x-total",
    });
    expect(corsOf((await call(api.url, "/")).headers)).toEqual({});
  });

  test("errors of the gateway carry the headers too", async () => {
    const api = await serveApi({ api: { cors_configuration: config }, routes: {} });
    const answer = await call(api.url, "/", { headers: { origin: "https://a.example.org" } });
    expect(answer).toMatchObject({
      status: 404,
      headers: { "access-control-allow-origin": "https://a.example.org" },
    });
  });

  test("without a configuration the function's headers stay and preflights get no answer", async () => {
    const headers = { "Access-Control-Allow-Origin": "https://function.test" };
    const api = await serveApi({ routes: { "GET /": () => ({ statusCode: 200, headers }) } });
    const answer = await call(api.url, "/", { headers: { origin: "https://x.test" } });
    expect(answer.headers["access-control-allow-origin"]).toBe("https://function.test");
    expect((await call(api.url, "/", preflight("https://x.test"))).status).toBe(404);
  });

  test("a route that takes OPTIONS gets the preflight request, and its authorizer refuses it", async () => {
    const api = await serveApi({
      api: { cors_configuration: config },
      routes: { "ANY /open": () => "mine", $default: { route: { authorization_type: "AWS_IAM" } } },
    });
    const open = await call(api.url, "/open", preflight("https://app.example.com"));
    expect(open).toMatchObject({ status: 200, text: "mine" });
    expect(open.headers["access-control-allow-origin"]).toBe("https://app.example.com");
    expect((await call(api.url, "/x", preflight("https://app.example.com"))).status).toBe(403);
  });
});
