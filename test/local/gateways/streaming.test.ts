/** @group processes */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Sha256 } from "@aws-crypto/sha256-js";
import { InvokeCommand, InvokeWithResponseStreamCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { SignatureV4 } from "@smithy/signature-v4";
import { createFunctions, type Functions, type LocalEvent, systemClock } from "../../../lib/local";
import { createFunctionUrls } from "../../../lib/local/gateways/function-url";
import type { GatewayContext } from "../../../lib/local/gateways/gateway";
import { createRestApis } from "../../../lib/local/gateways/rest";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { lambda } from "../../../lib/local/services/lambda";
import { localCredentials } from "../../support/access-keys";
import { clockWithoutRefills } from "../../support/clock-without-refills";
import { bundlesOf, codeIn, credentials, folderWith, settingsOf, until } from "../invoke/support";
import { serviceContext } from "../services/context";
import { testContext } from "./support/context";
import { functionArn } from "./support/http-api";
import { modelOf } from "./support/model";
import { closeAll, serve } from "./support/serve";

/** A handler that waits for the test writes on when there is this file. */
const gate = join(folderWith(), "open");

const code = `
  const { existsSync } = require("node:fs");
  const { setTimeout: delay } = require("node:timers/promises");
  const { once } = require("node:events");
  const http = (stream, head = { statusCode: 200, headers: { "content-type": "text/plain" } }) =>
    awslambda.HttpResponseStream.from(stream, head);
  const streaming = (handler) => awslambda.streamifyResponse(handler);
  exports.talk = streaming(async (event, stream) => {
    const out = http(stream, { statusCode: 201, headers: { "x-a": "1" }, multiValueHeaders: { "x-b": ["1", "2"] }, cookies: ["c=1", "d=2"] });
    out.write("first");
    while (!existsSync(${JSON.stringify(gate)})) await delay(5);
    out.end("end");
  });
  exports.url = streaming(async (event, stream) => {
    const out = http(stream, { statusCode: 202, headers: { "x-a": "1" }, cookies: ["c=1", "d=2"] });
    out.write(JSON.stringify(event));
    out.end();
  });
  exports.unwritten = streaming(async (event, stream) => { http(stream).end("body only"); });
  exports.empty = streaming(async (event, stream) => { http(stream).end(); });
  exports.late = streaming(async (event, stream) => { stream.write("a"); http(stream); });
  exports.plain = streaming(async (event, stream) => { stream.setContentType("text/event-stream"); stream.end("data: 1\\n\\n"); });
  exports.large = streaming(async (event, stream) => {
    const out = http(stream);
    const piece = Buffer.alloc(200_000, "x");
    let most = 0;
    for (let sent = 0; sent < 100_000_000; sent += piece.length) {
      if (!out.write(piece)) await once(out, "drain");
      most = Math.max(most, process.memoryUsage().rss);
    }
    console.log("most " + most);
    out.end();
  });
  exports.endless = streaming(async (event, stream) => {
    const out = http(stream);
    for (let written = 0; written < 60_000_000; written += 65_536) {
      if (out.write(Buffer.alloc(65_536))) continue;
      console.log("full " + written);
      await once(out, "drain");
    }
    console.log("wrote 1");
    out.end();
  });
  exports.broken = streaming(async (event, stream) => { http(stream).write("part"); await delay(20); throw new TypeError("no more"); });
  exports.early = streaming(async () => { throw new TypeError("at once"); });
  exports.headless = streaming(async (event, stream) => { stream.end("body only"); });
  exports.unsendable = streaming(async (event, stream) => { http(stream, { statusCode: 200, headers: { "x y": "1" } }).write("a"); stream.end(); });
  exports.whole = streaming(async (event, stream) => { stream.write('{"statusCode":203,'); stream.end('"body":"whole"}'); });
  exports.bytes = streaming(async (event, stream) => { stream.write(Buffer.from([0xff, 0])); await delay(5); stream.end(JSON.stringify(event)); });
  exports.huge = streaming(async (event, stream) => { for (let i = 0; i < 7; i++) stream.write(Buffer.alloc(1_000_000)); stream.end(); });
  exports.buffered = async (event) => ({ statusCode: 200, body: event.rawPath ?? event.path });
  exports.silent = streaming(async (event, stream) => { const out = http(stream); out.write("a"); await delay(60_000); });
`;
const names = [...code.matchAll(/exports\.(\w+) =/g)].map(([, name = ""]) => name);

let running: Functions;
let sdk: LambdaClient;
let services: EndpointRouter;
let rest: string;
const reported: LocalEvent[] = [];
const urls: Record<string, string> = {};

beforeAll(async () => {
  const settings = Object.fromEntries(
    names.map((name) => [name, { handler: `index.${name}`, runtime: "nodejs24.x", timeoutSeconds: 30 }]),
  );
  running = createFunctions({
    functions: settingsOf(settings),
    environment: { credentials },
    report: (event) => reported.push(event),
    clock: clockWithoutRefills,
    bundles: bundlesOf(codeIn(folderWith({ "index.js": code }))),
  });
  const context: GatewayContext = {
    ...testContext(),
    functions: running,
    clock: systemClock,
    report: (event) => reported.push(event),
  };
  services = await EndpointRouter.start((event) => reported.push(event));
  services.serve(new Map([["lambda", await lambda.start(serviceContext({ functions: running }))]]));
  sdk = new LambdaClient({ endpoint: services.url, region: "eu-west-1", credentials: localCredentials });
  const inApi = { rest_api_id: "api" };
  const resources: Record<string, Record<string, unknown>> = {
    "aws_api_gateway_rest_api.api": { name: "streams", root_resource_id: "root" },
    "aws_api_gateway_stage.dev": { ...inApi, stage_name: "dev" },
  };
  for (const name of names) {
    const uri = `arn:aws:apigateway:eu-west-1:lambda:path/2021-11-15/functions/${functionArn(name)}/response-streaming-invocations`;
    const place = { ...inApi, resource_id: name, http_method: "GET" };
    const limits = name === "silent" ? { timeout_milliseconds: 5_000 } : {};
    resources[`aws_api_gateway_resource.${name}`] = {
      ...inApi,
      id: name,
      parent_id: "root",
      path_part: name,
    };
    resources[`aws_api_gateway_method.${name}`] = { ...place, authorization: "NONE" };
    resources[`aws_api_gateway_integration.${name}`] = {
      ...place,
      ...limits,
      type: "AWS_PROXY",
      uri,
      response_transfer_mode: name === "whole" ? "BUFFERED" : "STREAM",
    };
    const mode = ["buffered", "whole", "talk"].includes(name) ? "BUFFERED" : "RESPONSE_STREAM";
    const cors = { allow_origins: ["https://a.dev"], allow_methods: ["GET"] };
    const function_url = `https://${name}.lambda-url.eu-west-1.on.aws/`;
    const url = {
      function_name: name,
      url_id: name,
      function_url,
      function_arn: functionArn(name),
      invoke_mode: mode,
      cors: [cors],
    };
    resources[`aws_lambda_function_url.${name}`] = {
      ...url,
      authorization_type: name === "plain" ? "AWS_IAM" : "NONE",
    };
  }
  const model = modelOf(resources);
  const [api] = createRestApis(model, context);
  if (api !== undefined) rest = `${await serve(api)}/dev`;
  for (const gateway of createFunctionUrls(model, context)) urls[gateway.name] = await serve(gateway);
});
afterAll(async () => {
  sdk.destroy();
  await services.close();
  await closeAll();
  await running.stop();
});

const lastRequest = () => reported.filter(({ event }) => event === "request").at(-1);
const logged = (pattern: RegExp) =>
  reported
    .flatMap((event) => (event.event === "log" ? event.line : []))
    .flatMap((line) => pattern.exec(line)?.[1] ?? [])
    .map(Number);

describe("a streaming method of a REST API", () => {
  test("sends status, headers and cookies before the body, and each part when it is written", async () => {
    rmSync(gate, { force: true });
    const response = await fetch(`${rest}/talk`);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    expect([response.status, response.headers.get("x-a"), response.headers.get("x-b")]).toEqual([
      201,
      "1",
      "1, 2",
    ]);
    expect(response.headers.getSetCookie()).toEqual(["c=1", "d=2"]);
    writeFileSync(gate, "");
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("end");
  });
  test("streams 100 MB at a flat memory, on both sides", async () => {
    const before = process.memoryUsage().rss;
    const response = await fetch(`${rest}/large`);
    let received = 0;
    let most = 0;
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      received += piece.length;
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(received).toBe(100_000_000);
    expect(most - before).toBeLessThan(200_000_000);
    await until(() => logged(/^most (\d+)/).length > 0);
    expect(logged(/^most (\d+)/)[0]).toBeLessThan(200_000_000);
  });
  test("lets the handler continue when the client has gone", async () => {
    const hangUp = new AbortController();
    const response = await fetch(`${rest}/endless`, { signal: hangUp.signal });
    expect(response.status).toBe(200);
    await until(() => logged(/^full (\d+)/).length > 0);
    hangUp.abort();
    await until(() => Object(lastRequest()).path === "/dev/endless");
    await until(() => logged(/^wrote (\d+)/).length > 0);
    expect(logged(/^wrote (\d+)/)).toEqual([1]);
    expect(lastRequest()).toMatchObject({ status: 499, function: "endless" });
  });
  test.each([
    ["fails at once", "early", 502],
    ["does not begin with status and headers", "headless", 502],
    ["has a head that no write has sent", "unwritten", 502],
    ["has a head and no write at all", "empty", 502],
    ["has a header that cannot be sent", "unsendable", 502],
    ["does not stream", "buffered", 502],
  ])("answers 502 for a handler that %s", async (_, name, status) => {
    expect((await fetch(`${rest}/${name}`)).status).toBe(status);
    expect(lastRequest()).toMatchObject({ status, reason: expect.any(String) });
  });
  test("refuses a head after the first write", async () => {
    expect((await fetch(`${rest}/late`)).status).toBe(502);
    expect(lastRequest()).toMatchObject({ reason: expect.stringContaining("Cannot set content-type") });
  });
  test.each(["broken", "silent"])("breaks off what %s leaves incomplete", async (name) => {
    const response = await fetch(`${rest}/${name}`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });
});

describe("the URL of a function", () => {
  test("streams with the head that the handler gives, from an event of format 2.0", async () => {
    const response = await fetch(`${urls.url}/a/b?c=1`, {
      headers: { cookie: "e=1", origin: "https://a.dev" },
    });
    expect([response.status, response.headers.get("x-a")]).toEqual([202, "1"]);
    expect(response.headers.getSetCookie()).toEqual(["c=1", "d=2"]);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://a.dev");
    expect(await response.json()).toMatchObject({
      version: "2.0",
      routeKey: "$default",
      rawPath: "/a/b",
      rawQueryString: "c=1",
      cookies: ["e=1"],
      requestContext: { stage: "$default", http: { method: "GET", path: "/a/b" } },
    });
  });
  test("sends a body without a head unchanged", async () => {
    const response = await fetch(`${urls.headless}/`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/octet-stream",
    ]);
    expect(await response.text()).toBe("body only");
  });
  test("without streaming answers as a whole", async () => {
    expect(await (await fetch(`${urls.buffered}/x`)).text()).toBe("/x");
  });
  test("answers preflight requests itself", async () => {
    const headers = { origin: "https://a.dev", "access-control-request-method": "GET" };
    const response = await fetch(`${urls.url}/`, { method: "OPTIONS", headers });
    expect([response.status, response.headers.get("access-control-allow-methods")]).toEqual([200, "GET"]);
  });
  test("with iam takes requests that are signed for lambda only", async () => {
    const { host, hostname, port } = new URL(urls.plain ?? "");
    const signed = async (service: string) => {
      const signer = new SignatureV4({
        credentials: localCredentials,
        region: "eu-west-1",
        service,
        sha256: Sha256,
      });
      const request = {
        method: "GET",
        protocol: "http:",
        hostname,
        port: Number(port),
        path: "/",
        query: {},
        headers: { host },
      };
      const { headers } = await signer.sign(request);
      return fetch(`${urls.plain}/`, { headers });
    };
    expect((await fetch(`${urls.plain}/`)).status).toBe(403);
    expect((await signed("execute-api")).status).toBe(403);
    const accepted = await signed("lambda");
    expect([accepted.status, accepted.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(await accepted.text()).toBe("data: 1\n\n");
  });
  test.each([
    ["early", 502],
    ["unsendable", 502],
  ])("answers a failure of %s with 502", async (name, status) => {
    const response = await fetch(`${urls[name]}/`);
    expect([response.status, await response.text()]).toEqual([status, "Internal Server Error"]);
  });
});

describe("a handler that streams, called for the whole", () => {
  test("answers what it writes as a response in JSON, through a URL and a REST API", async () => {
    for (const url of [`${urls.whole}/`, `${rest}/whole`]) {
      const response = await fetch(url);
      expect([response.status, await response.text()]).toEqual([203, "whole"]);
    }
  });
  test("cannot answer with status and headers of a stream, and the log says what is missing", async () => {
    writeFileSync(gate, "");
    expect((await fetch(`${urls.talk}/`)).status).toBe(502);
    expect(lastRequest()).toMatchObject({ reason: expect.stringContaining("needs streaming: true") });
  });
  test("passes its bytes to Invoke unchanged", async () => {
    const { Payload, FunctionError } = await sdk.send(new InvokeCommand({ FunctionName: "bytes" }));
    expect([FunctionError, Buffer.from(Payload ?? [])]).toEqual([
      undefined,
      Buffer.from([0xff, 0, 0x7b, 0x7d]),
    ]);
  });
  test("fails where it writes more than Lambda returns", async () => {
    const { Payload, FunctionError } = await sdk.send(new InvokeCommand({ FunctionName: "huge" }));
    expect([FunctionError, JSON.parse(Buffer.from(Payload ?? []).toString())]).toMatchObject([
      "Unhandled",
      { errorType: "Function.ResponseSizeTooLarge" },
    ]);
  });
});

describe("InvokeWithResponseStream of the SDK", () => {
  /** The response in the SDK: the pieces, and how the stream ends. */
  async function streamOf(FunctionName: string, more: object = {}) {
    const command = new InvokeWithResponseStreamCommand({
      FunctionName,
      Payload: Buffer.from('{"a":1}'),
      ...more,
    });
    const { EventStream, StatusCode, ExecutedVersion, ResponseStreamContentType } = await sdk.send(command);
    const pieces: Buffer[] = [];
    let complete: unknown;
    for await (const { PayloadChunk, InvokeComplete } of EventStream ?? []) {
      if (PayloadChunk?.Payload !== undefined) pieces.push(Buffer.from(PayloadChunk.Payload));
      complete ??= InvokeComplete;
    }
    return { pieces, complete, answer: [StatusCode, ExecutedVersion, ResponseStreamContentType] };
  }

  test("gets the handler's output in pieces, and its log", async () => {
    const { pieces, complete, answer } = await streamOf("bytes", { LogType: "Tail" });
    expect(pieces).toEqual([Buffer.from([0xff, 0]), Buffer.from('{"a":1}')]);
    expect(complete).toEqual({ LogResult: expect.any(String) });
    expect(answer).toEqual([200, "$LATEST", "application/vnd.amazon.eventstream"]);
  });
  test("gets status and headers of an HTTP response before the body", async () => {
    const { pieces } = await streamOf("url");
    const [head = "", body] = Buffer.concat(pieces).toString().split("\0".repeat(8));
    expect(JSON.parse(head)).toEqual({ statusCode: 202, headers: { "x-a": "1" }, cookies: ["c=1", "d=2"] });
    expect(body).toBe('{"a":1}');
  });
  test("gets the result of a handler that does not stream", async () => {
    const { pieces, complete } = await streamOf("buffered");
    expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual({ statusCode: 200 });
    expect(complete).toEqual({});
  });
  test.each([
    ["early", ""],
    ["broken", "part"],
  ])("gets an error that says how %s failed", async (name, written) => {
    const { pieces, complete } = await streamOf(name);
    expect(Buffer.concat(pieces).toString()).toContain(written);
    expect(complete).toMatchObject({
      ErrorCode: "TypeError",
      ErrorDetails: expect.stringMatching(/"errorMessage":/),
    });
  });
  test("takes 100 MB at a flat memory", async () => {
    const before = process.memoryUsage().rss;
    const { EventStream } = await sdk.send(new InvokeWithResponseStreamCommand({ FunctionName: "large" }));
    let received = 0;
    let most = 0;
    for await (const { PayloadChunk } of EventStream ?? []) {
      received += PayloadChunk?.Payload?.length ?? 0;
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(received).toBeGreaterThan(100_000_000);
    expect(most - before).toBeLessThan(200_000_000);
  });
  test.each([
    ["a function that is not here", "missing", {}, "ResourceNotFoundException"],
    ["an event without an answer", "bytes", { InvocationType: "Event" }, "InvalidParameterValueException"],
    ["an event that is not JSON", "bytes", { Payload: Buffer.from("{") }, "InvalidRequestContentException"],
  ])("is refused for %s", async (_, name, more, error) => {
    await expect(streamOf(name, more)).rejects.toMatchObject({ name: error });
  });
  test("of a dry run invokes nothing", async () => {
    const command = new InvokeWithResponseStreamCommand({ FunctionName: "bytes", InvocationType: "DryRun" });
    expect((await sdk.send(command)).StatusCode).toBe(204);
  });
});
