/** @group processes */

import { GatewayServers } from "../../lib/local/servers";
import { call, dial, processesBelow, serve, spoken, until } from "./safety-support";

const megabyte = 1024 * 1024;
const hello = "return 'hello';";

/** A handler that writes its process id and answers when a file of this name exists. */
const waiting = `
  console.log('running');
  const { existsSync } = require('node:fs');
  while (!existsSync(event.headers['x-until'])) await new Promise((turn) => setTimeout(turn, 5));
  return 'late';`;

/** A function with few processes, each of which takes time to start. */
const few = (body: string) => ({ body, more: { reserved_concurrent_executions: 4 } });

describe("bad clients", () => {
  test.each([
    ["no HTTP at all", "hello\r\n\r\n", /^HTTP\/1\.1 400 /],
    [
      "two lengths",
      "GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n",
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a chunk without length",
      "POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
      /^HTTP\/1\.1 400 /,
    ],
    ["no host", "GET / HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400 /],
    [
      "headers without end",
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(70_000)}\r\n`,
      /^HTTP\/1\.1 431 /,
    ],
    [
      "an upgrade to nothing",
      "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
      /^HTTP\/1\.1 400 /,
    ],
  ])("a request with %s is refused, and the next one is answered", async (_name, bytes, expected) => {
    const { url } = await serve({ routes: { "ANY /": hello } });
    const client = dial(url);
    client.write(bytes);
    expect(await spoken(client)).toMatch(expected);
    expect(await call(url, "/")).toEqual({ status: 200, text: "hello" });
  });

  test("a body over 10 MB is refused, and one that a function takes is answered", async () => {
    const { url } = await serve({ routes: { "POST /": "return event.body.length;" } });
    const post = (bytes: number) =>
      call(url, "/", {
        method: "POST",
        headers: { "content-type": "text/plain", "content-length": bytes },
        body: Buffer.alloc(bytes, "a"),
      });
    expect((await post(10 * megabyte + 1)).status).toBe(413);
    expect((await post(10 * megabyte)).status).toBe(413);
    expect(await post(5 * megabyte)).toEqual({ status: 200, text: String(5 * megabyte) });
  });

  test("a client that never finishes its headers is hung up on", async () => {
    const servers = new GatewayServers({
      host: "127.0.0.1",
      port: 0,
      headersTimeoutMs: 50,
      report: () => {},
    });
    try {
      await servers.open(["api"]);
      const client = dial(`http://${servers.authorityOf("api")}`);
      client.write("GET / HTTP/1.1\r\nhost: localhost\r\nx: ");
      expect(await spoken(client)).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      await servers.close();
    }
  });

  test("clients that never finish their request do not delay others", async () => {
    const { url } = await serve({ routes: { "ANY /": hello } });
    const slow = Array.from({ length: 100 }, (_, index) => {
      const client = dial(url);
      client.write(
        index % 2 === 0
          ? "GET / HTTP/1.1\r\nhost: localhost\r\nx: "
          : "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf",
      );
      return client;
    });
    await Promise.all(slow.map((client) => new Promise((done) => client.once("connect", done))));
    expect(await call(url, "/")).toEqual({ status: 200, text: "hello" });
    for (const client of slow) client.destroy();
  });

  test("a client that hangs up while its function runs leaves the function free for the next one", async () => {
    const { url, events, folder } = await serve({ routes: { "GET /": waiting, "GET /other": hello } });
    const client = dial(url);
    client.write(`GET / HTTP/1.1\r\nhost: localhost\r\nx-until: ${folder}/cdktf.json.late\r\n\r\n`);
    await until(() => events.some((event) => event.event === "log" && event.line === "running"));
    client.destroy();
    expect((await call(url, "/other")).text).toBe("hello");
    expect((await call(url, "/", { headers: { "x-until": `${folder}/cdktf.json` } })).text).toBe("late");
  });

  test("hundreds of connections without a request do not delay others", async () => {
    const { url } = await serve({ routes: { "GET /": hello } });
    const clients = Array.from({ length: 500 }, () => dial(url));
    await Promise.all(clients.map((client) => new Promise((done) => client.once("connect", done))));
    expect((await call(url, "/")).status).toBe(200);
    for (const client of clients) client.destroy();
    expect((await call(url, "/")).status).toBe(200);
  });

  test("fifty requests at once are answered, each by its own invocation", async () => {
    const { url } = await serve({ routes: { "GET /{id}": few("return event.pathParameters.id;") } });
    const ids = Array.from({ length: 50 }, (_, index) => `id${index}`);
    const answers = await Promise.all(ids.map((id) => call(url, `/${id}`)));
    expect(answers).toEqual(ids.map((text) => ({ status: 200, text })));
  });

  test("fifty slow requests at once leave no process behind", async () => {
    const before = new Set(processesBelow(process.pid));
    const { url, local } = await serve({
      routes: { "GET /{id}": few("await new Promise((done) => setTimeout(done, 50)); return 'ok';") },
    });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => call(url, `/${index}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    await local.stop();
    await until(() => processesBelow(process.pid).every((pid) => before.has(pid)));
  });
});
