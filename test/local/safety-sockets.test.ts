/** @group processes */

import { WebSocket } from "ws";
import { call, dial, serve, spoken, until } from "./safety-support";

const project = {
  routes: { "GET /": "return 'ok';" },
  socketRoutes: {
    $connect: "return { statusCode: 200 };",
    $disconnect: "console.log('left'); return {};",
    $default: "return { statusCode: 200, body: 'heard ' + event.body };",
    stuck: { body: "await new Promise((done) => setTimeout(done, 1e9));", timeout: 30 },
  },
};

function opened(url: string): Promise<WebSocket> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(url);
    socket.once("open", () => done(socket));
    socket.on("error", failed);
  });
}

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
    const { socketUrl, url, events } = await serve(project);
    const all = await Promise.all(Array.from({ length: 200 }, () => opened(socketUrl)));
    expect(await asksAndHears(socketUrl, "hello")).toBe("heard hello");
    for (const [index, socket] of all.entries()) {
      if (index % 2 === 0) socket.close();
      else socket.terminate();
    }
    await until(
      () => events.filter((event) => event.event === "log" && event.line === "left").length === 201,
    );
    expect(await asksAndHears(socketUrl, "again")).toBe("heard again");
    expect((await call(url, "/")).text).toBe("ok");
  });

  test("hundreds that hang up amid the handshake keep nobody waiting", async () => {
    const { socketUrl, url } = await serve(project);
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
    const { socketUrl } = await serve(project);
    const stuck = await opened(socketUrl);
    for (let index = 0; index < 20; index++) stuck.send('{"action":"stuck"}');
    expect(await asksAndHears(socketUrl, "hello")).toBe("heard hello");
    stuck.terminate();
  });

  test("a thousand messages at once are all answered", async () => {
    const { socketUrl } = await serve(project);
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
    const { socketUrl } = await serve(project);
    const socket = await opened(socketUrl);
    const closed = new Promise((done) => socket.once("close", done));
    socket.send(text);
    expect(await closed).toBe(code);
    expect(await asksAndHears(socketUrl, "hello")).toBe("heard hello");
  });

  test("frames that are none end their connection", async () => {
    const { socketUrl } = await serve(project);
    const socket = await opened(socketUrl);
    const closed = new Promise((done) => socket.once("close", done));
    // Behind the client's back: what it never would write itself.
    (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(Buffer.alloc(64, 0xff));
    await closed;
    expect(await asksAndHears(socketUrl, "hello")).toBe("heard hello");
  });

  test("a handshake without key is refused", async () => {
    const { socketUrl } = await serve(project);
    const client = dial(socketUrl);
    client.write("GET /dev HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    expect(await spoken(client)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
