import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Values } from "../../../../../lib/model";
import { serveApi } from "../../support/http-api";
import { call, closeAll, listen } from "../../support/serve";

afterEach(closeAll);

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server that remembers what it was asked. */
async function upstream(answer?: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: Seen[] = [];
  const url = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method, url, headers } = request;
        seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        if (answer !== undefined) answer(request, response);
        else response.end("from the server");
      });
    }),
  );
  return { url, seen };
}

const proxy = (uri: string, values: Values = {}) => ({
  integration: { integration_type: "HTTP_PROXY", integration_uri: uri, integration_method: "ANY", ...values },
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-http.html */
describe("HTTP API url integrations", () => {
  test("pass method, query string, headers and body on", async () => {
    const server = await upstream();
    const api = await serveApi({ routes: { "POST /a": proxy(`${server.url}/b?x=1`) } });
    const answer = await call(api.url, "/a?y=%20", {
      method: "POST",
      headers: { "X-One": "1", "content-type": "text/plain" },
      body: "hello",
    });
    expect(answer).toMatchObject({ status: 200, text: "from the server" });
    expect(answer.headers["apigw-requestid"]).toBeDefined();
    expect(server.seen).toEqual([
      {
        method: "POST",
        url: "/b?x=1&y=%20",
        headers: expect.objectContaining({
          "x-one": "1",
          "content-type": "text/plain",
          "content-length": "5",
          host: new URL(server.url).host,
          via: "HTTP/1.1 AmazonAPIGateway",
          forwarded: `for=127.0.0.1;host=${new URL(api.url).host};proto=http`,
        }),
        body: "hello",
      },
    ]);
  });

  test.each(["DELETE", "POST"])("a body of %s in chunks arrives as one", async (method) => {
    const server = await upstream();
    const api = await serveApi({ routes: { "ANY /": proxy(server.url) } });
    const body = "GET /smuggled HTTP/1.1\r\n\r\n";
    await call(api.url, "/", { method, headers: { "transfer-encoding": "chunked" }, body });
    expect(server.seen).toEqual([expect.objectContaining({ method, url: "/", body })]);
  });

  test("status and headers come back, several of one name too", async () => {
    const server = await upstream((_, response) => {
      response.writeHead(418, { "set-cookie": ["a=1", "b=2"], "x-one": "1" });
      response.end("tea");
    });
    const api = await serveApi({ routes: { "GET /": proxy(server.url) } });
    expect(await call(api.url, "/")).toMatchObject({
      status: 418,
      text: "tea",
      headers: { "set-cookie": ["a=1", "b=2"], "x-one": "1" },
    });
    expect(api.context.reported).toEqual([expect.objectContaining({ status: 418 })]);
  });

  test.each([
    ["ANY /{proxy+}", "/{proxy}", "/a%20b/c", "/a%20b/c"],
    ["GET /users/{id}", "/people/{id}/home", "/users/7%3F", "/people/7%3F/home"],
    ["GET /fixed", "/there", "/fixed", "/there"],
  ])("%s fills the path variables of %s", async (key, path, asked, expected) => {
    const server = await upstream();
    const api = await serveApi({ routes: { [key]: proxy(`${server.url}${path}`) } });
    await call(api.url, asked);
    expect(server.seen[0]?.url).toBe(expected);
  });

  test("stage variables are filled in", async () => {
    const server = await upstream();
    const host = new URL(server.url).host;
    const api = await serveApi({
      routes: { "GET /": proxy("http://${stageVariables.host}/x") },
      stages: { $default: { stage_variables: { host } } },
    });
    expect((await call(api.url, "/")).status).toBe(200);
  });

  test("the integration's method replaces the request's", async () => {
    const server = await upstream();
    const api = await serveApi({ routes: { "GET /": proxy(server.url, { integration_method: "PUT" }) } });
    await call(api.url, "/");
    expect(server.seen[0]?.method).toBe("PUT");
  });

  /** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html */
  test("request parameters are mapped", async () => {
    const server = await upstream();
    const api = await serveApi({
      routes: {
        "POST /pets/{id}": proxy(server.url, {
          request_parameters: {
            "append:header.x-many": "$request.header.x-one",
            "overwrite:header.x-set": "id ${request.path.id} of $context.stage",
            "remove:header.x-gone": "''",
            "overwrite:querystring.color": "$stageVariables.color",
            "append:querystring.more": "$request.querystring.q",
            "remove:querystring.q": "''",
            "overwrite:path": "/moved/${request.path.id}",
            "overwrite:header.x-body": "$request.body.pet.names[1]",
            "overwrite:header.x-none": "$request.header.none",
            "overwrite:header.Via": "reserved",
          },
        }),
      },
      stages: { $default: { stage_variables: { color: "red" } } },
    });
    await call(api.url, "/pets/7?q=1&color=blue", {
      method: "POST",
      headers: {
        "x-one": "1",
        "x-many": "0",
        "x-set": "before",
        "x-gone": "x",
        "content-type": "application/json",
      },
      body: '{"pet":{"names":["a","b"]}}',
    });
    expect(server.seen[0]).toMatchObject({
      url: "/moved/7?color=red&more=1",
      headers: {
        "x-many": "0, 1",
        "x-set": "id 7 of $default",
        "x-body": "b",
        via: "HTTP/1.1 AmazonAPIGateway",
      },
      body: '{"pet":{"names":["a","b"]}}',
    });
    expect(server.seen[0]?.headers).not.toHaveProperty("x-gone");
    expect(server.seen[0]?.headers).not.toHaveProperty("x-none");
  });

  test("response parameters are mapped by status", async () => {
    const server = await upstream((_, response) => {
      response.writeHead(500, { "x-secret": "x", "x-name": "n" });
      response.end("sorry");
    });
    const api = await serveApi({
      routes: {
        "GET /": proxy(server.url, {
          response_parameters: [
            {
              status_code: "500",
              mappings: {
                "overwrite:statuscode": "403",
                "remove:header.x-secret": "''",
                "append:header.x-copy": "$response.header.x-name",
              },
            },
            { status_code: 200, mappings: { "append:header.x-copy": "no" } },
          ],
        }),
      },
    });
    const answer = await call(api.url, "/");
    expect(answer).toMatchObject({ status: 403, text: "sorry", headers: { "x-copy": "n" } });
    expect(answer.headers).not.toHaveProperty("x-secret");
  });

  test("a server that cannot be reached makes the service unavailable", async () => {
    const api = await serveApi({ routes: { "GET /": proxy("http://127.0.0.1:1/") } });
    expect(await call(api.url, "/")).toMatchObject({
      status: 503,
      text: '{"message":"Service Unavailable"}',
    });
  });

  test("a server that switches to another protocol makes the service unavailable", async () => {
    const server = await upstream((_, response) => {
      response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
    });
    const api = await serveApi({ routes: { "GET /": proxy(server.url) } });
    expect((await call(api.url, "/")).status).toBe(503);
  });

  test("a server that takes too long makes the service unavailable", async () => {
    const server = await upstream(() => {});
    const api = await serveApi({ routes: { "GET /": proxy(server.url, { timeout_milliseconds: 5000 }) } });
    const answer = call(api.url, "/");
    await api.context.clock.untilWaitedFor(5000);
    api.context.clock.advance(5000);
    expect(await answer).toMatchObject({
      status: 503,
      text: '{"message":"Service Unavailable"}',
    });
  });

  test("a server that breaks off ends the client's connection", async () => {
    const server = await upstream((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    });
    const api = await serveApi({ routes: { "GET /": proxy(server.url) } });
    await expect(call(api.url, "/")).rejects.toThrow();
  });

  test("a client that hangs up ends the request to the server", async () => {
    let client: Socket | undefined;
    let hungUp: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const server = await upstream((_, response) => {
      response.on("close", hungUp);
      client?.destroy();
    });
    const api = await serveApi({ routes: { "GET /": proxy(server.url) } });
    const { hostname, port } = new URL(api.url);
    client = connect(Number(port), hostname);
    client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await ended;
  });

  /** A server that never answers: when it was asked, and whether it got all of the body when its connection ended. */
  async function silentServer() {
    let ask: () => void = () => {};
    let close: (isComplete: boolean) => void = () => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const closed = new Promise<boolean>((resolve) => {
      close = resolve;
    });
    const url = await listen(
      createServer((request) => {
        ask();
        request.resume().on("close", () => close(request.complete));
      }),
    );
    return { url, asked, closed };
  }

  test("a body in chunks that grows too large is refused, and ends the request to the server", async () => {
    const server = await silentServer();
    const api = await serveApi({ routes: { "POST /": proxy(server.url) } });
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const answer = await call(api.url, "/", {
      method: "POST",
      headers: { "transfer-encoding": "chunked" },
      body,
    });
    expect(answer.status).toBe(413);
    expect(await server.closed).toBe(false);
  });

  test("the largest body is passed on", async () => {
    const server = await upstream();
    const api = await serveApi({ routes: { "POST /": proxy(server.url) } });
    const body = Buffer.alloc(10 * 1024 * 1024, "x");
    await call(api.url, "/", { method: "POST", headers: { "transfer-encoding": "chunked" }, body });
    expect(server.seen[0]?.body).toHaveLength(body.length);
  });

  test("a timeout ends the request to the server", async () => {
    const server = await silentServer();
    const api = await serveApi({ routes: { "POST /": proxy(server.url, { timeout_milliseconds: 5000 }) } });
    const { hostname, port } = new URL(api.url);
    const client = connect(Number(port), hostname);
    client.write("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nhalf");
    await server.asked;
    api.context.clock.advance(5000);
    expect(await server.closed).toBe(false);
    client.destroy();
  });

  test("an invalid address is an error of the API", async () => {
    const api = await serveApi({ routes: { "GET /": proxy("ftp://x") } });
    expect((await call(api.url, "/")).status).toBe(500);
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-private.html */
describe("HTTP API integrations that do not run here", () => {
  const listener = "arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/a/b/c";
  const link = proxy(listener, { connection_type: "VPC_LINK", connection_id: "l" });

  test("a load balancer is answered with how to name it, and the user gets one report", async () => {
    const api = await serveApi({ routes: { "GET /": link } });
    const answer = await call(api.url, "/");
    expect(answer.status).toBe(501);
    expect(JSON.parse(answer.text)).toEqual({
      message: `${listener} is behind a VPC link, which is not emulated. Give its address: --endpoint ${listener}=http://localhost:<port>`,
    });
    await call(api.url, "/");
    expect(api.context.reported.filter(({ event }) => event === "warning")).toHaveLength(1);
  });

  test("a load balancer that is mapped gets the request's path, with the stage", async () => {
    const server = await upstream();
    const api = await serveApi({
      routes: { "GET /{proxy+}": link },
      stages: { dev: {} },
      context: { endpoints: new Map([[listener, server.url]]) },
    });
    await call(api.url, "/dev/a%20b?x=1");
    expect(server.seen[0]?.url).toBe("/dev/a%20b?x=1");
  });

  test.each(["https://api.example.com/v1/{proxy}", "https://api.example.com"])(
    "a url may be sent elsewhere by %s",
    async (key) => {
      const server = await upstream();
      const to = key.includes("{") ? `${server.url}/v1/{proxy}` : server.url;
      const api = await serveApi({
        routes: { "GET /{proxy+}": proxy("https://api.example.com/v1/{proxy}") },
        context: { endpoints: new Map([[key, to]]) },
      });
      await call(api.url, "/a/b");
      expect(server.seen[0]?.url).toBe("/v1/a/b");
    },
  );
});
