/** @group slow */

import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { LocalEvent } from "../../../../lib/local";
import { type ServedApi, serveApi, type TestApi } from "../support/http-api";
import { call, closeAll, listen } from "../support/serve";

afterEach(closeAll);

const megabyte = 1024 * 1024;
const tooLarge = { status: 413, text: '{"message":"Request Entity Too Large"}' };
const json = { "content-type": "application/json" };

function dial(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on("error", () => {});
}

/** Resolves once the gateway has reported this number of requests. */
async function reported(api: ServedApi, count: number): Promise<LocalEvent[]> {
  const requests = () => api.context.reported.filter(({ event }) => event === "request");
  while (requests().length < count) await delay(2);
  return requests();
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
describe("HTTP API limits", () => {
  const routes = { "POST /": () => "ok" };

  test.each([
    ["announced", { "content-length": 10 * megabyte + 1 }],
    ["sent in chunks", { "transfer-encoding": "chunked" }],
  ])("a body over 10 MB is refused when it is %s", async (_, headers) => {
    const api = await serveApi({ routes });
    const body = Buffer.alloc(10 * megabyte + 1, "a");
    expect(await call(api.url, "/", { method: "POST", headers, body })).toMatchObject(tooLarge);
    expect(api.context.functions.invoked).toEqual([]);
  });

  test("a client that closes after its request and reads last learns that a body is too large", async () => {
    const api = await serveApi({ routes });
    const client = dial(api.url);
    client.pause();
    const size = 12 * megabyte;
    client.write(
      `POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${size}\r\n\r\n`,
    );
    await new Promise<void>((sent) => client.write(Buffer.alloc(size, "a"), () => sent()));
    let text = "";
    client.on("data", (chunk) => {
      text += chunk;
    });
    client.resume();
    await new Promise((closed) => client.on("close", closed));
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(text).toContain("Request Entity Too Large");
  });

  test("an event over 6 MB is refused, the limit of functions", async () => {
    const api = await serveApi({ routes });
    const post = (size: number) =>
      call(api.url, "/", { method: "POST", headers: json, body: Buffer.alloc(size, "a") });
    expect(await post(6 * megabyte)).toMatchObject(tooLarge);
    expect((await post(6 * megabyte - 4096)).status).toBe(200);
  });

  test("a binary body counts with its encoded size", async () => {
    const api = await serveApi({ routes });
    const body = Buffer.alloc(5 * megabyte);
    expect(await call(api.url, "/", { method: "POST", body })).toMatchObject(tooLarge);
  });

  test.each([
    ["announced", { "content-length": 10 * megabyte + 1 }],
    ["sent in chunks", { "transfer-encoding": "chunked" }],
  ])("a server behind the gateway gets up to 10 MB, %s", async (_, headers) => {
    const server = await listen(
      createServer((request, response) => {
        request.resume();
        request.on("end", () => response.end("ok"));
      }),
    );
    const integration = {
      integration_type: "HTTP_PROXY",
      integration_uri: server,
      integration_method: "ANY",
    };
    const api = await serveApi({ routes: { "POST /": { integration } } });
    const body = Buffer.alloc(10 * megabyte + 1, "a");
    expect(await call(api.url, "/", { method: "POST", headers, body })).toMatchObject(tooLarge);
    const fitting = { method: "POST", body: Buffer.alloc(10 * megabyte, "a") };
    expect((await call(api.url, "/", fitting)).status).toBe(200);
  });
});

describe("HTTP API under bad clients", () => {
  test("a client that hangs up amid its body invokes nothing", async () => {
    const api = await serveApi({ routes: { "POST /": () => "ok" } });
    const client = dial(api.url);
    client.write("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf", () =>
      client.destroy(),
    );
    expect(await reported(api, 1)).toEqual([expect.objectContaining({ status: 499 })]);
    expect(api.context.functions.invoked).toEqual([]);
  });

  test("a client that hangs up while its function runs does not affect others", async () => {
    let finish: (value: string) => void = () => {};
    const begun = new Promise<void>((begin) => {
      void serving({
        "GET /": () => {
          begin();
          return new Promise((resolve) => {
            finish = resolve;
          });
        },
        "GET /other": () => "ok",
      });
    });
    const api = await current;
    const client = dial(api.url);
    client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await begun;
    client.destroy();
    expect((await call(api.url, "/other")).status).toBe(200);
    finish("late");
    expect((await reported(api, 2))[1]).toMatchObject({ path: "/" });
  });

  let current: Promise<ServedApi>;
  function serving(routes: TestApi["routes"]): Promise<ServedApi> {
    current = serveApi({ routes });
    return current;
  }

  test("a function that never returns stalls no other request", async () => {
    const api = await serveApi({
      routes: { "GET /never": () => new Promise(() => {}), "GET /": () => "ok" },
    });
    const stuck = dial(api.url);
    stuck.write("GET /never HTTP/1.1\r\nhost: localhost\r\n\r\n");
    const all = await Promise.all(Array.from({ length: 50 }, () => call(api.url, "/")));
    expect(all.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(all.map(({ headers }) => headers["apigw-requestid"])).size).toBe(50);
  });

  test.each([
    ["empty segments", "//", 404],
    ["dots", "/a/../b", 404],
    ["a null character", "/%00", 404],
    ["a star", "*", 404],
    ["a whole address", "http://elsewhere.test/a?x=1", 200],
    ["a whole address without a path", "http://elsewhere.test", 404],
    ["a query string that cannot be decoded", "/a?%zz=%zz&&=", 200],
    ["thousands of segments", `/${"a/".repeat(4000)}`, 404],
  ])("a target with %s is answered", async (_, target, status) => {
    const api = await serveApi({ routes: { "GET /a": () => "ok" } });
    expect((await call(api.url, target)).status).toBe(status);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "the name %s in path, query string and headers is a name like any other",
    async (name) => {
      const answered = { statusCode: 200, headers: JSON.parse(`{"${name}":"1"}`) as object };
      for (const format of ["1.0", "2.0"] as const) {
        const api = await serveApi({ routes: { "GET /{id}": () => answered }, format });
        const answer = await call(api.url, `/${name}?${name}=1`, { headers: ["host", "x", name, "1"] });
        expect(answer.status).toBe(200);
        const event = api.event("GET /{id}") as { headers: object; queryStringParameters: object };
        expect(Object.entries(event.queryStringParameters)).toEqual([[name, "1"]]);
        const written = format === "1.0" ? name : name.toLowerCase();
        expect(Object.entries(event.headers)).toContainEqual([written, "1"]);
        expect((await call(api.url, `/${name}/${name}`)).status).toBe(404);
      }
    },
  );

  test("a connection serves on after an answer without reading the body", async () => {
    const api = await serveApi({ routes: { "GET /": () => "ok" } });
    const client = dial(api.url);
    const received = new Promise<string>((resolve) => {
      let text = "";
      client.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.endsWith("ok")) resolve(text);
      });
    });
    client.write("POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\nbody");
    client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    expect((await received).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 200"]);
    client.destroy();
  });
});
