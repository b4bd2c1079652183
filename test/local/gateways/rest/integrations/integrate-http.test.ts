import { createServer, type IncomingMessage } from "node:http";
import { call, closeAll, listen } from "../../support/serve";
import { serveRestApi } from "../support";

afterEach(closeAll);

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server that returns the requests that it received, with the given answer. */
async function server(status = 200, headers: Record<string, string | string[]> = {}, body?: string) {
  const seen: Seen[] = [];
  const url = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        seen.push({ method: request.method, url: request.url, headers: request.headers, body: text });
        response.writeHead(status, headers).end(body ?? `answer to ${text}`);
      });
    }),
  );
  return { url, seen };
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html */
describe("REST API HTTP proxies", () => {
  test("request and response pass unchanged", async () => {
    const { url, seen } = await server(201, { "x-own": "1", "set-cookie": ["a=1", "b=2"], server: "mine" });
    const api = await serveRestApi({
      methods: {
        "ANY /files/{proxy+}": {
          integration: {
            type: "HTTP_PROXY",
            uri: `${url}/\${stageVariables.base}/{proxy}?fixed=1`,
            integration_http_method: "ANY",
            request_parameters: {
              "integration.request.path.proxy": "method.request.path.proxy",
              "integration.request.header.X-Stage": "context.stage",
              "integration.request.header.X-Text": "'text'",
              "integration.request.querystring.more": "method.request.querystring.q",
            },
          },
        },
      },
      stages: { dev: { variables: { base: "v1" } } },
    });
    const answer = await call(api.url, "/dev/files/a/b%20c?q=1&q=2", {
      method: "PUT",
      headers: { "x-mine": "x", "content-type": "text/plain", "user-agent": "tester" },
      body: "hello",
    });
    expect(answer).toMatchObject({
      status: 201,
      text: "answer to hello",
      headers: { "x-own": "1", "set-cookie": ["a=1", "b=2"], "x-amzn-remapped-server": "mine" },
    });
    expect(seen).toEqual([
      {
        method: "PUT",
        url: "/v1/a/b%20c?fixed=1&q=1&q=2&more=2",
        headers: expect.objectContaining({
          host: new URL(url).host,
          "x-mine": "x",
          "x-stage": "dev",
          "x-text": "text",
          "content-type": "text/plain",
          "content-length": "5",
          "user-agent": "tester",
          "x-amzn-apigateway-api-id": "abc123",
          "x-forwarded-for": "127.0.0.1",
        }),
        body: "hello",
      },
    ]);
  });

  test("a mapped parameter stands for the client's of that name", async () => {
    const { url, seen } = await server();
    const request_parameters = { "integration.request.querystring.q": "'mapped'" };
    const api = await serveRestApi({
      methods: { "GET /a": { integration: { type: "HTTP_PROXY", uri: url, request_parameters } } },
    });
    await call(api.url, "/dev/a?q=1&other=2");
    expect(seen).toMatchObject([{ url: "/?other=2&q=mapped" }]);
  });

  test("the method of the integration is used", async () => {
    const { url, seen } = await server();
    const integration = { type: "HTTP_PROXY", uri: url, integration_http_method: "POST" };
    const api = await serveRestApi({ methods: { "GET /a": { integration } } });
    await call(api.url, "/dev/a");
    expect(seen).toMatchObject([{ method: "POST", url: "/" }]);
  });

  test("a server that takes too long is not waited for", async () => {
    const url = await listen(createServer(() => {}));
    const integration = { type: "HTTP_PROXY", uri: url, timeout_milliseconds: 5000 };
    const api = await serveRestApi({ methods: { "GET /a": { integration } } });
    const answer = call(api.url, "/dev/a");
    await api.context.clock.untilWaitedFor(5000);
    api.context.clock.advance(5000);
    expect(await answer).toMatchObject({
      status: 504,
      text: '{"message":"Endpoint request timed out"}',
    });
  });

  test("an invalid address gets an answer", async () => {
    const integration = { type: "HTTP_PROXY", uri: "${stageVariables.none}" };
    const api = await serveRestApi({ methods: { "GET /a": { integration } } });
    expect(await call(api.url, "/dev/a")).toMatchObject({
      status: 500,
      text: '{"message":"Invalid endpoint address"}',
    });
  });

  test("the user says where a server is that does not run here", async () => {
    const { url, seen } = await server();
    const uri = "http://internal.example.com/v1/a";
    const integration = { type: "HTTP_PROXY", uri, connection_type: "VPC_LINK" };
    const methods = { "GET /a": { integration } };
    const known = await serveRestApi({
      methods,
      context: { endpoints: new Map([["http://internal.example.com", `${url}/base`]]) },
    });
    expect((await call(known.url, "/dev/a")).status).toBe(200);
    expect(seen).toMatchObject([{ url: "/base/v1/a" }]);
    const unknown = await serveRestApi({ methods });
    const answer = await call(unknown.url, "/dev/a");
    expect(answer.status).toBe(501);
    expect(answer.text).toContain("--endpoint http://internal.example.com=");
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html */
describe("REST API HTTP integrations with mappings", () => {
  test("only mapped values reach the server and the client", async () => {
    const { url, seen } = await server(200, { "x-own": "1", "x-two": ["a", "b"] }, '{"name":"Ada"}');
    const api = await serveRestApi({
      methods: {
        "POST /notes/{id}": {
          integration: {
            type: "HTTP",
            uri: `${url}/{note}`,
            integration_http_method: "PUT",
            request_parameters: {
              "integration.request.path.note": "method.request.path.id",
              "integration.request.querystring.q": "method.request.querystring.q",
              "integration.request.querystring.all": "method.request.multivaluequerystring.q",
              "integration.request.header.X-Name": "method.request.body.name",
              "integration.request.header.X-Many": "method.request.multivalueheader.x-many",
              "integration.request.header.X-Last": "method.request.header.x-many",
              "integration.request.header.X-Color": "stageVariables.color",
              "integration.request.header.X-Absent": "method.request.header.absent",
            },
            request_templates: {
              "application/json":
                "#set($context.requestOverride.header.X-Over = 'o')#set($context.requestOverride.path.note = 'other')$input.json('$.name')",
            },
          },
          responses: {
            200: {
              response_parameters: {
                "method.response.header.X-Own": "integration.response.header.X-Own",
                "method.response.header.X-Two": "integration.response.multivalueheader.x-two",
                "method.response.header.X-Body": "integration.response.body",
              },
            },
          },
        },
      },
      stages: { dev: { variables: { color: "red" } } },
    });
    const answer = await call(api.url, "/dev/notes/7?q=1&q=2&secret=1", {
      method: "POST",
      headers: ["host", "x", "x-secret", "1", "X-Many", "1", "x-many", "2", "content-length", "14"],
      body: '{"name":"Bea"}',
    });
    expect(answer).toMatchObject({
      status: 200,
      text: '{"name":"Ada"}',
      headers: { "x-own": "1", "x-two": "a,b", "x-body": '{"name":"Ada"}' },
    });
    const [asked] = seen;
    expect(asked).toMatchObject({ method: "PUT", url: "/other?q=2&all=1%2C2", body: '"Bea"' });
    expect(asked?.headers).toMatchObject({
      "x-name": "Bea",
      "x-color": "red",
      "x-over": "o",
      "x-many": "1,2",
      "x-last": "2",
    });
    expect(asked?.headers).not.toHaveProperty("x-secret");
    expect(asked?.headers).not.toHaveProperty("x-absent");
  });

  test("the status of the server chooses the response", async () => {
    const { url } = await server(503);
    const api = await serveRestApi({
      methods: {
        "GET /a": {
          integration: { type: "HTTP", uri: url },
          responses: { 200: {}, 502: { selection_pattern: "5\\d{2}" } },
        },
      },
    });
    expect((await call(api.url, "/dev/a")).status).toBe(502);
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html */
describe("REST API conversion of bodies", () => {
  const api = { binary_media_types: ["image/png"] };

  test.each([
    ["text/plain", "aGkh", "CONVERT_TO_BINARY", "text/plain", 200, "hi!"],
    ["text/plain", "aGkh", undefined, "image/png", 200, "hi!"],
    ["text/plain", "aGkh", undefined, "text/plain", 200, "aGkh"],
    ["text/plain", "aGkh", "CONVERT_TO_TEXT", "image/png", 200, "aGkh"],
    ["image/png", "hi!", undefined, "image/png", 200, "hi!"],
    ["image/png", "hi!", undefined, "text/plain", 200, "aGkh"],
    ["image/png", "hi!", "CONVERT_TO_TEXT", "image/png", 200, "aGkh"],
    [
      "text/plain",
      "no base64!",
      "CONVERT_TO_BINARY",
      "text/plain",
      500,
      '{"message":"Internal server error"}',
    ],
  ])(
    "%s %j, handled %s, is for a client that accepts %s: %i %s",
    async (type, body, content_handling, accept, status, text) => {
      const { url } = await server(200, { "content-type": type }, body);
      const integration = { type: "HTTP", uri: url };
      const responses = { 200: { content_handling } };
      const { url: gateway } = await serveRestApi({ api, methods: { "GET /a": { integration, responses } } });
      expect(await call(gateway, "/dev/a", { headers: { accept } })).toMatchObject({ status, text });
    },
  );

  test.each([
    ["image/png", "hi!", "CONVERT_TO_TEXT", "aGkh"],
    ["text/plain", "aGkh", "CONVERT_TO_BINARY", "hi!"],
    ["text/plain", "aGkh", "CONVERT_TO_TEXT", "aGkh"],
    ["image/png", "hi!", undefined, "hi!"],
  ])("a request of type %s, %j, handled %s, becomes %s", async (type, body, content_handling, sent) => {
    const { url, seen } = await server();
    const integration = { type: "HTTP", uri: url, content_handling };
    const { url: gateway } = await serveRestApi({
      api,
      methods: { "POST /a": { integration, responses: { 200: {} } } },
    });
    await call(gateway, "/dev/a", { method: "POST", headers: { "content-type": type }, body });
    expect(seen).toMatchObject([{ body: sent }]);
  });

  test.each([
    ["a template", { "application/xml": "<a/>" }, "application/xml", "<a/>", "application/xml"],
    ["the template for JSON", { "application/json": "{}" }, undefined, "{}", "application/json"],
    ["no template", {}, "text/plain", "hi", "text/plain"],
  ])(
    "a server gets the content type of the body that comes from %s",
    async (_, request_templates, type, sent, expected) => {
      const { url, seen } = await server();
      const integration = { type: "HTTP", uri: url, request_templates };
      const { url: gateway } = await serveRestApi({
        methods: { "POST /a": { integration, responses: { 200: {} } } },
      });
      const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
      await call(gateway, "/dev/a", { method: "POST", headers, body: "hi" });
      expect(seen).toMatchObject([{ body: sent, headers: { "content-type": expected } }]);
    },
  );
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-request-basic-setup.html */
describe("REST API calls of AWS services", () => {
  const service = (uri: string, target?: string) =>
    serveRestApi({
      methods: {
        "POST /a": {
          integration: { type: "AWS", uri, integration_http_method: "POST" },
          responses: { 200: {} },
        },
      },
      context: { endpoints: new Map(target === undefined ? [] : [[uri.split(":")[4] ?? "", target]]) },
    });

  test("a path of a service is called at the address that the user names", async () => {
    const { url, seen } = await server();
    const api = await service("arn:aws:apigateway:eu-west-1:sqs:path/123456789012/orders", url);
    const answer = await call(api.url, "/dev/a", { method: "POST", body: "Action=SendMessage" });
    expect(answer).toMatchObject({ status: 200, text: "answer to Action=SendMessage" });
    expect(seen).toMatchObject([{ url: "/123456789012/orders" }]);
    expect(seen[0]?.headers.authorization).toContain("/eu-west-1/sqs/aws4_request");
  });

  test("an action is named as the service wants it", async () => {
    const { url, seen } = await server();
    const table = await service("arn:aws:apigateway:eu-west-1:dynamodb:action/GetItem", url);
    await call(table.url, "/dev/a", { method: "POST", body: "{}" });
    const topic = await service("arn:aws:apigateway:eu-west-1:sns:action/Publish", url);
    await call(topic.url, "/dev/a", { method: "POST" });
    expect(seen[0]).toMatchObject({
      url: "/",
      headers: { "x-amz-target": "DynamoDB_20120810.GetItem", "content-type": "application/x-amz-json-1.0" },
    });
    expect(seen[1]).toMatchObject({ url: "/?Action=Publish" });
  });

  test("without an address there is one clear answer", async () => {
    const api = await service("arn:aws:apigateway:eu-west-1:sqs:path/1/orders");
    expect(await call(api.url, "/dev/a", { method: "POST" })).toMatchObject({ status: 501 });
    expect(api.context.reported).toContainEqual({
      event: "warning",
      text: expect.stringMatching(/--endpoint sqs=/),
    });
  });
});
