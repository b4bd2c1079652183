/** @group slow */

import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { LocalEvent } from "../../../../lib/local";
import { call, closeAll, listen } from "../support/serve";
import { ok, type ServedRestApi, serveRestApi } from "./support";

afterEach(closeAll);

const megabyte = 1024 * 1024;
const tooLarge = { status: 413, text: '{"message":"Request Too Long"}' };

function dial(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on("error", () => {});
}

/** Resolves once the gateway has reported this number of requests. */
async function reported(api: ServedRestApi, count: number): Promise<LocalEvent[]> {
  const requests = () => api.context.reported.filter(({ event }) => event === "request");
  while (requests().length < count) await delay(2);
  return requests();
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
describe("REST API limits", () => {
  test.each([
    ["announced", { "content-length": 10 * megabyte + 1 }],
    ["sent in chunks", { "transfer-encoding": "chunked" }],
  ])("a body over 10 MB is refused when it is %s", async (_, headers) => {
    const api = await serveRestApi({ methods: { "POST /": ok } });
    const body = Buffer.alloc(10 * megabyte + 1, "a");
    expect(await call(api.url, "/dev", { method: "POST", headers, body })).toMatchObject(tooLarge);
    expect(api.context.functions.invoked).toEqual([]);
  });

  test("an event over 6 MB is refused, the limit of functions", async () => {
    const api = await serveRestApi({ methods: { "POST /": ok } });
    const post = (size: number) => call(api.url, "/dev", { method: "POST", body: Buffer.alloc(size, "a") });
    expect(await post(6 * megabyte)).toMatchObject(tooLarge);
    expect((await post(6 * megabyte - 4096)).status).toBe(200);
  });

  test("a server behind the gateway gets up to 10 MB and may answer as much", async () => {
    let size = 10 * megabyte;
    const uri = await listen(
      createServer((request, response) => {
        request.resume();
        request.on("end", () => response.end(Buffer.alloc(size, "b")));
      }),
    );
    const api = await serveRestApi({ methods: { "POST /": { integration: { type: "HTTP_PROXY", uri } } } });
    const post = () => call(api.url, "/dev", { method: "POST", body: Buffer.alloc(10 * megabyte, "a") });
    expect((await post()).text).toHaveLength(10 * megabyte);
    size += 1;
    expect((await post()).status).toBe(504);
  });
});

describe("REST API under bad clients", () => {
  test("a client that hangs up amid its body invokes nothing", async () => {
    const api = await serveRestApi({ methods: { "POST /": ok } });
    const client = dial(api.url);
    client.write("POST /dev HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf", () =>
      client.destroy(),
    );
    expect(await reported(api, 1)).toEqual([expect.objectContaining({ status: 499 })]);
    expect(api.context.functions.invoked).toEqual([]);
  });

  test("a client that hangs up ends the request to the server behind the gateway", async () => {
    let begun: () => void = () => {};
    let ended: () => void = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const hasEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const uri = await listen(
      createServer((request) => {
        request.on("close", ended);
        begun();
      }),
    );
    const api = await serveRestApi({ methods: { "GET /": { integration: { type: "HTTP_PROXY", uri } } } });
    const client = dial(api.url);
    client.write("GET /dev HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await hasBegun;
    client.destroy();
    await hasEnded;
    expect(await reported(api, 1)).toEqual([expect.objectContaining({ status: 499 })]);
  });

  test("a function that never returns stalls no other request", async () => {
    const api = await serveRestApi({
      methods: { "GET /never": () => new Promise(() => {}), "GET /": ok },
    });
    const stuck = dial(api.url);
    stuck.write("GET /dev/never HTTP/1.1\r\nhost: localhost\r\n\r\n");
    const all = await Promise.all(Array.from({ length: 50 }, () => call(api.url, "/dev")));
    expect(all.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(all.map(({ headers }) => headers["x-amzn-requestid"])).size).toBe(50);
  });

  test.each([
    ["empty segments", "/dev//", 403],
    ["dots", "/dev/a/../b", 403],
    ["a null character", "/dev/%00", 403],
    ["a path that cannot be decoded", "/dev/%zz", 403],
    ["a stage that cannot be decoded", "/%zz/a", 403],
    ["a star", "*", 403],
    ["a whole address", "http://elsewhere.test/dev/a?x=1", 200],
    ["a whole address without a path", "http://elsewhere.test", 403],
    ["a query string that cannot be decoded", "/dev/a?%zz=%zz&&=", 200],
    ["thousands of segments", `/dev/${"a/".repeat(4000)}`, 403],
  ])("a target with %s is answered", async (_, target, status) => {
    const api = await serveRestApi({ methods: { "GET /a": ok } });
    expect((await call(api.url, target)).status).toBe(status);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "the name %s in path, query string and headers is a name like any other",
    async (name) => {
      const template = `[$input.params('${name}')][$input.params().header.get('${name}')]`;
      const api = await serveRestApi({
        methods: {
          "GET /{id}": () => ({ statusCode: 200, headers: JSON.parse(`{"${name}":"1"}`) as object }),
          "GET /mapped/{id}": {
            handler: () => ({}),
            integration: { type: "AWS" },
            responses: { 200: { response_templates: { "application/json": template } } },
          },
        },
      });
      const options = { headers: ["host", "x", name, "1"] };
      expect((await call(api.url, `/dev/${name}?${name}=1`, options)).status).toBe(200);
      const event = api.event("GET /{id}") as { headers: object; queryStringParameters: object };
      expect(Object.entries(event.queryStringParameters)).toEqual([[name, "1"]]);
      expect(Object.entries(event.headers)).toContainEqual([name, "1"]);
      const mapped = await call(api.url, `/dev/mapped/1?${name}=q`, options);
      expect(mapped.text).toBe("[q][1]");
    },
  );

  test("a body that is nested without end is refused by a model that goes as deep", async () => {
    const api = await serveRestApi({
      methods: {
        "POST /": {
          handler: ok,
          method: { request_validator_id: "v", request_models: { "application/json": "Tree" } },
        },
      },
      resources: {
        "aws_api_gateway_request_validator.v": { rest_api_id: "abc123", validate_request_body: true },
        "aws_api_gateway_model.Tree": {
          rest_api_id: "abc123",
          name: "Tree",
          schema: '{"type":"array","items":{"$ref":"#"}}',
        },
      },
    });
    const post = (depth: number) =>
      call(api.url, "/dev", { method: "POST", body: "[".repeat(depth) + "]".repeat(depth) });
    expect((await post(10)).status).toBe(200);
    expect((await post(1_000_000)).status).toBe(400);
  });

  test("a connection serves on after an answer without reading the body", async () => {
    const api = await serveRestApi({ methods: { "GET /": ok } });
    const client = dial(api.url);
    const received = new Promise<string>((resolve) => {
      let text = "";
      client.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.endsWith("ok")) resolve(text);
      });
    });
    client.write("POST /dev/nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\nbody");
    client.write("GET /dev HTTP/1.1\r\nhost: localhost\r\n\r\n");
    expect((await received).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 403", "HTTP/1.1 200"]);
    client.destroy();
  });
});
