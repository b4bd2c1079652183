import { isTextType } from "../../../../../lib/local/wire/request-headers";
import { serveApi } from "../../support/http-api";
import { call, closeAll } from "../../support/serve";

afterEach(closeAll);

const ok = () => "ok";

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
describe("HTTP API request events", () => {
  test("format 2.0 has every documented member", async () => {
    const api = await serveApi({
      routes: { "POST /notes/{id}": ok },
      stages: { $default: { stage_variables: { color: "red" } } },
    });
    await call(api.url, "/notes/7?a=1&a=2&b=x%20y", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "agent",
        Cookie: "one=1; two=2",
        "X-Many": ["1", "2"],
      },
      body: '{"text":"hi"}',
    });
    const host = new URL(api.url).host;
    expect(api.event("POST /notes/{id}")).toEqual({
      version: "2.0",
      routeKey: "POST /notes/{id}",
      rawPath: "/notes/7",
      rawQueryString: "a=1&a=2&b=x%20y",
      cookies: ["one=1", "two=2"],
      headers: {
        "content-type": "application/json",
        "content-length": "13",
        host,
        "user-agent": "agent",
        "x-amzn-trace-id": expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
        "x-forwarded-for": "127.0.0.1",
        "x-forwarded-port": new URL(api.url).port,
        "x-forwarded-proto": "http",
        "x-many": "1,2",
      },
      queryStringParameters: { a: "1,2", b: "x y" },
      requestContext: {
        accountId: "123456789012",
        apiId: "abc123",
        domainName: host,
        domainPrefix: "127",
        http: {
          method: "POST",
          path: "/notes/7",
          protocol: "HTTP/1.1",
          sourceIp: "127.0.0.1",
          userAgent: "agent",
        },
        requestId: expect.stringMatching(/^[\w-]{15}=$/),
        routeKey: "POST /notes/{id}",
        stage: "$default",
        time: "02/Jan/2026:03:04:05 +0000",
        timeEpoch: 1767323045000,
      },
      pathParameters: { id: "7" },
      stageVariables: { color: "red" },
      body: '{"text":"hi"}',
      isBase64Encoded: false,
    });
  });

  test("format 2.0 leaves out members that the request does not have", async () => {
    const api = await serveApi({ routes: { "GET /a": ok } });
    await call(api.url, "/a");
    expect(Object.keys(api.event("GET /a"))).toEqual([
      "version",
      "routeKey",
      "rawPath",
      "rawQueryString",
      "headers",
      "requestContext",
      "isBase64Encoded",
    ]);
  });

  test("format 1.0 has every documented member", async () => {
    const api = await serveApi({ routes: { "GET /notes/{id}": ok }, format: "1.0" });
    await call(api.url, "/notes/7?a=1&a=2", { headers: { "User-Agent": "agent", "X-Many": ["1", "2"] } });
    const { host, port } = new URL(api.url);
    const event = api.event("GET /notes/{id}");
    const trace = (event.headers as Record<string, string>)["X-Amzn-Trace-Id"];
    expect(event).toEqual({
      version: "1.0",
      resource: "/notes/{id}",
      path: "/notes/7",
      httpMethod: "GET",
      headers: {
        "Content-Length": "0",
        Host: host,
        "User-Agent": "agent",
        "X-Amzn-Trace-Id": trace,
        "X-Forwarded-For": "127.0.0.1",
        "X-Forwarded-Port": port,
        "X-Forwarded-Proto": "http",
        "X-Many": "2",
      },
      multiValueHeaders: {
        "Content-Length": ["0"],
        Host: [host],
        "User-Agent": ["agent"],
        "X-Amzn-Trace-Id": [trace],
        "X-Forwarded-For": ["127.0.0.1"],
        "X-Forwarded-Port": [port],
        "X-Forwarded-Proto": ["http"],
        "X-Many": ["1", "2"],
      },
      queryStringParameters: { a: "1" },
      multiValueQueryStringParameters: { a: ["1", "2"] },
      requestContext: {
        accountId: "123456789012",
        apiId: "abc123",
        domainName: host,
        domainPrefix: "127",
        extendedRequestId: expect.any(String),
        httpMethod: "GET",
        identity: {
          accessKey: null,
          accountId: null,
          caller: null,
          cognitoAmr: null,
          cognitoAuthenticationProvider: null,
          cognitoAuthenticationType: null,
          cognitoIdentityId: null,
          cognitoIdentityPoolId: null,
          principalOrgId: null,
          sourceIp: "127.0.0.1",
          user: null,
          userAgent: "agent",
          userArn: null,
        },
        path: "/notes/7",
        protocol: "HTTP/1.1",
        requestId: expect.any(String),
        requestTime: "02/Jan/2026:03:04:05 +0000",
        requestTimeEpoch: 1767323045000,
        resourceId: "GET /notes/{id}",
        resourcePath: "/notes/{id}",
        stage: "$default",
      },
      pathParameters: { id: "7" },
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
  });

  test("path and path variables are decoded", async () => {
    const api = await serveApi({ routes: { "GET /notes/{id}": ok } });
    await call(api.url, "/notes/a%20b%C3%A9");
    expect(api.event("GET /notes/{id}")).toMatchObject({
      rawPath: "/notes/a bé",
      pathParameters: { id: "a bé" },
      requestContext: { http: { path: "/notes/a bé" } },
    });
  });

  test("a path that cannot be decoded is refused", async () => {
    const api = await serveApi({ routes: { $default: ok } });
    expect(await call(api.url, "/%zz")).toMatchObject({ status: 400, text: '{"message":"Bad Request"}' });
  });

  test("a binary body arrives as base64", async () => {
    const api = await serveApi({ routes: { "POST /": ok } });
    const body = Buffer.from([0, 255, 10]);
    await call(api.url, "/", { method: "POST", headers: { "content-type": "image/png" }, body });
    expect(api.event("POST /")).toMatchObject({ body: "AP8K", isBase64Encoded: true });
  });

  test.each([
    ["text/plain", true],
    ["text/html; charset=utf-8", true],
    ["application/json", true],
    ["Application/JSON;charset=utf-8", true],
    ["application/xml", true],
    ["application/javascript", true],
    ["application/x-www-form-urlencoded", false],
    ["multipart/form-data; boundary=x", false],
    ["application/octet-stream", false],
    ["application/vnd.api+json", false],
    [undefined, false],
  ])("a body of type %p goes to functions as text: %p", (type, expected) => {
    expect(isTextType(type)).toBe(expected);
  });

  test("headers of the connection are kept from functions", async () => {
    const api = await serveApi({ routes: { "GET /": ok } });
    await call(api.url, "/", { headers: { connection: "close, x-hop", "keep-alive": "5", te: "trailers" } });
    const { headers } = api.event("GET /") as { headers: Record<string, string> };
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["connection"]));
    expect(headers).not.toHaveProperty("keep-alive");
    expect(headers).not.toHaveProperty("te");
  });
});
