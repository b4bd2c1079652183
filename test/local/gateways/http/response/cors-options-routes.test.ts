import { serveApi } from "../../support/http-api";
import { call, closeAll } from "../../support/serve";

afterEach(closeAll);

const origin = "https://app.example.com";

const config = {
  allow_origins: [origin],
  allow_methods: ["GET", "POST"],
  allow_headers: ["authorization"],
  expose_headers: ["x-total"],
  max_age: 300,
};

const corsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));

/** An API in which a route takes `OPTIONS`, so that catch-all routes may have an authorizer. */
const withOptionsRoute = () =>
  serveApi({
    api: { cors_configuration: config },
    routes: {
      "OPTIONS /{proxy+}": () => ({ statusCode: 204, headers: { "access-control-max-age": "1" } }),
      $default: { route: { authorization_type: "AWS_IAM" } },
    },
  });

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html */
describe("HTTP API CORS with a route for OPTIONS", () => {
  test("a preflight request that the route answers gets all headers, or browsers would refuse it", async () => {
    const api = await withOptionsRoute();
    const headers = { origin, "access-control-request-method": "POST" };
    const answer = await call(api.url, "/notes", { method: "OPTIONS", headers });
    expect(answer.status).toBe(204);
    expect(corsOf(answer.headers)).toEqual({
      "access-control-allow-origin": origin,
      "access-control-allow-headers": "authorization",
      "access-control-allow-methods": "GET,POST",
      "access-control-expose-headers": "x-total",
      "access-control-max-age": "300",
    });
  });

  test.each([
    ["another origin", { origin: "https://evil.test", "access-control-request-method": "POST" }],
    ["no origin", { "access-control-request-method": "POST" }],
    ["no method to ask for", { origin }],
  ])("with %s there are none", async (_, headers) => {
    const api = await withOptionsRoute();
    const answer = await call(api.url, "/notes", { method: "OPTIONS", headers });
    expect([answer.status, corsOf(answer.headers)]).toEqual([204, {}]);
  });
});
