/** @group processes */

import { cpSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { freePorts } from "../../../support/free-ports";
import { temporaryFolder } from "../../../support/stack";
import {
  bundleBridge,
  type LambdaProcess,
  serverFolder,
  startLambda,
  type UrlResponse,
  urlEvent,
} from "./lambda";

const folder = temporaryFolder();
const running: LambdaProcess[] = [];

/** Requests that the servers send to the test, which decides in this way when a response continues. */
const gate: { url: string | undefined; answer: ServerResponse }[] = [];
let wakeGate = (): void => {};
const gateServer = createServer((request, answer) => {
  gate.push({ url: request.url, answer });
  wakeGate();
});

async function atGate(): Promise<{ url: string | undefined; answer: ServerResponse }> {
  if (gate.length === 0) await new Promise<void>((done) => (wakeGate = done));
  return gate.shift() as { url: string | undefined; answer: ServerResponse };
}

beforeAll(async () => {
  bundleBridge(folder);
  for (const name of ["nitro", "nuxt", "tanstack", "sveltekit", "astro", "plain.cjs"]) {
    cpSync(serverFolder(name), join(folder, "server", name), { recursive: true });
  }
  writeFileSync(join(folder, "server/broken.mjs"), 'import "a-package-that-is-not-there";');
  await new Promise<void>((done) => gateServer.listen(0, "127.0.0.1", done));
});

afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()));
  gateServer.closeAllConnections();
  gateServer.close();
});

async function start(
  entry: string,
  variables: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<LambdaProcess> {
  writeFileSync(join(folder, "server.json"), JSON.stringify({ entry, port }));
  const GATE_PORT = String((gateServer.address() as AddressInfo).port);
  const all = { _HANDLER: "site/bridge.js", GATE_PORT, ...variables };
  const lambda = await startLambda(folder, all);
  running.push(lambda);
  return lambda;
}

const decoder = new TextDecoder();
const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));

describe.each([
  { name: "Nitro", entry: "nitro/index.mjs", page: "Nitro at www.example.com" },
  { name: "Nuxt", entry: "nuxt/index.mjs", page: "Nuxt at https://www.example.com?a=%C3%BC" },
  { name: "TanStack Start", entry: "tanstack/index.mjs", page: "TanStack at www.example.com?a=%C3%BC" },
  { name: "SvelteKit", entry: "sveltekit/index.js", page: "SvelteKit at https://www.example.com?a=%C3%BC" },
  { name: "Astro", entry: "astro/server/entry.mjs", page: "Astro at /?a=%C3%BC for www.example.com" },
])("The server that $name builds, in a function", ({ entry, page }) => {
  let lambda: LambdaProcess;

  beforeAll(async () => {
    lambda = await start(entry);
    expect(await lambda.started).toBeUndefined();
  });

  test("renders a page for the host of the site, and sets each cookie", async () => {
    const response = await lambda.invoke(urlEvent("GET", "/?a=%C3%BC"));
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toContain("text/html");
    expect(response.cookies.map((cookie) => cookie.split(";")[0])).toEqual(["visits=1", "theme=dark"]);
    expect(response.headers["cache-control"]).toBe("private, no-store");
    expect(decoder.decode(await response.rest())).toContain(page);
  });

  test("gets and returns each byte of a binary body", async () => {
    const headers = { "content-type": "application/octet-stream", origin: "https://www.example.com" };
    const body = { body: bytes.toString("base64"), isBase64Encoded: true, headers };
    const response = await lambda.invoke(urlEvent("POST", "/echo", body));
    expect(response.statusCode).toBe(200);
    expect(await response.rest()).toEqual(bytes);
  });

  test("sends the first part of a page before the last one is made", async () => {
    const response = await lambda.invoke(urlEvent("GET", "/stream"));
    expect(decoder.decode((await response.body.next()).value)).toBe("first\n");
    (await atGate()).answer.end();
    expect(decoder.decode(await response.rest())).toBe("last\n");
  });
});

