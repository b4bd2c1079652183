import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { RelayRefusal, type RelaySocket, relayAt } from "../../../lib/runtime/live";
import type { FromRelay } from "../../../lib/runtime/live/protocol/envelope";
import { until } from "../../support/until";

/** The gateway of a relay: takes connections, and messages that are posted to connections. */
class Gateway {
  /** The messages of connections, and the posts, in order. */
  readonly taken: unknown[] = [];
  readonly heard: FromRelay[] = [];
  /** Status of the answer to a posted message. */
  status = 200;
  socket: RelaySocket | undefined;
  /** The reason why the connection is over, each time that it is reported. */
  readonly ends: string[] = [];
  /** Status of the answer to a handshake; 101 takes it. */
  handshake = 101;
  private readonly sockets = new WebSocketServer({ noServer: true });

  private constructor(private readonly server: Server) {
    server.on("request", (request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += String(chunk);
      });
      request.on("end", () => {
        this.taken.push({ posted: request.url, ...JSON.parse(body) });
        response.writeHead(this.status).end("{}");
      });
    });
    server.on("upgrade", (request, raw, head) => {
      if (this.handshake !== 101) {
        return void raw.end(`HTTP/1.1 ${this.handshake} Refused\r\nContent-Length: 0\r\n\r\n`);
      }
      this.sockets.handleUpgrade(request, raw, head, (client) =>
        client.on("message", (data) => {
          const message = JSON.parse(String(data));
          if (message.action !== "hello") return void this.taken.push(message);
          client.send(JSON.stringify({ event: "welcome", connection: "own" }));
        }),
      );
    });
  }

  /** A gateway without connections. */
  static async listening(): Promise<Gateway> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new Gateway(server);
  }

  static async open(): Promise<Gateway> {
    const gateway = await Gateway.listening();
    await gateway.connect();
    return gateway;
  }

  /** @param port - of another server */
  async connect(port = (this.server.address() as AddressInfo).port): Promise<void> {
    const url = `ws://127.0.0.1:${port}/dev`;
    const open = relayAt(url, {
      region: "us-east-1",
      credentials: () => ({ accessKeyId: "a", secretAccessKey: "b" }),
    });
    this.socket = await open({
      message: (each) => this.heard.push(each),
      closed: (reason) => this.ends.push(reason),
    });
  }

  /** The gateway's end of the connection. */
  get client(): WebSocket {
    const [client] = this.sockets.clients;
    if (client === undefined) throw new Error("Nobody is connected.");
    return client;
  }

  /** Sends `hello`, and waits for the answer. */
  async greet(): Promise<void> {
    this.socket?.send({ action: "hello" });
    await until(() => this.heard.length > 0);
  }

  /** Sends a message, and waits until it has arrived this number of times in total. */
  async send(body: string, total: number): Promise<void> {
    this.socket?.send({ action: "send", to: "other", body });
    await until(() => this.taken.length === total);
  }

  close(): void {
    this.socket?.close();
    this.server.closeAllConnections();
    this.server.close();
  }
}

const posted = (body: string) => ({ posted: "/dev/@connections/other", event: "message", from: "own", body });
const relayed = (body: string) => ({ action: "send", to: "other", body });

describe("A message to another connection", () => {
  let gateway: Gateway;

  beforeEach(async () => {
    gateway = await Gateway.open();
  });

  afterEach(() => gateway.close());

  test("goes through the relay's function until the own connection is known, and is posted afterwards", async () => {
    await gateway.send("one", 1);
    await gateway.greet();
    await gateway.send("two", 2);
    expect(gateway.taken).toEqual([relayed("one"), posted("two")]);
  });

  test("that is closed is reported to the sender", async () => {
    gateway.status = 410;
    await gateway.greet();
    await gateway.send("one", 1);
    await until(() => gateway.heard.length === 2);
    expect(gateway.heard[1]).toEqual({ event: "gone", connection: "other" });
  });

  test.each([
    ["each time when the gateway fails", 500, [posted("one"), relayed("one"), posted("two"), relayed("two")]],
    ["once without the right to post", 403, [posted("one"), relayed("one"), relayed("two")]],
  ])("goes through the relay's function after a refusal, %s", async (_when, status, expected) => {
    gateway.status = status;
    await gateway.greet();
    await gateway.send("one", 2);
    await gateway.send("two", expected.length);
    expect(gateway.taken).toEqual(expected);
  });
});

/** Events that are under way arrive. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

describe("The end of a connection", () => {
  let gateway: Gateway;

  beforeEach(async () => {
    gateway = await Gateway.listening();
  });

  afterEach(() => gateway.close());

  test.each<[string, (gateway: Gateway) => void, string]>([
    ["the gateway closes it", ({ client }) => client.close(1012), "code 1012"],
    ["the gateway is gone", ({ client }) => client.terminate(), "code 1006"],
    ["it is closed on this side", ({ socket }) => socket?.close(), "code 1006"],
    [
      "a frame is larger than any of the relay",
      ({ client }) => client.send("x".repeat(256 * 1024 + 1)),
      "Max payload size exceeded",
    ],
  ])("is reported once, with its reason, when %s", async (_when, end, reason) => {
    await gateway.connect();
    expect(gateway.ends).toEqual([]);
    end(gateway);
    await until(() => gateway.ends.length > 0);
    gateway.socket?.close();
    gateway.socket?.send({ action: "hello" });
    await turns();
    expect(gateway.ends).toEqual([reason]);
    expect(gateway.taken).toEqual([]);
  });

  test("is not reported for a connection that is refused", async () => {
    gateway.handshake = 403;
    const refusal = await gateway.connect().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RelayRefusal);
    expect(refusal).toMatchObject({
      status: 403,
      message: "The relay refuses the connection with status 403.",
    });
    await turns();
    expect(gateway.ends).toEqual([]);
  });

  test("is not reported for a connection that is never made", async () => {
    await expect(gateway.connect(1)).rejects.toThrow("ECONNREFUSED");
    await turns();
    expect(gateway.ends).toEqual([]);
  });

  test("is not reported for unreadable frames; the next message is received", async () => {
    await gateway.connect();
    for (const text of [
      "",
      "{",
      "null",
      '{"event":"closed"}',
      '{"message":"Forbidden"}',
      '{"event":"gone"}',
    ]) {
      gateway.client.send(text);
    }
    gateway.client.send('{"event":"pong"}');
    await until(() => gateway.heard.length > 0);
    expect(gateway.heard).toEqual([{ event: "pong" }]);
    expect(gateway.ends).toEqual([]);
  });

  test("leaves the own connection as the relay named it first", async () => {
    await gateway.connect();
    await gateway.greet();
    gateway.client.send('{"event":"welcome","connection":"foreign"}');
    await until(() => gateway.heard.length === 2);
    await gateway.send("one", 1);
    expect(gateway.taken).toEqual([posted("one")]);
  });
});
