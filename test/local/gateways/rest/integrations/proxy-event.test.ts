import { call, closeAll } from "../../support/serve";
import { ok, serveRestApi } from "../support";

afterEach(closeAll);

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html */
describe("REST API proxy event", () => {
  test("has every member of the documented event", async () => {
    const api = await serveRestApi({
      methods: { "POST /notes/{id}": { handler: ok, method: { operation_name: "addNote" } } },
      stages: { dev: { variables: { color: "red" }, deployment_id: "d1" } },
    });
    const { headers } = await call(api.url, "/dev/notes/7?a=1&a=2&b=x%20y", {
      method: "POST",
      headers: [
        "Host",
        "example.test:80",
        "User-Agent",
        "tester",
        "X-Many",
        "1",
        "X-Many",
        "2",
        "Content-Length",
        "4",
      ],
      body: "text",
    });
    const port = new URL(api.url).port;
    const trace = headers["x-amzn-trace-id"];
    expect(api.event("POST /notes/{id}")).toEqual({
      resource: "/notes/{id}",
      path: "/notes/7",
      httpMethod: "POST",
      headers: {
        Host: "example.test:80",
        "User-Agent": "tester",
        "X-Many": "2",
        "X-Amzn-Trace-Id": trace,
        "X-Forwarded-For": "127.0.0.1",
        "X-Forwarded-Port": port,
        "X-Forwarded-Proto": "http",
      },
      multiValueHeaders: {
        Host: ["example.test:80"],
        "User-Agent": ["tester"],
        "X-Many": ["1", "2"],
        "X-Amzn-Trace-Id": [trace],
        "X-Forwarded-For": ["127.0.0.1"],
        "X-Forwarded-Port": [port],
        "X-Forwarded-Proto": ["http"],
      },
      queryStringParameters: { a: "2", b: "x y" },
      multiValueQueryStringParameters: { a: ["1", "2"], b: ["x y"] },
      pathParameters: { id: "7" },
      stageVariables: { color: "red" },
      requestContext: {
        resourceId: expect.any(String),
        resourcePath: "/notes/{id}",
        operationName: "addNote",
        httpMethod: "POST",
        extendedRequestId: headers["x-amz-apigw-id"],
        requestTime: "02/Jan/2026:03:04:05 +0000",
        path: "/dev/notes/7",
        accountId: "123456789012",
        protocol: "HTTP/1.1",
        stage: "dev",
        domainPrefix: "example",
        requestTimeEpoch: 1767323045000,
        requestId: headers["x-amzn-requestid"],
        identity: {
          cognitoIdentityPoolId: null,
          accountId: null,
          cognitoIdentityId: null,
          caller: null,
          sourceIp: "127.0.0.1",
          principalOrgId: null,
          accessKey: null,
          cognitoAuthenticationType: null,
          cognitoAuthenticationProvider: null,
          userArn: null,
          userAgent: "tester",
          user: null,
        },
        domainName: "example.test:80",
        deploymentId: "d1",
        apiId: "abc123",
      },
      body: "text",
      isBase64Encoded: false,
    });
  });

  test("members without a value are null", async () => {
    const api = await serveRestApi({ methods: { "GET /a": ok } });
    await call(api.url, "/dev/a");
    expect(api.event("GET /a")).toMatchObject({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
  });

  test("a list of proxies is gone on with", async () => {
    const api = await serveRestApi({ methods: { "GET /a": ok } });
    await call(api.url, "/dev/a", {
      headers: { "x-forwarded-for": "1.2.3.4", "x-amzn-trace-id": "Root=1-a" },
    });
    expect(api.event("GET /a")).toMatchObject({
      headers: { "X-Forwarded-For": "1.2.3.4, 127.0.0.1", "X-Amzn-Trace-Id": "Root=1-a" },
    });
  });

  test.each([
    [undefined, "image/png", false],
    [["image/png"], "image/png", true],
    [["image/png"], "image/png; q=1", true],
    [["image/png"], "image/jpeg", false],
    [["image/*"], "image/jpeg", true],
    [["image~1png"], "image/png", true],
    [["image/png"], undefined, false],
    [["*/*"], undefined, true],
    [["*/*"], "text/plain", true],
  ])(
    "with binary types %j a body of type %s is base64: %s",
    async (binary_media_types, type, isBase64Encoded) => {
      const api = await serveRestApi({ methods: { "POST /a": ok }, api: { binary_media_types } });
      const headers = type === undefined ? {} : { "content-type": type };
      await call(api.url, "/dev/a", { method: "POST", headers, body: "hi" });
      expect(api.event("POST /a")).toMatchObject({ body: isBase64Encoded ? "aGk=" : "hi", isBase64Encoded });
    },
  );
});
