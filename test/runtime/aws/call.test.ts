/** @group processes */

import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { checkSignature } from "../../../lib/local/wire/signature";
import { AwsClock, callAws, endpointOf } from "../../../lib/runtime/aws";
import { signedHeaders } from "../../../lib/runtime/aws/sign";
import { accessKeys, localCredentials } from "../../support/access-keys";

const now = Date.UTC(2026, 0, 1);

describe("A signature", () => {
  test.each([
    ["a plain path", "GET", "http://127.0.0.1:4000/dev", ""],
    ["a body", "POST", "http://127.0.0.1:4000/dev/notes", '{"a":"ü"}'],
    ["an encoded path", "POST", "http://127.0.0.1:4000/dev/@connections/a%3D", "x"],
    ["a query", "GET", "http://127.0.0.1:4000/dev?b=2&a=1%202&a=%2F", ""],
  ])("of %s is the one that the SDK's signer makes", async (_what, method, address, body) => {
    const url = new URL(address);
    const service = "execute-api";
    const headers = signedHeaders({ method, url, service, region: "us-east-1", body }, localCredentials, now);
    const request = {
      method,
      rawPath: url.pathname,
      rawQuery: url.search.slice(1),
      headers,
      body: Buffer.from(body),
    };
    expect(checkSignature(request, accessKeys, now, "us-east-1")).toMatchObject({ accepted: true });
  });
});

// Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html
test.each([
  [-301, "Signature expired"],
  [-300, undefined],
  [300, undefined],
  [301, "Signature not yet current"],
])("a signature that is %i seconds from now is refused with %s", async (seconds, message) => {
  const url = new URL("http://127.0.0.1:4000/dev");
  const signedAt = now + seconds * 1000;
  const signing = { method: "GET", url, service: "execute-api", region: "us-east-1", body: "" };
  const headers = signedHeaders(signing, localCredentials, signedAt);
  const request = { method: "GET", rawPath: "/dev", rawQuery: "", headers, body: Buffer.alloc(0) };
  const checked = checkSignature(request, accessKeys, now, "us-east-1");
  expect(checked).toMatchObject(
    message === undefined
      ? { accepted: true }
      : { accepted: false, message: expect.stringContaining(message) },
  );
});

describe("The address of a service", () => {
  test.each([
    ["us-east-1", {}, "https://dynamodb.us-east-1.amazonaws.com/"],
    ["cn-north-1", {}, "https://dynamodb.cn-north-1.amazonaws.com.cn/"],
    ["us-east-1", { AWS_ENDPOINT_URL: "http://all" }, "http://all/"],
    ["us-east-1", { AWS_ENDPOINT_URL: "http://all", AWS_ENDPOINT_URL_DYNAMODB: "http://one" }, "http://one/"],
  ])("in %s with %j is %s", (region, endpoints, expected) => {
    expect(endpointOf("dynamodb", "dynamodb", { region, endpoints }).href).toBe(expected);
  });
});

describe("A request", () => {
  let server: Server;

  afterEach(() => new Promise<void>((done) => void server.close(() => done())));

  async function serve(answer: (request: IncomingMessage) => number): Promise<URL> {
    server = createServer((request, response) => {
      request.resume();
      response.writeHead(answer(request), { connection: "close" }).end("{}");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }

  const options = { region: "us-east-1", credentials: () => localCredentials };

  test("from a clock that is an hour ahead is sent again with the time of AWS", async () => {
    const clock = new AwsClock(() => Date.now() + 3_600_000);
    const dates: string[] = [];
    const url = await serve(({ headers }) => {
      dates.push(String(headers["x-amz-date"]));
      return dates.length === 1 ? 403 : 200;
    });
    const { status } = await callAws({ service: "dynamodb", method: "POST", url }, { ...options, clock });
    expect(status).toBe(200);
    expect(Math.round(clock.skewMs / 60_000)).toBe(60);
    const [first = "", second = ""] = dates;
    expect(second < first).toBe(true);
  });

  test("that is refused at the right time is not sent again", async () => {
    let requests = 0;
    const url = await serve(() => {
      requests += 1;
      return 403;
    });
    await callAws({ service: "dynamodb", method: "POST", url }, options);
    expect(requests).toBe(1);
  });

  test("on a kept connection that AWS has ended is sent again on another one", async () => {
    const used = new Set<unknown>();
    server = createServer((request, response) => {
      if (used.has(request.socket)) request.socket.destroy();
      used.add(request.socket);
      request.resume();
      response.end("{}");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const send = () => callAws({ service: "dynamodb", method: "POST", url }, options);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    server.closeAllConnections();
  });

  test("without an answer in time fails", async () => {
    const url = await serve(() => 200);
    server.removeAllListeners("request");
    await expect(
      callAws({ service: "dynamodb", method: "POST", url }, { ...options, timeoutMs: 50 }),
    ).rejects.toThrow("dynamodb did not answer within 50 ms");
    server.closeAllConnections();
  });
});

describe("An answer that is too large", () => {
  const limit = 1000;
  /** The bytes that a server could send before its client hung up. */
  async function sentBy(headers: Record<string, string>): Promise<readonly [error: string, sent: number]> {
    let sent = 0;
    const server = createServer((_, response) => {
      response.writeHead(200, headers);
      const write = (): void => {
        sent += 100_000;
        if (response.write(Buffer.alloc(100_000))) setImmediate(write);
        else response.once("drain", write);
      };
      response.on("error", () => {});
      write();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const credentials = async () => localCredentials;
    const error = await callAws(
      { service: "s3", method: "GET", url },
      { region: "us-east-1", credentials, maxBytes: limit },
    ).catch(String);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return [String(error), sent];
  }

  test.each([
    ["says so", { "content-length": "4400000000" }],
    ["does not report it", {}],
  ])("is not read when it %s", async (_, headers) => {
    const [error, sent] = await sentBy(headers);
    expect(error).toContain("s3 answers more than 1000 bytes");
    expect(sent).toBeLessThan(20_000_000);
  });
});