describe("The bridge", () => {
  let lambda: LambdaProcess;

  beforeAll(async () => {
    lambda = await start("plain.cjs");
    expect(await lambda.started).toBeUndefined();
  });

  const requestSeen = async (...given: Parameters<typeof urlEvent>) => {
    const response = await lambda.invoke(urlEvent(...given));
    return JSON.parse(decoder.decode(await response.rest())) as {
      readonly url: string;
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly body: string;
      readonly cwd: string;
    };
  };

  /** A response whose body has been read. */
  const whole = async (path: string): Promise<UrlResponse> => {
    const response = await lambda.invoke(urlEvent("GET", path));
    await response.rest();
    return response;
  };

  test("passes method, path, query, cookies and body", async () => {
    const seen = await requestSeen("PUT", "/request/%2Fa?b=1&b=%262", {
      cookies: ["one=1", "two=2"],
      headers: { "x-two": "a,b" },
      body: "text",
    });
    expect(seen).toMatchObject({ method: "PUT", url: "/request/%2Fa?b=1&b=%262", body: "text" });
    expect(seen.headers).toMatchObject({ cookie: "one=1; two=2", "x-two": "a,b", "content-length": "4" });
    expect(seen.cwd).toBe(join(folder, "server"));
  });

  test("gives the server the client's credentials instead of CloudFront's signature", async () => {
    const { headers } = await requestSeen("GET", "/request", {
      headers: {
        authorization: "AWS4-HMAC-SHA256 Credential=x",
        "x-forwarded-authorization": "Bearer token",
        "x-amz-security-token": "secret",
        "x-amz-content-sha256": "hash",
      },
    });
    expect(headers.authorization).toBe("Bearer token");
    expect(
      Object.keys(headers).filter((name) => name.startsWith("x-amz") || name.includes("d-auth")),
    ).toEqual([]);
  });

  test.each([
    ["GET", "/empty", 204],
    ["GET", "/moved", 302],
    ["HEAD", "/large", 200],
  ])("sends the head of a response without a body: %s %s", async (method, path, status) => {
    const response = await lambda.invoke(urlEvent(method, path));
    expect(response.statusCode).toBe(status);
    expect(await response.rest()).toHaveLength(0);
  });

  test("sends headers that describe the message, and each cookie by itself", async () => {
    const { headers, cookies } = await whole("/headers");
    expect(cookies).toEqual(["a=1; Path=/", "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT"]);
    expect(headers.vary).toBe("Accept, Cookie");
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["connection"]));
    expect(headers["x-hop"]).toBeUndefined();
  });

  test("lets caches keep a response only if it sets no cookie", async () => {
    const withCookies = await whole("/headers");
    const without = await whole("/cached");
    expect(withCookies.headers["cache-control"]).toBe("private, no-store");
    expect(without.headers["cache-control"]).toBe("public, s-maxage=60");
  });

  test("passes a body that is larger than the buffers on the way", async () => {
    const response = await lambda.invoke(urlEvent("GET", "/large"));
    expect((await response.rest()).length).toBe(5_000_000);
  });

  test("answers 502 when the server ends the connection, with a line in the log", async () => {
    const response = await lambda.invoke(urlEvent("GET", "/dead"));
    expect(response.statusCode).toBe(502);
    expect(decoder.decode(await response.rest())).toContain("without a response");
    await lambda.logged("The server of the site ended GET /dead without a response");
  });

  test("tells the client that a response is incomplete", async () => {
    const response = await lambda.invoke(urlEvent("GET", "/broken"));
    expect(decoder.decode(await response.rest())).toBe("the first half");
    expect(response.error()).toContain("The server of the site broke off the response to GET /broken");
  });

  test("ends the request to the server when the client hangs up", async () => {
    const response = await lambda.invoke(urlEvent("GET", "/endless"));
    expect(decoder.decode((await response.body.next()).value)).toBe("first");
    response.hangUp();
    const { url, answer } = await atGate();
    answer.end();
    expect(url).toBe("/hung-up");
    const after = await lambda.invoke(urlEvent("GET", "/hung-up"));
    expect(decoder.decode(await after.rest())).toBe("the client");
  });

  test("refuses an event that is not a request", async () => {
    const failing = lambda.invoke({ Records: [] } as never);
    await expect(failing).rejects.toThrow("a response without a head");
  });
});

/** Timers of the process end in a hundredth of their time. */
const fastTimers = `--import data:text/javascript,${encodeURIComponent(`
  import timers from "node:timers/promises";
  import { syncBuiltinESMExports } from "node:module";
  const { setTimeout } = timers;
  timers.setTimeout = (ms, ...rest) => setTimeout(ms / 100, ...rest);
  syncBuiltinESMExports();
`)}`;

describe("A server that does not start", () => {
  test("is named in the log with the reason when it cannot be loaded", async () => {
    const lambda = await start("broken.mjs");
    expect((await lambda.started)?.errorType).toBe("SiteServerError");
    expect(await lambda.logged("a-package-that-is-not-there")).toContain("server/broken.mjs");
  });

  test("is given up after the limit, and the log says what it must do", async () => {
    const lambda = await start("plain.cjs", { NEVER_LISTENS: "1", NODE_OPTIONS: fastTimers });
    expect((await lambda.started)?.errorMessage).toMatch(
      /does not listen on 127\.0\.0\.1:\d+ after 10 seconds/,
    );
    await lambda.logged("server: { entry, port }");
  });

  test("may have a port of its own", async () => {
    const port = await freePorts();
    const lambda = await start("plain.cjs", { LISTEN_PORT: String(port) }, port);
    expect(await lambda.started).toBeUndefined();
    const response = await lambda.invoke(urlEvent("GET", "/cached"));
    expect(decoder.decode(await response.rest())).toBe("cached");
  });
});
