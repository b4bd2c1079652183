/** @group processes */

import { rmSync } from "node:fs";
import { WebSocket } from "ws";
import { call, dial, serve, spoken, type TestServer, until } from "./safety-support";

/** A function with few processes: hundreds of clients at once need no more, and each takes the time to start. */
const limited = (body: string) => ({ body, timeout: 30, more: { reserved_concurrent_executions: 3 } });

const project = {
  routes: { "GET /": "return 'ok';" },
  socketRoutes: {
    $connect: limited("return { statusCode: 200 };"),
    $disconnect: limited("console.log('left'); return {};"),
    $default: limited("return { statusCode: 200, body: 'heard ' + event.body };"),
    stuck: limited("await new Promise((done) => setTimeout(done, 1e9));"),
  },
};

let server: TestServer;

beforeAll(async () => {
  server = await serve(project, { endsWithTest: false });
});

afterAll(async () => {
  await server.local.stop();
  rmSync(server.folder, { recursive: true, force: true });
});

function opened(url: string): Promise<WebSocket> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(url);
    socket.once("open", () => done(socket));
    socket.on("error", failed);
  });
}

const left = (events: TestServer["events"]): number =>
  events.filter((event) => event.event === "log" && event.line === "left").length;

const answer = (socket: WebSocket): Promise<string> =>
  new Promise((done) => socket.once("message", (data) => done(data.toString())));

async function asksAndHears(url: string, text: string): Promise<string> {
  const socket = await opened(url);
  const heard = answer(socket);
  socket.send(text);
  const said = await heard;
  socket.close();
  return said;
}

describe("sockets in great number", () => {
  test("hundreds that come and go all leave, and others are heard", async () => {
    const { socketUrl, url, events } = server;
    const before = left(events);
    const all = await Promise.all(Array.from({ length: 200 }, () => opened(socketUrl)));
    expect(await asksAndHears(socketUrl, "hello")).toBe("heard hello");
    for (const [index, socket] of all.entries()) {
      if (index % 2 === 0) socket.close();
      else socket.terminate();
    }
    await until(() => left(events) === before + 201);
    expect(await asksAndHears(socketUrl, "again")).toBe("heard again");
    expect((await call(url, "/")).text).toBe("ok");
  });

  test("hundreds that hang up during the handshake do not delay others", async () => {
    const { socketUrl, url } = server;
    const { host } = new URL(socketUrl);
    const handshake = [
      "GET /dev HTTP/1.1",
      `host: ${host}`,
      "connection: upgrade",
      "upgrade: websocket",
      "sec-websocket-version: 13",
      "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
      "\r\n",
    ].join("\r\n");
    for (let index = 0; index < 200; index++) {
      const client = dial(socketUrl);
      client.write(handshake.slice(0, index % 3 === 0 ? 30 : undefined), () => client.destroy());
    }
    expect(await asksAndHears(socketUrl, "hello")).toBe("heard hello");
    expect((await call(url, "/")).text).toBe("ok");
  });

  test("messages that are never answered keep no other client waiting", async () => {
    const { socketUrl } = server;
    const stuck = await opened(socketUrl);
    for (let index = 0; index < 20; index++) stuck.send('{"action":"stuck"}');
    expect(await asksAndHears(socketUrl, "hello")).toBe("heard hello");
    stuck.terminate();
  });

  test("a thousand messages at once are all answered", async () => {
    const { socketUrl } = server;
    const socket = await opened(socketUrl);
    const answers: string[] = [];
    socket.on("message", (data) => answers.push(data.toString()));
    const sent = Array.from({ length: 1000 }, (_, index) => String(index));
    for (const text of sent) socket.send(text);
    await until(() => answers.length === sent.length);
    expect(answers.sort()).toEqual(sent.map((text) => `heard ${text}`).sort());
    socket.close();
  });

  test.each([
    ["a message over 128 KB", "x".repeat(128 * 1024 + 1), 1009],
    ["a frame over 32 KB", "x".repeat(32 * 1024 + 1), 1009],
  ])("%s ends its connection, and others are heard", async (_name, text, code) => {
    const { socketUrl } = server;
    const socket = await opened(socketUrl);
    const closed = new Promise((done) => socket.once("close", done));
    socket.send(text);
    expect(await closed).toBe(code);
    expect(await asksAndHears(socketUrl, "hello")).toBe("heard hello");
  });

  test("malformed frames end their connection", async () => {
    const { socketUrl } = server;
    const socket = await opened(socketUrl);
    const closed = new Promise((done) => socket.once("close", done));
    // Behind the client's back: what it never would write itself.
    (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(Buffer.alloc(64, 0xff));
    await closed;
    expect(await asksAndHears(socketUrl, "hello")).toBe("heard hello");
  });

  test("a handshake without key is refused", async () => {
    const { socketUrl } = server;
    const client = dial(socketUrl);
    client.write("GET /dev HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    expect(await spoken(client)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
